import { type CellResult, FormulaError, numericResult } from '../cellResult.js';

/** A value that is known and no error; null is an empty cell. */
export type KnownValue = number | string | boolean | null;

/** A function of single values; undefined is left to Excel. */
export interface ScalarFunction {
  readonly inputs: readonly [min: number, max: number];
  readonly calculate: (values: readonly KnownValue[]) => CellResult;
}

/** A function of numbers. Empty cells are 0; text is left to Excel or is `#VALUE!`. */
export function ofNumbers(
  min: number,
  max: number,
  calculate: (...numbers: readonly number[]) => CellResult,
): ScalarFunction {
  return {
    inputs: [min, max],
    calculate: (values) => {
      const numbers: number[] = [];
      for (const value of values) {
        const number = numericResult(value);
        if (typeof number !== 'number') return number;
        numbers.push(number);
      }
      return calculate(...numbers);
    },
  };
}

/** A value as text, as `&` takes it: fractions are left to Excel, which has rules of its own for them. */
export function textOperand(value: KnownValue): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** What is wrong with a list of values: an error among them, or something that is not known here. */
export function flawOf(values: readonly CellResult[]): FormulaError | 'unknown' | undefined {
  if (values.includes(undefined)) return 'unknown';
  return values.find((value) => value instanceof FormulaError) as FormulaError | undefined;
}
