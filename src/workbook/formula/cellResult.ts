/** `#DIV/0!` and the like. */
export class FormulaError {
  constructor(readonly code: string) {}
}

export const DIVISION_BY_ZERO = new FormulaError('#DIV/0!');
export const WRONG_VALUE = new FormulaError('#VALUE!');
export const WRONG_NUMBER = new FormulaError('#NUM!');
export const NOT_AVAILABLE = new FormulaError('#N/A');
export const WRONG_REFERENCE = new FormulaError('#REF!');

/** What a cell shows; undefined where it is not calculated here. */
export type CellResult = number | string | boolean | null | FormulaError | undefined;

/** A value as a number, the way Excel's arithmetic takes it. Text is left to Excel. */
export function numericResult(value: CellResult): number | FormulaError | undefined {
  if (typeof value === 'number' || value instanceof FormulaError) return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && !/\d/.test(value)) return WRONG_VALUE;
  return undefined;
}
