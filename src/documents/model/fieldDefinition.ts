import type { AnyMessage, KeyOf, MessageId } from '../../i18n/message.js';
import type { DataRow, DataSet, Field, FieldType, Scalar } from '../dataSet.js';

/** A field with the source of its value. */
export interface FieldDefinition<Item> extends Field {
  readonly of: (item: Item) => Scalar;
}

/**
 * The fields that a field describes, if it is not its own `.id`: rows with equal values of one have equal values of the
 * other.
 */
const DESCRIBES: Readonly<Record<string, readonly string[]>> = {
  weekday: ['date'],
  holiday: ['date'],
  month: ['date'],
  quarter: ['month', 'date'],
  isoWeek: ['weekStart', 'date'],
  weekStart: ['isoWeek', 'date'],
  weekCut: ['isoWeek', 'weekStart', 'date'],
  payCodeLabel: ['payCode'],
  external: ['payCode'],
  secondary: ['payCode'],
  title: ['code'],
  remedy: ['code'],
  actor: ['code'],
};

/** @param description a text of the catalogue `model`, by its key if it has no values */
export function field<Item>(
  name: string,
  type: FieldType,
  description: KeyOf<'model'> | AnyMessage,
  of: (item: Item) => Scalar,
): FieldDefinition<Item> {
  const text = typeof description === 'string' ? catalogueText(description) : description;
  return { name, type, description: text, describes: DESCRIBES[name], of };
}

const CATALOGUE_TEXTS = new Map<KeyOf<'model'>, AnyMessage>();

/** The fields of a data set are built for each employee: their texts once. */
function catalogueText(key: KeyOf<'model'>): AnyMessage {
  const known = CATALOGUE_TEXTS.get(key);
  if (known !== undefined) return known;
  const id: MessageId = `model.${key}`;
  const text = { id, values: {} };
  CATALOGUE_TEXTS.set(key, text);
  return text;
}

/** A data set of which the values can also be read by column. */
export interface ColumnarSet extends DataSet {
  /** For each field the values of all rows. */
  readonly columns: () => readonly (readonly Scalar[])[];
}

/** Converts items to rows on each iteration. @param key a field that is unique in each row */
export function makeDataSet<Item>(
  name: string,
  fields: readonly FieldDefinition<Item>[],
  items: Iterable<Item>,
  key?: string,
): ColumnarSet {
  const plain = plainFields(fields);
  return {
    name,
    fields: key === undefined ? plain : plain.map((each) => ({ ...each, describes: [key] })),
    rows: { [Symbol.iterator]: () => buildRows(fields, items) },
    columns: () => buildColumns(fields, items),
  };
}

/** Without the source of their values. */
export function plainFields<Item>(fields: readonly FieldDefinition<Item>[]): Field[] {
  return fields.map(({ name, type, description, describes }) => ({ name, type, description, describes }));
}

function* buildRows<Item>(
  fields: readonly FieldDefinition<Item>[],
  items: Iterable<Item>,
): Generator<DataRow> {
  const blank = blankRow(fields.map(({ name }) => name));
  for (const item of items) yield filledRow(blank, fields, item);
}

/** Row by row: what several fields of an item share is computed once. */
function buildColumns<Item>(
  fields: readonly FieldDefinition<Item>[],
  items: Iterable<Item>,
): readonly (readonly Scalar[])[] {
  const columns = fields.map(({ of }) => ({ of, values: [] as Scalar[] }));
  for (const item of items) for (const { of, values } of columns) values.push(of(item));
  return columns.map(({ values }) => values);
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
 * A row to copy and fill. V8 stores an object that grows field by field as a hash table of about a kilobyte; parsed
 * objects and their copies share one hidden class.
 */
export function blankRow(names: readonly string[]): DataRow {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(',')}}`);
}
