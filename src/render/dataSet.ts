import type { Text } from '../i18n/message.js';

/** What a cell can hold. Minutes are whole numbers; dates are `YYYY-MM-DD`; null is "nothing". */
export type Scalar = string | number | boolean | null;

/** `integer` and `minutes` are whole numbers; a `number` may have decimals. */
export type FieldType = 'text' | 'integer' | 'number' | 'minutes' | 'date' | 'boolean' | 'timestamp';

/** A field of a data set. Names are dotted paths in the field's terms: `employee.lastName`. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** What it holds, for people. */
  readonly description: Text;
  /** Fields that it tells something about: rows that agree in one of them agree in this. @default `x.id` for `x.y` */
  readonly describes?: readonly string[];
}

/** A flat row: field name -> value. Every field of the data set is present in every row. */
export type DataRow = Readonly<Record<string, Scalar>>;

/**
 * A named list of rows that templates choose columns from. One model, several writers. Rows can be iterated as often as
 * one likes; they are made again each time, and whoever keeps them all holds a whole period.
 */
export interface DataSet {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly rows: Iterable<DataRow>;
  /** The same rows with these fields alone, where the others would cost something. @default rows */
  readonly rowsWith?: (fields: readonly string[]) => Iterable<DataRow>;
  /** Fields by which the rows are in ascending order already, code unit by code unit, nothing last. */
  readonly orderedBy?: readonly string[];
}
