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

/** Lays items out as rows. */
export function makeDataSet<Item>(
  name: string,
  fields: readonly FieldOf<Item>[],
  items: readonly Item[],
): DataSet {
  return {
    name,
    fields: plainFields(fields),
    rows: items.map((item) => rowOf(fields, item)),
  };
}

/** Without the way to their values. */
export function plainFields<Item>(fields: readonly FieldOf<Item>[]): Field[] {
  return fields.map(({ of: _, ...plain }) => plain);
}

export function rowOf<Item>(fields: readonly FieldOf<Item>[], item: Item): DataRow {
  return Object.fromEntries(fields.map(({ name, of }) => [name, of(item)]));
}
