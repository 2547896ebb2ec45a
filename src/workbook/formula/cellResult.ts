import { CELL_CHARACTERS } from '../cells/address.js';
/** Error values such as `#DIV/0!`. */
export class FormulaError {
  constructor(readonly code: string) {}
}

export const DIVISION_BY_ZERO = new FormulaError('#DIV/0!');
export const WRONG_VALUE = new FormulaError('#VALUE!');
export const WRONG_NUMBER = new FormulaError('#NUM!');
export const NOT_AVAILABLE = new FormulaError('#N/A');
export const WRONG_REFERENCE = new FormulaError('#REF!');

/** A known value that is not an error; null is an empty cell. */
export type KnownValue = number | string | boolean | null;

/** The result of a cell; undefined if it is not calculated here. */
export type CellResult = KnownValue | FormulaError | undefined;

/** A value as a number, by the rules of Excel's arithmetic. Text is left to Excel. */
export function toNumber(value: CellResult): number | FormulaError | undefined {
  if (typeof value === 'number' || value instanceof FormulaError) return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  // LibreOffice treats the word TRUE as 1.
  if (typeof value === 'string' && !/\d|^(true|false)$/i.test(value)) return WRONG_VALUE;
  return undefined;
}

export const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** The result of a function of values. An error among them is the result; an unknown value makes it unknown. */
export function withKnownValues(
  values: readonly CellResult[],
  calculate: (known: readonly KnownValue[]) => CellResult,
): CellResult {
  if (values.includes(undefined)) return undefined;
  const error = values.find((value) => value instanceof FormulaError);
  return error ?? calculate(values as readonly KnownValue[]);
}

/** A value as text, as for `&`: fractions are left to Excel, which has its own rules for them. */
export function toText(value: KnownValue): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Values joined to one text. */
export function joinTexts(values: readonly KnownValue[], between: string, skipsEmpty = true): CellResult {
  const texts = values.map(toText);
  if (texts.includes(undefined)) return undefined;
  const text = texts.filter((each) => !skipsEmpty || each !== '').join(between);
  return text.length > CELL_CHARACTERS ? WRONG_VALUE : text;
}
