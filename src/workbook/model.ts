import type { CallerWords } from './messages.js';

/** The value of a cell. Dates are `YYYY-MM-DD`; null is empty. */
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

/** A named list of rows that a workbook repeats over. */
export interface DataSet {
  readonly fields: readonly Field[];
  /** May be generated on request, and may be iterated several times. An array is used unchanged. */
  readonly rows: Iterable<DataRow>;
  /** The same rows with only these fields, if the others are expensive. @default rows */
  readonly rowsWith?: (fields: readonly string[]) => Iterable<DataRow>;
}

/** The data for placeholders: general facts, and data sets by name. */
export interface WorkbookModel {
  readonly run: DataRow;
  readonly dataSets: ReadonlyMap<string, DataSet>;
}

/** Names from a model for examples in messages. */
export interface WorkbookExamples {
  readonly dataSet: string;
  readonly groupField: string;
  readonly sortField: string;
  readonly textField: string;
  readonly numberField: string;
}

/** How values are written and sorted, and what messages show. */
export interface WorkbookSettings {
  /** @default English */
  readonly words?: WorkbookWords;
  /** The sort key of a text; compared with `<`. @default the text without case and marks */
  readonly sortKeyOf?: (text: string) => string;
  /** Fields whose values may be negative: Excel shows no negative durations. @default none */
  readonly canBeNegative?: (field: string) => boolean;
  /** The name of a data set's row, for messages. @default its name */
  readonly describeSet?: (name: string) => CallerWords;
  /** @default the first fields that fit */
  readonly examples?: Partial<WorkbookExamples>;
}

export type FullSettings = Required<Omit<WorkbookSettings, 'examples'>> & {
  readonly examples: WorkbookExamples;
};

/** The settings with their defaults. */
export function fullSettings(
  { words, sortKeyOf, canBeNegative, describeSet, examples }: WorkbookSettings,
  dataSets: ReadonlyMap<string, readonly Field[]>,
): FullSettings {
  return {
    words: words ?? ENGLISH_WORDS,
    sortKeyOf: sortKeyOf ?? ((text) => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')),
    canBeNegative: canBeNegative ?? (() => false),
    describeSet: describeSet ?? ((name) => name),
    examples: { ...firstFields(dataSets), ...examples },
  };
}

function firstFields(dataSets: ReadonlyMap<string, readonly Field[]>): WorkbookExamples {
  const [dataSet = 'rows', fields = []] = [...dataSets][0] ?? [];
  const first = (fits: (field: Field) => boolean): string =>
    fields.find(fits)?.name ?? fields[0]?.name ?? 'field';
  return {
    dataSet,
    groupField: first(({ type }) => type === 'text'),
    sortField: first(({ type }) => type === 'date'),
    textField: first(({ type }) => type === 'text'),
    numberField: first(({ type }) => type === 'minutes' || type === 'integer'),
  };
}

/** The words and symbols of a language within text: months and weekdays, dates, the decimal separator. */
export interface WorkbookWords {
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
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

export const ENGLISH_WORDS: WorkbookWords = {
  decimalSign: '.',
  dateText: (date) => date,
  monthName: (month) => MONTHS[month - 1] ?? '',
  abbreviatedMonth: (month) => (MONTHS[month - 1] ?? '').slice(0, 3),
  weekdayName: (weekday) => WEEKDAYS[weekday - 1] ?? '',
  abbreviatedWeekday: (weekday) => (WEEKDAYS[weekday - 1] ?? '').slice(0, 3),
  dayHalfName: (hour) => (hour < 12 ? 'AM' : 'PM'),
};
