import type { Text } from '../i18n/message.js';

/** The value of a cell. Minutes are whole numbers; dates are `YYYY-MM-DD`; null is empty. */
export type Scalar = string | number | boolean | null;

/** `integer` and `minutes` are whole numbers; a `number` may have decimals. */
export type FieldType = 'text' | 'integer' | 'number' | 'minutes' | 'date' | 'boolean' | 'timestamp';

/** A field of a data set. Names are dotted paths in the field's terms: `employee.lastName`. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Its description for people. */
  readonly description: Text;
  /**
   * Fields that it describes: rows with equal values of one of them have equal values of this field. @default `x.id`
   * for `x.y`
   */
  readonly describes?: readonly string[] | undefined;
}

/** A flat row: field name -> value. Every field of the data set is present in every row. */
export type DataRow = Readonly<Record<string, Scalar>>;

/**
 * A named list of rows that templates choose columns from. One model, several writers. Rows can be iterated any number
 * of times; they are generated each time, and keeping all of them keeps a whole period in memory.
 */
export interface DataSet {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly rows: Iterable<DataRow>;
  /** The same rows with only these fields, if the others are expensive. @default rows */
  readonly rowsWith?: (fields: readonly string[]) => Iterable<DataRow>;
  /** Fields by which the rows are already in ascending order by code units, null last. */
  readonly orderedBy?: readonly string[];
}

/** Between payroll IDs of one person. */
export const SEVERAL_NUMBERS = ' / ';

/** The data sets of a run, in the order of lists and messages. */
export const DATA_SET_NAMES: readonly string[] = [
  ...['entries', 'employee-days', 'employees', 'days', 'agency-days', 'pay-lines', 'exceptions'],
  ...[
    'planned-worked',
    'calendar',
    'clock-changes',
    'period-edges',
    'weeks',
    'accounts',
    'account-days',
    'timesheets',
    'timesheet-lines',
    'timesheet-codes',
    'pay-codes',
    'employee-codes',
    'joined-exceptions',
    'holidays',
    'control',
    'changes',
    'files',
  ],
];
