import { DateTime } from 'luxon';
import { PaytallyError } from '../../errors.js';
import { isoWeekOf, weekStartOf } from '../time/isoWeek.js';
import { addDays, daysBetween, type LocalDate, localDateOf, parseLocalDate } from '../time/localDate.js';
import { SERVICE_DAYS } from '../time/serviceDays.js';
import { calendarPeriod, type PayCalendar } from './payCalendar.js';
import { periodHint } from './periodHint.js';

/** A span of local days, both ends included. `label` is how file names and summaries call it. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly label: string;
}

/** Pay calendars by the name that the command line uses. */
export type PayCalendars = Readonly<Record<string, PayCalendar>>;

type Resolve = (match: RegExpMatchArray, today: LocalDate) => Period | undefined;

/** Absolute forms, in the order in which they are tried. */
const ABSOLUTE: readonly (readonly [RegExp, Resolve])[] = [
  [/^(\d{4})-(\d{2})$/, ([, year, month]) => monthPeriod(Number(year), Number(month))],
  [/^(\d{4})-Q([1-4])$/, ([label, year, quarter]) => quarterPeriod(label, Number(year), Number(quarter))],
  [/^(\d{4})$/, ([label]) => span(`${label}-01-01`, `${label}-12-31`, label)],
  [/^(\d{4})-W(\d{2})$/, ([, year, week]) => weekPeriod(Number(year), Number(week))],
  [/^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/, ([label, from, to]) => span(from, to, label)],
];

const RELATIVE: ReadonlyMap<string, (today: LocalDate) => Period> = new Map([
  ['this-month', (today: LocalDate) => monthOf(today)],
  ['last-month', (today: LocalDate) => monthOf(addDays(localDateOf(`${today.slice(0, 7)}-01`), -1))],
  ['last-week', (today: LocalDate) => weekOf(addDays(today, -7))],
]);

/** Whether the period depends on today's date, and so on the employer's zone. */
export function isRelativePeriod(text: string, calendars: PayCalendars): boolean {
  return RELATIVE.has(text) || (Object.hasOwn(calendars, text) && !text.includes('@'));
}

/**
 * Turns what stands on the command line into local days.
 * A pay calendar's bare name is its last period that ended before `today`; `NAME@DATE` is the one holding that date.
 * @throws PaytallyError PERIOD_INVALID
 */
export function resolvePeriod(text: string, today: LocalDate, calendars: PayCalendars = {}): Period {
  const period =
    RELATIVE.get(text)?.(today) ?? absolutePeriod(text, today) ?? calendarPeriod(text, today, calendars);
  if (period === undefined) throw invalid(text, calendars);
  if (period.to < period.from) throw invalid(text, calendars, 'its end lies before its beginning');
  if (period.from < SERVICE_DAYS.from || period.to > SERVICE_DAYS.to) {
    throw invalid(text, calendars, 'the service holds the years 2000 to 2100 only');
  }
  return period;
}

/** Calendar days in the period. */
export function periodDays(period: Period): LocalDate[] {
  return Array.from({ length: daysBetween(period.from, period.to) + 1 }, (_, index) =>
    addDays(period.from, index),
  );
}

export function isInside(date: LocalDate, period: Period): boolean {
  return date >= period.from && date <= period.to;
}

function absolutePeriod(text: string, today: LocalDate): Period | undefined {
  for (const [pattern, resolve] of ABSOLUTE) {
    const match = text.match(pattern);
    if (match) return resolve(match, today);
  }
  return undefined;
}

/** Whether dates can be told of it without knowing today. */
function isAbsolute(text: string): boolean {
  const period = absolutePeriod(text, SERVICE_DAYS.from);
  return period !== undefined && period.from <= period.to;
}

function span(from: string | undefined, to: string | undefined, label: string): Period | undefined {
  const first = parseLocalDate(from ?? '');
  const last = parseLocalDate(to ?? '');
  return first && last && { from: first, to: last, label };
}

function monthPeriod(year: number, month: number): Period | undefined {
  const first = parseLocalDate(`${pad(year, 4)}-${pad(month, 2)}-01`);
  return first && monthOf(first);
}

function monthOf(date: LocalDate): Period {
  const label = date.slice(0, 7);
  const last = DateTime.fromISO(date, { zone: 'utc' }).endOf('month').toISODate();
  return { from: localDateOf(`${label}-01`), to: localDateOf(last ?? ''), label };
}

function quarterPeriod(label: string, year: number, quarter: number): Period | undefined {
  const first = monthPeriod(year, quarter * 3 - 2);
  const last = monthPeriod(year, quarter * 3);
  return first && last && { from: first.from, to: last.to, label };
}

/** undefined for a week that the year does not have. */
function weekPeriod(year: number, week: number): Period | undefined {
  const monday = DateTime.fromObject({ weekYear: year, weekNumber: week, weekday: 1 }, { zone: 'utc' });
  const from = parseLocalDate(monday.toISODate() ?? '');
  return from && weekOf(from);
}

function weekOf(date: LocalDate): Period {
  const monday = weekStartOf(date);
  return { from: monday, to: addDays(monday, 6), label: isoWeekOf(monday) };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function invalid(
  text: string,
  calendars: PayCalendars,
  why = 'it is not a period that exists',
): PaytallyError {
  const names = Object.keys(calendars);
  const meant = periodHint(text, [...RELATIVE.keys(), ...names], isAbsolute);
  const calendar = names.length > 0 ? ` Pay calendars in the configuration: ${names.join(', ')}.` : '';
  const known = meant ? ` Did you mean ${meant}?` : calendar;
  return new PaytallyError('PERIOD_INVALID', `"${text}" cannot be used as a period: ${why}.${known}`, {
    record: text,
  });
}
