import { type CellResult, FormulaError, WRONG_VALUE } from './cellResult.js';

/** A value as a number, the way Excel's arithmetic takes it. Text is left to Excel. */
export function numberOf(value: CellResult): number | FormulaError | undefined {
  if (typeof value === 'number' || value instanceof FormulaError) return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && !/\d/.test(value)) return WRONG_VALUE;
  return undefined;
}
