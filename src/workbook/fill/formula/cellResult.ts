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
