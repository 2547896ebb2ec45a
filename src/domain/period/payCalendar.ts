import { DateTime } from 'luxon';
import { addDays, daysBetween, type LocalDate, localDateOf, parseLocalDate } from '../time/localDate.js';

/**
 * An employer's own sequence of pay periods: every `days` days counted from `anchor` (14: fortnightly,
 * 28: four-weekly), or from the day `fromDay` of a month to the day before it in the next (26th to 25th).
 */
export type PayCalendar =
  | { readonly anchor: LocalDate; readonly days: number }
  | { readonly fromDay: number };

/** `NAME` is the last period that ended before today, `NAME@2026-10-14` the one that holds the date. */
export function calendarPeriod(
  text: string,
  today: LocalDate,
  calendars: Readonly<Record<string, PayCalendar>>,
): LabelledSpan | undefined {
  const [name = '', at] = text.split('@');
  const calendar = Object.hasOwn(calendars, name) ? calendars[name] : undefined;
  if (calendar === undefined) return undefined;
  if (at === undefined) {
    const current = periodHolding(today, calendar);
    return labelled(periodHolding(addDays(current.from, -1), calendar), name);
  }
  const date = parseLocalDate(at);
  return date && labelled(periodHolding(date, calendar), name);
}

interface Span {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

type LabelledSpan = Span & { readonly label: string };

function periodHolding(date: LocalDate, calendar: PayCalendar): Span {
  if ('fromDay' in calendar) return monthlyHolding(date, calendar.fromDay);
  const index = Math.floor(daysBetween(calendar.anchor, date) / calendar.days);
  const from = addDays(calendar.anchor, index * calendar.days);
  return { from, to: addDays(from, calendar.days - 1) };
}

function monthlyHolding(date: LocalDate, fromDay: number): Span {
  const day = String(fromDay).padStart(2, '0');
  const thisMonth = localDateOf(`${date.slice(0, 7)}-${day}`);
  const from = date >= thisMonth ? thisMonth : shiftMonth(thisMonth, -1);
  return { from, to: addDays(shiftMonth(from, 1), -1) };
}

/** `fromDay` is 28 at most, so the day exists in every month. */
function shiftMonth(date: LocalDate, by: 1 | -1): LocalDate {
  const shifted = DateTime.fromISO(date, { zone: 'utc' }).plus({ months: by }).toISODate();
  return localDateOf(shifted ?? '');
}

/** The dates make the label: a calendar's name alone would give successive runs the same file names. */
function labelled(span: Span, name: string): LabelledSpan {
  return { ...span, label: `${name}-${span.from}` };
}
