/** What a cell can be filled with. Dates are `YYYY-MM-DD`; null is "nothing". */
export type Scalar = string | number | boolean | null;

/** `minutes` are whole numbers that may show as durations; a `number` may have decimals; a `timestamp` is ISO 8601 with an offset. */
export type FieldType = 'text' | 'integer' | 'number' | 'minutes' | 'date' | 'boolean' | 'timestamp';

/** A field of a data set; names may be dotted: `employee.lastName`. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** What it holds: shown in messages that propose it. */
  readonly description?: string;
}

/** A flat row: field name -> value. */
export type DataRow = Readonly<Record<string, Scalar>>;

/** A named list of rows that a workbook repeats over. */
export interface DataSet {
  readonly fields: readonly Field[];
  /** May be made while they are asked for, and asked for several times. An array is used as it is. */
  readonly rows: Iterable<DataRow>;
  /** The same rows with these fields alone, where the others would cost something. @default rows */
  readonly rowsWith?: (fields: readonly string[]) => Iterable<DataRow>;
}

/** All that placeholders can name: facts about the whole, and data sets by name. */
export interface WorkbookModel {
  readonly run: DataRow;
  readonly dataSets: ReadonlyMap<string, DataSet>;
}
