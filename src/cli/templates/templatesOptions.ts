export interface TemplatesOptions {
  readonly action: 'list' | 'show' | 'new' | 'check';
  readonly names: readonly string[];
  readonly from: string | undefined;
  readonly updateGolden: boolean;
  readonly sample: boolean;
  readonly config: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}
