import { weekdayName } from '../../language/calendarNames.js';
import { type CellValue, clockFractionOf, hoursOf, serialDateOf } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import { isNameless, personText } from './personText.js';
import type { ReportContext } from './reportContext.js';
import type { Kind } from './reportStyles.js';
import { numberOf, sumOf, textOf } from './rowAccess.js';
import { textWidth, widestPossible } from './textWidth.js';
import { inUnit, type Times } from './timeUnit.js';

/** A column of a report's table. */
export interface ReportColumn {
  readonly heading: string;
  readonly kind: Kind;
  /** In characters. */
  readonly width: number;
  readonly value: (row: DataRow) => CellValue;
  /** The sum that the totals row shows, in the column's own unit; undefined: none. */
  readonly total?: (rows: readonly DataRow[]) => number;
}

const WIDEST_TEXT = 34;

/** Text, as wide as its values need. */
export function textColumn(
  heading: string,
  field: string,
  rows: readonly DataRow[],
  widest = WIDEST_TEXT,
): ReportColumn {
  return calculatedText(heading, rows, (row) => textOf(row, field), widest);
}

/** Text that is made from a row; on several lines where a value is wider than the widest column. */
export function calculatedText(
  heading: string,
  rows: readonly DataRow[],
  value: (row: DataRow) => string,
  widest = WIDEST_TEXT,
): ReportColumn {
  const longest = rows.reduce((width, row) => {
    const text = value(row);
    return widestPossible(text) <= width ? width : Math.max(width, textWidth(text));
  }, 0);
  const wanted = longest + TEXT_ROOM;
  const width = Math.max(Math.min(wanted, widest), headingWidth(heading), 8);
  return { heading, kind: wanted > width ? 'wrapped' : 'text', width, value };
}

/** Room for a text's indent and the cell's edges. */
const TEXT_ROOM = 3;

/** A heading in bold with the button of the filter beside it. */
function headingWidth(heading: string): number {
  return textWidth(heading) * 1.05 + 4;
}

/** Wide enough for heading and total, which is the longest value of a column. */
function numberWidth(heading: string, total: string): number {
  return Math.max(11, headingWidth(heading), total.length + 5);
}

const wholeHours = (minutes: number) => Math.trunc(minutes / 60).toFixed(0);

/** Number and names. Where the names are unknown, the id stands for the last name, and the first name says so. */
export function personColumns({ t }: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  const lastName = (row: DataRow) => textOf(row, 'employee.lastName') || textOf(row, 'employee.name');
  const firstName = (row: DataRow) =>
    isNameless(row) ? `(${t('nameUnknown')})` : textOf(row, 'employee.firstName');
  return [
    textColumn(t('number'), 'employee.number', rows, 14),
    calculatedText(t('lastName'), rows, lastName, 26),
    calculatedText(t('firstName'), rows, firstName, 20),
  ];
}

/** The whole name in one column. */
export function personColumn(context: ReportContext, rows: readonly DataRow[], widest = 28): ReportColumn {
  return calculatedText(context.t('employee'), rows, (row) => personText(context, row), widest);
}

/** Longer text, on several lines. */
export function wrappedColumn(heading: string, width: number, value: (row: DataRow) => string): ReportColumn {
  return { heading, kind: 'wrapped', width, value };
}

export function dateColumn(heading: string, field = 'date'): ReportColumn {
  const value = (row: DataRow) => {
    const date = textOf(row, field);
    return date === '' ? null : serialDateOf(date);
  };
  return { heading, kind: 'date', width: Math.max(12, headingWidth(heading)), value };
}

export function weekdayColumn({ t, language }: ReportContext): ReportColumn {
  const value = (row: DataRow) => weekdayName(language, numberOf(row, 'weekday') ?? 0);
  const heading = t('weekday');
  return { heading, kind: 'text', width: Math.max(13, headingWidth(heading)), value };
}

/** Where a clock time `HH:MM` of a row comes from. */
export interface ClockSource {
  readonly time: (row: DataRow) => string | undefined;
  /** The field with the offset that must stand beside it; empty in most rows. */
  readonly offsetField: string;
}

/** A clock time; as text with its offset, such as `02:45 +02:00`, where the time alone could mean two instants. */
export function clockColumn(
  heading: string,
  { time, offsetField }: ClockSource,
  rows: readonly DataRow[],
  narrowest: number,
): ReportColumn {
  const value = (row: DataRow) => {
    const clock = time(row) ?? '';
    const offset = textOf(row, offsetField);
    if (clock === '') return null;
    return offset === '' ? clockFractionOf(clock) : `${clock} ${offset}`;
  };
  const hasOffsets = rows.some((row) => textOf(row, offsetField) !== '');
  return { heading, kind: 'time', width: hasOffsets ? Math.max(narrowest, OFFSET_WIDTH) : narrowest, value };
}

/** Room for `02:45 +02:00`. */
const OFFSET_WIDTH = 14;

/** Minutes that can be summed: `[h]:mm`, or decimal hours, and the heading says so. */
export function minutesColumn(
  { t }: ReportContext,
  heading: string,
  field: string,
  { rows, unit }: Times,
): ReportColumn {
  const convert = (minutes: number) => inUnit(unit, minutes);
  return {
    heading: unit === 'decimal' ? `${heading} (${t('hoursUnit')})` : heading,
    kind: unit === 'decimal' ? 'plainHours' : 'duration',
    width: numberWidth(heading, `${wholeHours(sumOf(rows, field))}:00`),
    value: (row) => convertOrNull(row, field, convert),
    ...totalOf(field, rows, convert),
  };
}

/** A signed difference in decimal hours. */
export function differenceColumn(
  heading: string,
  rows: readonly DataRow[],
  field = 'differenceMinutes',
): ReportColumn {
  return {
    heading,
    kind: 'hours',
    width: numberWidth(heading, `+${wholeHours(sumOf(rows, field))}.00 h`),
    value: (row) => convertOrNull(row, field, hoursOf),
    ...totalOf(field, rows, hoursOf),
  };
}

/** How many. Without a total where its things are counted in more than one row. */
export function countColumn(
  heading: string,
  field: string,
  rows: readonly DataRow[],
  counted: 'once' | 'repeatedly' = 'once',
): ReportColumn {
  const total = (all: readonly DataRow[]) => sumOf(all, field);
  return {
    heading,
    kind: 'integer',
    width: numberWidth(heading, String(total(rows))),
    value: (row) => numberOf(row, field),
    ...(counted === 'once' && { total }),
  };
}

/** No total over a column without any number: 0:00 would say that something was planned as nothing. */
function totalOf(
  field: string,
  rows: readonly DataRow[],
  convert: (minutes: number) => number,
): Pick<ReportColumn, 'total'> {
  if (!rows.some((row) => numberOf(row, field) !== null)) return {};
  return { total: (all) => convert(sumOf(all, field)) };
}

function convertOrNull(row: DataRow, field: string, convert: (minutes: number) => number): number | null {
  const minutes = numberOf(row, field);
  return minutes === null ? null : convert(minutes);
}
