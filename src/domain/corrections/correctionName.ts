/** The parts of the name of a correction's file: `bakery_2026-10_pay-lines_corrections-2.csv`. */
export interface CorrectionName {
  readonly stem: string;
  readonly number: number;
  /** With its dot; empty if there is none. */
  readonly extension: string;
}

const NUMBERED = /^(.*)_corrections-(\d+)(\.[^.]+)?$/;

export function correctionName({ stem, number, extension }: CorrectionName): string {
  return `${stem}_corrections-${number}${extension}`;
}

/** undefined for the name of any other file. */
export function parseCorrectionName(name: string): CorrectionName | undefined {
  const [, stem, digits, extension = ''] = NUMBERED.exec(name) ?? [];
  return stem === undefined ? undefined : { stem, number: Number(digits), extension };
}
