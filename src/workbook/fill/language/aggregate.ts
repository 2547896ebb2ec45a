import type { DataRow, Scalar } from '../../model.js';
import { Mistake } from '../mistake.js';
import { addedUp, type FieldSource, type Filling, hasSum, type PlacedBands, type ValueAt } from './filling.js';
import type { Placeholder } from './placeholder.js';

/** One value of many rows. Null counts as nothing; without any value there is nothing to show, but a sum of 0. */
const AGGREGATES: Readonly<Record<string, (values: readonly Scalar[]) => Scalar>> = {
  sum: addedUp,
  min: (values) => extreme(values, (a, b) => a < b),
  max: (values) => extreme(values, (a, b) => a > b),
  first: (values) => values[0] ?? null,
  last: (values) => values.at(-1) ?? null,
  count: (values) => values.filter((value) => value !== null).length,
};

export function isAggregate(name: string): boolean {
  return Object.hasOwn(AGGREGATES, name);
}

export const AGGREGATE_NAMES = Object.keys(AGGREGATES);

function extreme(values: readonly Scalar[], isBetter: (a: Scalar & {}, b: Scalar & {}) => boolean): Scalar {
  let best: Scalar = null;
  for (const value of values) {
    if (value !== null && (best === null || isBetter(value, best))) best = value;
  }
  return best;
}

/** `workedMinutes | sum`, `employees | count`. @throws Mistake */
export function aggregate(
  name: string,
  source: FieldSource,
  { path, source: written }: Placeholder,
): Filling {
  const { rowsAt, field, type } = source;
  const reduce = AGGREGATES[name];
  if (!rowsAt || !reduce) {
    throw new Mistake(`${written}: "${path}" has one value only`, `Leave "| ${name}" away.`);
  }
  if (field === undefined && name !== 'count') {
    throw new Mistake(
      `${written}: rows as such have no ${name}`,
      `Name a field, {{${path}.FIELD | ${name}}}, or use "| count".`,
    );
  }
  if (name === 'sum' && !hasSum(type)) {
    throw new Mistake(
      `${written}: "${path}" is ${type}, which has no sum`,
      'Use a field with minutes or numbers, or "| first", "| count".',
    );
  }
  const valuesOf = (rows: readonly DataRow[]): Scalar[] =>
    field === undefined ? rows.map(() => true) : rows.map((row) => row[field] ?? null);
  const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
    const rowsHere = rowsAt(placed);
    return (...at) => reduce(valuesOf(rowsHere(...at)));
  };
  return { type: name === 'count' ? 'integer' : type, valueAt, field };
}
