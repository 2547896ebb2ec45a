import type { DataRow } from '../dataSet.js';
import { weekdayName } from '../language/calendarNames.js';
import type { CellValue } from '../xlsx/rows/cellValue.js';
import { dayFractionOf, hoursOf, serialDateOf } from '../xlsx/rows/serialDate.js';
import type { ReportContext } from './reportContext.js';
import type { Kind } from './reportStyles.js';
import { numberOf, sumOf, textOf } from './rowAccess.js';

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

/** Text that is made from a row. */
export function calculatedText(
  heading: string,
  rows: readonly DataRow[],
  value: (row: DataRow) => string,
  widest = WIDEST_TEXT,
): ReportColumn {
  const longest = rows.reduce((length, row) => Math.max(length, value(row).length), 0);
  const width = Math.min(Math.max(longest + 3, heading.length + 4, 8), widest);
  return { heading, kind: 'text', width, value };
}

/** Number and names. Where the names are unknown, the id stands for the last name. */
export function personColumns({ t }: ReportContext, rows: readonly DataRow[]): ReportColumn[] {
  const lastName = (row: DataRow) => textOf(row, 'employee.lastName') || textOf(row, 'employee.name');
  return [
    textColumn(t('number'), 'employee.number', rows, 14),
    calculatedText(t('lastName'), rows, lastName, 26),
    textColumn(t('firstName'), 'employee.firstName', rows, 20),
  ];
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
  return { heading, kind: 'date', width: 12, value };
}

export function weekdayColumn({ t, language }: ReportContext): ReportColumn {
  const value = (row: DataRow) => weekdayName(language, numberOf(row, 'weekday') ?? 0);
  return { heading: t('weekday'), kind: 'text', width: 13, value };
}

/**
 * Minutes that can be summed: `[h]:mm`, or decimal hours (and the heading says so) where one is negative, since
 * Excel shows negative times as ####.
 */
export function minutesColumn(
  { t }: ReportContext,
  heading: string,
  field: string,
  rows: readonly DataRow[],
): ReportColumn {
  const negative = rows.some((row) => (numberOf(row, field) ?? 0) < 0) || sumOf(rows, field) < 0;
  const convert = negative ? hoursOf : dayFractionOf;
  return {
    heading: negative ? `${heading} (${t('hoursUnit')})` : heading,
    kind: negative ? 'plainHours' : 'duration',
    width: Math.max(11, heading.length + 4),
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
    width: Math.max(12, heading.length + 3),
    value: (row) => convertOrNull(row, field, hoursOf),
    ...totalOf(field, rows, hoursOf),
  };
}

export function countColumn(heading: string, field: string): ReportColumn {
  return {
    heading,
    kind: 'integer',
    width: Math.max(9, heading.length + 4),
    value: (row) => numberOf(row, field),
    total: (all) => sumOf(all, field),
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
