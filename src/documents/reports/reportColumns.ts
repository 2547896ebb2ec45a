import { weekdayName } from '../../i18n/dateText.js';
import { hoursText } from '../../i18n/hoursText.js';
import {
  type CellValue,
  clockFractionOf,
  dayFractionOf,
  hoursOf,
  serialDateOf,
  textWidth,
  widestPossible,
} from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { ReportContext } from './reportContext.js';
import type { Kind } from './reportStyles.js';
import { numberField, shownEmployee, textField } from './rowAccess.js';
import { convertMinutes, type SharedUnit } from './timeUnit.js';

/** A column of a report's table. */
export interface ReportColumn {
  readonly heading: string;
  readonly kind: Kind;
  /** In characters. */
  readonly width: number;
  readonly value: (row: DataRow) => CellValue;
  /** The sum in the totals row, in the column's unit; undefined for none. */
  readonly total?: number;
}

/** A column whose width, format and sum are determined by rows that are read one at a time. */
export interface ColumnDraft {
  /** Every row of the table, before `column` is requested. */
  look(row: DataRow): void;
  column(): ReportColumn;
}

/** The columns of a table, and its number of rows: rows are iterated once and not kept. */
export interface SurveyedTable {
  readonly columns: readonly ReportColumn[];
  readonly rows: Iterable<DataRow>;
  readonly count: number;
}

/** @param rows can be iterated again */
export function surveyTable(rows: Iterable<DataRow>, drafts: readonly ColumnDraft[]): SurveyedTable {
  let count = 0;
  for (const row of rows) {
    for (const draft of drafts) draft.look(row);
    count += 1;
  }
  return { columns: drafts.map((draft) => draft.column()), rows, count };
}

/** A column that does not depend on its rows. */
function fixedColumn(column: ReportColumn): ColumnDraft {
  return { look: () => undefined, column: () => column };
}

const WIDEST_TEXT = 34;

/** Text, as wide as its values need. */
export function textColumn(heading: string, field: string, widest = WIDEST_TEXT): ColumnDraft {
  return calculatedText(heading, (row) => textField(row, field), widest);
}

/** Text derived from a row; on several lines if a value is wider than the widest column. */
export function calculatedText(
  heading: string,
  value: (row: DataRow) => string,
  widest = WIDEST_TEXT,
): ColumnDraft {
  let longest = 0;
  return {
    look: (row) => {
      const text = value(row);
      if (widestPossible(text) > longest) longest = Math.max(longest, textWidth(text));
    },
    column: () => {
      const wanted = longest + TEXT_ROOM;
      const width = Math.max(Math.min(wanted, widest), headingWidth(heading), 8);
      return { heading, kind: wanted > width ? 'wrapped' : 'text', width, value };
    },
  };
}

/** The same with a given width, or with a minimum width if `narrowest` is one. */
export function withWidth(draft: ColumnDraft, width: (needed: number) => number): ColumnDraft {
  return {
    look: (row) => draft.look(row),
    column: () => {
      const column = draft.column();
      return { ...column, width: width(column.width) };
    },
  };
}

/** Space for a text's indent and the cell's margins. */
const TEXT_ROOM = 3;

/** A heading in bold with the filter button next to it. */
export function headingWidth(heading: string): number {
  return textWidth(heading) * 1.05 + 4;
}

/** Number and names. If the names are unknown, the last name shows the ID, and the first name a note. */
export function personColumns(
  { say }: ReportContext,
  { lastName: widestLast, firstName: widestFirst } = { lastName: 26, firstName: 20 },
): ColumnDraft[] {
  const lastName = (row: DataRow) => textField(row, 'employee.lastName') || textField(row, 'employee.name');
  const firstName = (row: DataRow) =>
    hasUnknownName(row) ? `(${say('reports.nameUnknown')})` : textField(row, 'employee.firstName');
  return [
    textColumn(say('reports.number'), 'employee.number', 14),
    calculatedText(say('reports.lastName'), lastName, widestLast),
    calculatedText(say('reports.firstName'), firstName, widestFirst),
  ];
}

/** The whole name in one column. */
export function personColumn(context: ReportContext, widest = 28): ColumnDraft {
  return calculatedText(context.say('reports.employee'), (row) => personText(context, row), widest);
}

