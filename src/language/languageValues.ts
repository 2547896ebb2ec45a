import type { CallerWords, Message } from './messageText.js';

/** A value. Dates are `YYYY-MM-DD`; null is empty. */
export type Scalar = string | number | boolean | null;

/**
 * `minutes` are whole numbers that may show as durations; a `number` may have decimals; a `timestamp` is ISO 8601 with
 * an offset.
 */
export type FieldType = 'text' | 'integer' | 'number' | 'minutes' | 'date' | 'boolean' | 'timestamp';

/** A field of a data set; names may be dotted: `employee.lastName`. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** Its description, for messages that propose it. */
  readonly description?: CallerWords;
  /**
   * Fields that it describes: rows with equal values of one of them have equal values of this field. @default `x.id`
   * for `x.y`
   */
  readonly describes?: readonly string[] | undefined;
}

/** A flat row: field name -> value. */
export type DataRow = Readonly<Record<string, Scalar>>;

/** How values are written and sorted, and what messages say. */
export interface LanguageSettings {
  readonly words: ValueWords;
  /** The sort key of a text; compared with `<`. */
  readonly sortKeyOf: (text: string) => string;
  /** The template's own texts, by their keys: `say("overtime", 3)`. @default none */
  readonly phrases?: ReadonlyMap<string, Phrase>;
  /** Fields whose values may be negative. */
  readonly canBeNegative: (field: string) => boolean;
  /** Called for a value that does not fit a format, such as letters for a check digit. @default it is empty */
  readonly onUnfit?: ((text: Message) => void) | undefined;
  /** What to say about the name of a format that exists, but not in an expression. */
  readonly formatElsewhere?: (name: string) => Error | undefined;
  /** Formats that exist only elsewhere, for suggestions. */
  readonly namesElsewhere?: readonly string[];
  /** What is wrong with data that totals and conditions meet. @default nothing */
  readonly refuses?: DataRefusals | undefined;
}

/** What the user of the language refuses about data, in its own words. Fields are without their data set. */
export interface DataRefusals {
  /** The fields of a data set that it looks at. */
  readonly needs: (set: string) => readonly string[];
  /** Rows whose values of these fields must not be added. @returns also a condition with which they may */
  readonly total: (
    set: string,
    fields: readonly string[],
    rows: readonly DataRow[],
  ) => { readonly problem: CallerWords; readonly where: string } | undefined;
  /**
   * The kind of a row in a total of these fields: one row of each kind tells what the total of all would. Undefined for
   * a row that does not matter, and instead of the function if all rows may be added.
   */
  readonly kindIn: (
    set: string,
    fields: readonly string[],
  ) => ((row: DataRow) => string | undefined) | undefined;
  /** A row that a condition on these fields keeps or leaves out. @param holds tests other values of the row */
  readonly condition: (
    set: string,
    fields: readonly string[],
    row: DataRow,
    holds: (row: DataRow) => boolean,
  ) => { readonly problem: CallerWords; readonly remedy: CallerWords } | undefined;
}

/** A text with values: each is given as a number, or as text in the reader's notation. */
export interface Phrase {
  readonly parameters: readonly ('number' | 'text')[];
  readonly write: (values: readonly (string | number)[]) => string;
}

/** The words and symbols of a language within text: months and weekdays, dates, the decimal separator. */
export interface ValueWords {
  readonly decimalSign: '.' | ',';
  /** A date `YYYY-MM-DD` in the language's format. */
  readonly dateText: (date: string) => string;
  /** @param month 1 is January */
  readonly monthName: (month: number) => string;
  readonly abbreviatedMonth: (month: number, where: 'alone' | 'inDate') => string;
  /** @param weekday ISO number, 1 is Monday */
  readonly weekdayName: (weekday: number) => string;
  readonly abbreviatedWeekday: (weekday: number, where: 'alone' | 'inDate') => string;
  /** `AM` or `PM`. @param hour 0 to 23 */
  readonly dayHalfName: (hour: number) => string;
  /** A time of day `HH:MM` in the language's format. */
  readonly clockText: (time: string) => string;
  /** Hours in the reader's notation: `7:30`, `7.50`, `−0:30`. */
  readonly minutesText: (minutes: number) => string;
  /** The same notation for cells with numbers. @default 'clock' */
  readonly hourNotation?: 'clock' | 'decimal';
  /** How cells show a date, as a number format: `dd/mm/yyyy`. @default as the reader's computer is set */
  readonly dateFormat?: string;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

export const ENGLISH_WORDS: ValueWords = {
  decimalSign: '.',
  dateText: (date) => date,
  monthName: (month) => MONTHS[month - 1] ?? '',
  abbreviatedMonth: (month) => (MONTHS[month - 1] ?? '').slice(0, 3),
  weekdayName: (weekday) => WEEKDAYS[weekday - 1] ?? '',
  abbreviatedWeekday: (weekday) => (WEEKDAYS[weekday - 1] ?? '').slice(0, 3),
  dayHalfName: (hour) => (hour < 12 ? 'AM' : 'PM'),
  clockText: (time) => time,
  minutesText: (minutes) => {
    const size = Math.abs(minutes);
    const text = `${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
    return minutes < 0 ? `−${text}` : text;
  },
};

/** The sort key of a text by default: without case and marks. */
export function plainSortKey(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
}
