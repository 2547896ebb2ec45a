import type { AnyMessage, KeyOf, MessageId } from '../../i18n/message.js';
import type { DataRow, DataSet, Field, FieldType, Scalar } from '../dataSet.js';

/** A field together with where its value comes from. */
export interface FieldDefinition<Item> extends Field {
  readonly of: (item: Item) => Scalar;
}

/** @param description a text of the catalogue `model`, by its key if it has no values */
export function field<Item>(
  name: string,
  type: FieldType,
  description: KeyOf<'model'> | AnyMessage,
  of: (item: Item) => Scalar,
): FieldDefinition<Item> {
  if (typeof description !== 'string') return { name, type, description, of };
  const id: MessageId = `model.${description}`;
  return { name, type, description: { id, values: {} }, of };
}

/** Lays items out as rows, each time that the rows are iterated. */
export function makeDataSet<Item>(
  name: string,
  fields: readonly FieldDefinition<Item>[],
  items: Iterable<Item>,
): DataSet {
  return {
    name,
    fields: plainFields(fields),
    rows: { [Symbol.iterator]: () => buildRows(fields, items) },
  };
}

/** Without the way to their values. */
export function plainFields<Item>(fields: readonly FieldDefinition<Item>[]): Field[] {
  return fields.map(({ of: _, ...plain }) => plain);
}

function* buildRows<Item>(
  fields: readonly FieldDefinition<Item>[],
  items: Iterable<Item>,
): Generator<DataRow> {
  const blank = blankRow(fields.map(({ name }) => name));
  for (const item of items) yield filledRow(blank, fields, item);
}

export function buildRow<Item>(fields: readonly FieldDefinition<Item>[], item: Item): DataRow {
  return filledRow(blankRow(fields.map(({ name }) => name)), fields, item);
}

function filledRow<Item>(blank: DataRow, fields: readonly FieldDefinition<Item>[], item: Item): DataRow {
  const row: Record<string, Scalar> = { ...blank };
  for (const { name, of } of fields) row[name] = of(item);
  return row;
}

/**
 * A row to be copied and filled in. V8 keeps an object that grows field by field as a hash table, a kilobyte each;
 * what was parsed, and copies of it, share one layout.
 */
export function blankRow(names: readonly string[]): DataRow {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(',')}}`);
}
