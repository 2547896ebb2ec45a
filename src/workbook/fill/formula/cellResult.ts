/** `#DIV/0!` and the like. */
export class FormulaError {
  constructor(readonly code: string) {}
}

export const DIVISION_BY_ZERO = new FormulaError('#DIV/0!');
export const WRONG_VALUE = new FormulaError('#VALUE!');

/** What a cell shows; undefined where it is not calculated here. */
export type CellResult = number | string | boolean | null | FormulaError | undefined;
