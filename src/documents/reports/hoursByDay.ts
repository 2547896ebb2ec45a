import { isoWeekOf } from '../../domain/time/isoWeek.js';
import { localDateOf } from '../../domain/time/localDate.js';
import type { DataRow } from '../dataSet.js';
import { calendarDays } from './calendarDays.js';
import type { ReportContext } from './reportContext.js';
import { rowsBy, rowsOf, sumOf, sumOrNull, textOf } from './rowAccess.js';

/** A row for every day of the period, with the sums of all people. */
export function hoursByDay(context: ReportContext): DataRow[] {
  const rows = rowsOf(context.model, 'employee-days');
  const byDate = rowsBy(rows, 'date');
  const planningKnown = sumOrNull(rows, 'plannedMinutes') !== null;
  return calendarDays(context).map(({ date, weekday, holiday }) => ({
    date,
    weekday,
    holiday: holiday === '' ? null : holiday,
    ...sums(byDate.get(date) ?? [], planningKnown),
  }));
}

/** A row for every ISO week of these days. */
export function hoursByWeek(days: readonly DataRow[]): DataRow[] {
  const withWeek = days.map((row) => ({ ...row, week: isoWeekOf(localDateOf(textOf(row, 'date'))) }));
  return [...rowsBy(withWeek, 'week')].map(([week, rows]) => ({
    week,
    from: rows[0]?.date ?? null,
    to: rows.at(-1)?.date ?? null,
    ...sums(rows, sumOrNull(rows, 'plannedMinutes') !== null),
  }));
}

/** Sums of rows; planned minutes and differences are null where planning could not be read. */
function sums(rows: readonly DataRow[], planningKnown: boolean): DataRow {
  return {
    plannedMinutes: planningKnown ? sumOf(rows, 'plannedMinutes') : null,
    workedMinutes: sumOf(rows, 'workedMinutes'),
    differenceMinutes: planningKnown ? sumOf(rows, 'differenceMinutes') : null,
    entries: sumOf(rows, 'entries'),
  };
}