/** Longer text, on several lines. */
export function wrappedColumn(heading: string, width: number, value: (row: DataRow) => string): ColumnDraft {
  return fixedColumn({ heading, kind: 'wrapped', width, value });
}

export function dateColumn(heading: string, field = 'date'): ColumnDraft {
  const value = (row: DataRow) => {
    const date = textField(row, field);
    return date === '' ? null : serialDateOf(date);
  };
  return fixedColumn({ heading, kind: 'date', width: Math.max(12, headingWidth(heading)), value });
}

export function weekdayColumn({ say, language }: ReportContext): ColumnDraft {
  const value = (row: DataRow) => weekdayName(language, numberField(row, 'weekday') ?? 0);
  const heading = say('reports.weekday');
  return fixedColumn({ heading, kind: 'text', width: Math.max(13, headingWidth(heading)), value });
}

/** The source of a row's clock time `HH:MM`. */
interface ClockSource {
  readonly time: (row: DataRow) => string | undefined;
  /** The field with the offset to show; empty in most rows. */
  readonly offsetField: string;
}

/** A clock time; as text with its offset, such as `02:45 +02:00`, if the time alone could mean two instants. */
export function clockColumn(
  heading: string,
  { time, offsetField }: ClockSource,
  narrowest: number,
): ColumnDraft {
  const value = (row: DataRow) => {
    const clock = time(row) ?? '';
    const offset = textField(row, offsetField);
    if (clock === '') return null;
    return offset === '' ? clockFractionOf(clock) : `${clock} ${offset}`;
  };
  let hasOffsets = false;
  return {
    look: (row) => {
      hasOffsets ||= textField(row, offsetField) !== '';
    },
    column: () => {
      const width = hasOffsets ? Math.max(narrowest, OFFSET_WIDTH) : narrowest;
      return { heading, kind: 'time', width, value };
    },
  };
}

/** Space for `02:45 +02:00`. */
const OFFSET_WIDTH = 14;

/** Wide enough for heading and total, which is the longest value of a column. */
function numberWidth(heading: string, total: string): number {
  return Math.max(11, headingWidth(heading), total.length + 5);
}

const wholeHours = (minutes: number) => Math.trunc(minutes / 60).toFixed(0);

type MinutesOf = (row: DataRow) => number | null;

/** The sum over the rows read so far; null if no row has a number. */
class RowSum {
  #sum: number | null = null;

  constructor(readonly of: MinutesOf) {}

  look(row: DataRow): void {
    const value = this.of(row);
    if (value !== null) this.#sum = (this.#sum ?? 0) + value;
  }

  get orZero(): number {
    return this.#sum ?? 0;
  }

  /** No total for a column without numbers: 0:00 would look like a plan of zero hours. */
  total(convert: (minutes: number) => number): Pick<ReportColumn, 'total'> {
    return this.#sum === null ? {} : { total: convert(this.#sum) };
  }
}

const readMinutes =
  (field: string): MinutesOf =>
  (row) =>
    numberField(row, field);

/**
 * Minutes that can be summed: `[h]:mm`, or decimal hours, which the heading states. @param shared with all columns next
 * to them
 */
export function minutesColumn(
  context: ReportContext,
  heading: string,
  field: string,
  shared: SharedUnit,
): ColumnDraft {
  return timesColumn(context, heading, readMinutes(field), shared);
}

function timesColumn(
  context: ReportContext,
  heading: string,
  minutesOf: MinutesOf,
  shared: SharedUnit,
): ColumnDraft {
  const sum = new RowSum(minutesOf);
  return {
    look: (row) => {
      sum.look(row);
      shared.see(minutesOf(row));
    },
    column: () => {
      const { unit } = shared;
      const convert = (minutes: number) => convertMinutes(unit, minutes);
      return {
        heading: unit === 'decimal' ? headingInHours(context, heading) : heading,
        kind: unit === 'decimal' ? 'plainHours' : 'duration',
        width: numberWidth(
          unit === 'decimal' ? headingInHours(context, heading) : heading,
          `${wholeHours(sum.orZero)}:00`,
        ),
        value: (row) => convertOrNull(minutesOf(row), convert),
        ...sum.total(convert),
      };
    },
  };
}

