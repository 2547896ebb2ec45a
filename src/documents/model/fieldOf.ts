import type { DataRow, DataSet, Field, FieldType, Scalar } from '../dataSet.js';

/** A field together with where its value comes from. */
export interface FieldOf<Item> extends Field {
  readonly of: (item: Item) => Scalar;
}

export function field<Item>(
  name: string,
  type: FieldType,
  description: string,
  of: (item: Item) => Scalar,
): FieldOf<Item> {
  return { name, type, description, of };
}

/** Lays items out as rows, each time that the rows are iterated. */
export function makeDataSet<Item>(
  name: string,
  fields: readonly FieldOf<Item>[],
  items: Iterable<Item>,
): DataSet {
  return {
    name,
    fields: plainFields(fields),
    rows: { [Symbol.iterator]: () => rowsOf(fields, items) },
  };
}

/** Without the way to their values. */
export function plainFields<Item>(fields: readonly FieldOf<Item>[]): Field[] {
  return fields.map(({ of: _, ...plain }) => plain);
}

function* rowsOf<Item>(fields: readonly FieldOf<Item>[], items: Iterable<Item>): Generator<DataRow> {
  for (const item of items) yield rowOf(fields, item);
}

export function rowOf<Item>(fields: readonly FieldOf<Item>[], item: Item): DataRow {
  const row: Record<string, Scalar> = {};
  for (const { name, of } of fields) row[name] = of(item);
  return row;
}
