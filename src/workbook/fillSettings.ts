import type { Field } from './model.js';
import { ENGLISH_WORDS, type WorkbookWords } from './workbookWords.js';

/** Names of a model that messages use where they show what would be right. */
export interface WorkbookExamples {
  readonly dataSet: string;
  readonly groupField: string;
  readonly sortField: string;
  readonly textField: string;
  readonly numberField: string;
}

/** How values are written and sorted, and what messages show. */
export interface WorkbookSettings {
  /** @default English */
  readonly words?: WorkbookWords;
  /** What texts are sorted by; compared with `<`. @default the text without case and marks */
  readonly sortKeyOf?: (text: string) => string;
  /** Fields whose values may be negative: Excel shows no negative durations. @default none */
  readonly canBeNegative?: (field: string) => boolean;
  /** @default the first fields that fit */
  readonly examples?: Partial<WorkbookExamples>;
}

export type FullSettings = Required<Omit<WorkbookSettings, 'examples'>> & {
  readonly examples: WorkbookExamples;
};

/** The settings with their defaults. */
export function fullSettings(
  { words, sortKeyOf, canBeNegative, examples }: WorkbookSettings,
  dataSets: ReadonlyMap<string, readonly Field[]>,
): FullSettings {
  return {
    words: words ?? ENGLISH_WORDS,
    sortKeyOf: sortKeyOf ?? plainKey,
    canBeNegative: canBeNegative ?? (() => false),
    examples: { ...firstFields(dataSets), ...examples },
  };
}

function plainKey(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
}

function firstFields(dataSets: ReadonlyMap<string, readonly Field[]>): WorkbookExamples {
  const [dataSet = 'rows', fields = []] = [...dataSets][0] ?? [];
  const first = (fits: (field: Field) => boolean): string =>
    fields.find(fits)?.name ?? fields[0]?.name ?? 'field';
  return {
    dataSet,
    groupField: first(({ type }) => type === 'text'),
    sortField: first(({ type }) => type === 'date'),
    textField: first(({ type }) => type === 'text'),
    numberField: first(({ type }) => type === 'minutes' || type === 'integer'),
  };
}