/**
 * A difference in the notation of the times next to it. As decimal hours it is signed. As clock time it has two
 * columns, for more and for less: Excel cannot show negative times, and these columns can be sorted and added up.
 */
export function differenceColumns(
  context: ReportContext,
  shared: SharedUnit,
  { heading = context.say('reports.difference'), field = 'differenceMinutes' } = {},
): ColumnDraft[] {
  if (context.hours === 'decimal') return [signedColumn(headingInHours(context, heading), field)];
  const { say } = context;
  return [
    timesColumn(context, say('reports.more'), (row) => positiveOnly(numberField(row, field)), shared),
    timesColumn(context, say('reports.less'), (row) => positiveOnly(negate(numberField(row, field))), shared),
  ];
}

/**
 * Minutes without a total, such as the clock time from start to end: as clock time a negative value is text, so that it
 * does not turn its neighbours into decimal hours.
 */
export function unsummedColumn(context: ReportContext, heading: string, field: string): ColumnDraft {
  const { hours, language } = context;
  const isDecimal = hours === 'decimal';
  const shownMinutes = (minutes: number) => {
    if (isDecimal) return hoursOf(minutes);
    return minutes < 0 ? hoursText(minutes, hours, language) : dayFractionOf(minutes);
  };
  const headed = isDecimal ? headingInHours(context, heading) : heading;
  return {
    look: () => undefined,
    column: () => ({
      heading: headed,
      kind: isDecimal ? 'plainHours' : 'duration',
      width: numberWidth(headed, ''),
      value: (row) => convertOrNull(numberField(row, field), shownMinutes),
    }),
  };
}

/** Empty if there is none: a positive value is not in the column for less. */
const positiveOnly = (minutes: number | null) => (minutes === null || minutes <= 0 ? null : minutes);
const negate = (minutes: number | null) => (minutes === null ? null : 0 - minutes);

function signedColumn(heading: string, field: string): ColumnDraft {
  const sum = new RowSum(readMinutes(field));
  return {
    look: (row) => sum.look(row),
    column: () => ({
      heading,
      kind: 'hours',
      width: numberWidth(heading, `+${wholeHours(sum.orZero)}.00 h`),
      value: (row) => convertOrNull(numberField(row, field), hoursOf),
      ...sum.total(hoursOf),
    }),
  };
}

const headingInHours = ({ say }: ReportContext, heading: string) =>
  `${heading} (${say('reports.hoursUnit')})`;

/** A count. Without a total if items are counted in more than one row. */
export function countColumn(
  heading: string,
  field: string,
  counted: 'once' | 'repeatedly' = 'once',
): ColumnDraft {
  const sum = new RowSum(readMinutes(field));
  return {
    look: (row) => sum.look(row),
    column: () => ({
      heading,
      kind: 'integer',
      width: numberWidth(heading, String(sum.orZero)),
      value: (row) => numberField(row, field),
      ...(counted === 'once' && { total: sum.orZero }),
    }),
  };
}

/** Times, or days of leave: numbers that may have decimals, with their unit. */
export function quantityColumn(heading: string, field: string, unit: 'times' | 'days'): ColumnDraft {
  const sum = new RowSum(readMinutes(field));
  return {
    look: (row) => sum.look(row),
    column: () => ({
      heading,
      kind: unit,
      width: numberWidth(heading, `${sum.orZero} ${unit}`),
      value: (row) => numberField(row, field),
      total: sum.orZero,
    }),
  };
}

function convertOrNull<Value>(minutes: number | null, convert: (minutes: number) => Value): Value | null {
  return minutes === null ? null : convert(minutes);
}

/**
 * Whether a row is about a person with an unknown name, for example archived before the first run: only an ID is known.
 */
export function hasUnknownName(row: DataRow): boolean {
  return (
    textField(row, 'employee.id') !== '' &&
    textField(row, 'employee.lastName') === '' &&
    textField(row, 'employee.firstName') === ''
  );
}

/**
 * `Peeters, An`, `Twin, Sam (00101)` for one of several of the name, or the whole ID with a note that the name is
 * unknown. Empty if the row is not about a person.
 */
export function personText({ say, model }: ReportContext, row: DataRow): string {
  const name = shownEmployee(model, row);
  return hasUnknownName(row) ? `${name} (${say('reports.nameUnknown')})` : name;
}
