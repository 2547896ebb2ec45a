import type { FieldType, Scalar } from './languageValues.js';

/**
 * The type of a value for a cell: that of its field, or the result of a format. `notation` is minutes that show in the
 * reader's notation of hours.
 */
export type ValueType = FieldType | 'duration' | 'time' | 'notation';

interface Aggregate {
  readonly isOfNumbers: boolean;
  readonly typeOf: (type: ValueType) => ValueType;
  readonly reduce: (values: readonly Scalar[], inputs: readonly (string | number)[]) => Scalar;
}

type Reduce = Aggregate['reduce'];

function ofNumbers(typeOf: Aggregate['typeOf'], reduce: Reduce): Aggregate {
  return { isOfNumbers: true, typeOf, reduce };
}

/** @param type that of the values by default */
function ofAny(reduce: Reduce, type?: ValueType): Aggregate {
  return { isOfNumbers: false, typeOf: (own) => type ?? own, reduce };
}

/** One value of many rows. Null is ignored; without values the result is empty, except for a sum, which is 0. */
export const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  sum: ofNumbers((type) => type, sumValues),
  count: ofAny((values) => present(values).length, 'integer'),
  average: ofNumbers(
    (type) => (type === 'minutes' ? type : 'number'),
    (values) => {
      const known = present(values);
      return known.length === 0 ? null : cleanNumber(sumValues(known) / known.length);
    },
  ),
  min: ofAny((values) => findExtreme(values, (a, b) => a < b)),
  max: ofAny((values) => findExtreme(values, (a, b) => a > b)),
  first: ofAny((values) => values[0] ?? null),
  last: ofAny((values) => values.at(-1) ?? null),
  distinct: ofAny((values) => new Set(present(values)).size, 'integer'),
  // Sorted, so that the same values are the same text in any order of the rows.
  join: ofAny(
    (values, [between = ', ']) =>
      [...new Set(present(values))].sort(compareValues).join(String(between)) || null,
    'text',
  ),
  list: ofAny((values, [between = ', ']) => present(values).join(String(between)) || null, 'text'),
};

export function isAggregate(name: string): boolean {
  return Object.hasOwn(AGGREGATES, name);
}

function present(values: readonly Scalar[]): Exclude<Scalar, null>[] {
  return values.filter((value) => value !== null);
}

/** Numbers by size, texts by the codes of their characters. */
function compareValues(a: Exclude<Scalar, null>, b: Exclude<Scalar, null>): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [first, second] = [String(a), String(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Numbers with decimals too: tenths add up exactly. */
export function sumValues(values: readonly Scalar[]): number {
  const sum = values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
  return Number.isInteger(sum) ? sum : Number(sum.toFixed(6));
}

/** A number without the rounding error of binary fractions. */
export function cleanNumber(value: number): number {
  return Number(value.toPrecision(14));
}

/** The most likely aggregate for a field of this type, for examples in messages. */
export function usualAggregate(type: ValueType): 'sum' | 'first' {
  return hasSum(type) ? 'sum' : 'first';
}

export function hasSum(type: ValueType): type is Extract<FieldType, 'minutes' | 'integer' | 'number'> {
  return type === 'minutes' || type === 'integer' || type === 'number';
}

function findExtreme(
  values: readonly Scalar[],
  isBetter: (a: Scalar & {}, b: Scalar & {}) => boolean,
): Scalar {
  let best: Scalar = null;
  for (const value of values) {
    if (value !== null && (best === null || isBetter(value, best))) best = value;
  }
  return best;
}
