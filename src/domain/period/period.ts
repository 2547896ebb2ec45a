import { distance } from 'fastest-levenshtein';
import { PaytallyError } from '../../errors.js';
import { joined, message } from '../../i18n/message.js';
import {
  addDays,
  COMPUTED_DAYS,
  daysBetween,
  isoWeek,
  isoWeekStart,
  type LocalDate,
  lastOfMonth,
  parseLocalDate,
  toLocalDate,
} from '../time/localDate.js';
import { type Days, periodOfDays, periodOfMonths } from './repeatingPeriod.js';

/** A span of local days, inclusive. `label` is its name in file names and summaries. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly label: string;
}

/** Pay calendars by their name on the command line. */
type PayCalendars = Readonly<Record<string, PayCalendar>>;

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
  ['last-month', (today: LocalDate) => monthOf(addDays(toLocalDate(`${today.slice(0, 7)}-01`), -1))],
  ['last-week', (today: LocalDate) => weekOf(addDays(today, -7))],
]);

/** Whether the period depends on today's date, and so on the employer's zone. */
export function isRelativePeriod(text: string, calendars: PayCalendars): boolean {
  return RELATIVE.has(text) || (Object.hasOwn(calendars, text) && !text.includes('@'));
}

/**
 * Converts a period of the command line to local days. A pay calendar's bare name is its last period that ended before
 * `today`; `NAME@DATE` is the one that contains the date.
 * @throws PaytallyError PERIOD_INVALID
 */
export function resolvePeriod(text: string, today: LocalDate, calendars: PayCalendars = {}): Period {
  const period =
    relativePeriod(text, today) ??
    absolutePeriod(text, today) ??
    resolveCalendarPeriod(text, today, calendars);
  if (period === undefined) throw invalid('period.unknown', text, calendars);
  if (period.to < period.from) throw invalid('period.reversed', text, calendars);
  if (period.from < COMPUTED_DAYS.from || period.to > COMPUTED_DAYS.to) {
    throw invalid('period.outOfRange', text, calendars);
  }
  return period;
}

/** Cached, because thousands of employers ask for the same period on the same day. */
const relativePeriods = new Map<string, Period>();
const PERIODS_KEPT = 100;

function relativePeriod(text: string, today: LocalDate): Period | undefined {
  const key = `${today} ${text}`;
  const period = relativePeriods.get(key) ?? RELATIVE.get(text)?.(today);
  if (period === undefined) return undefined;
  if (relativePeriods.size >= PERIODS_KEPT) relativePeriods.clear();
  relativePeriods.set(key, period);
  return period;
}

/** Calendar days in the period. */
export function periodDays(period: Period): LocalDate[] {
  return Array.from({ length: daysBetween(period.from, period.to) + 1 }, (_, index) =>
    addDays(period.from, index),
  );
}

/** From the first to the last day of some periods; undefined without a period. */
export function spanOf(periods: readonly Pick<Period, 'from' | 'to'>[]): Period | undefined {
  const [from] = periods.map((period) => period.from).sort();
  const to = periods
    .map((period) => period.to)
    .sort()
    .at(-1);
  return from === undefined || to === undefined ? undefined : { from, to, label: `${from}..${to}` };
}

export function isInside(date: LocalDate, period: Pick<Period, 'from' | 'to'>): boolean {
  return date >= period.from && date <= period.to;
}

function absolutePeriod(text: string, today: LocalDate): Period | undefined {
  for (const [pattern, resolve] of ABSOLUTE) {
    const match = text.match(pattern);
    if (match) return resolve(match, today);
  }
  return undefined;
}

/** Whether its dates do not depend on today's date. */
function isAbsolute(text: string): boolean {
  const period = absolutePeriod(text, COMPUTED_DAYS.from);
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
  return { from: toLocalDate(`${label}-01`), to: lastOfMonth(date), label };
}

function quarterPeriod(label: string, year: number, quarter: number): Period | undefined {
  const first = monthPeriod(year, quarter * 3 - 2);
  const last = monthPeriod(year, quarter * 3);
  return first && last && { from: first.from, to: last.to, label };
}

/** undefined for a week that the year does not have. */
function weekPeriod(year: number, week: number): Period | undefined {
  const inFirst = parseLocalDate(`${pad(year, 4)}-01-04`);
  const day = inFirst && parseLocalDate(addDays(inFirst, (week - 1) * 7));
  const found = day && weekOf(day);
  return found?.label === `${pad(year, 4)}-W${pad(week, 2)}` ? found : undefined;
}

function weekOf(date: LocalDate): Period {
  const monday = isoWeekStart(date);
  return { from: monday, to: addDays(monday, 6), label: isoWeek(monday) };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function invalid(
  id: 'period.unknown' | 'period.reversed' | 'period.outOfRange',
  text: string,
  calendars: PayCalendars,
): PaytallyError {
  const names = Object.keys(calendars);
  const meant = suggestPeriod(text, [...RELATIVE.keys(), ...names], isAbsolute);
  const hints = [
    ...(meant ? [message('period.meant', { period: meant })] : []),
    ...(!meant && names.length > 0 ? [message('period.calendars', { names: names.join(', ') })] : []),
  ];
  const said = joined([message(id, { text }), ...hints], ' ');
  return new PaytallyError('PERIOD_INVALID', said, { record: text });
}

/** With more differences than this, it is another word. */
const MOST_EDITS = 2;

/** Other notations of a period, with the accepted notation. */
const MEANT: readonly (readonly [pattern: RegExp, meant: (parts: readonly string[]) => string])[] = [
  [/^(\d{1,2})[-/.](\d{4})$/, ([, month = '', year = '']) => `${year}-${month.padStart(2, '0')}`],
  [/^(\d{4})[-/.]?(\d{1,2})$/, ([, year = '', month = '']) => `${year}-${month.padStart(2, '0')}`],
  [/^(\d{4})[-/. ]?q([1-4])$/i, ([, year = '', quarter = '']) => `${year}-Q${quarter}`],
  [/^q([1-4])[-/. ]?(\d{4})$/i, ([, quarter = '', year = '']) => `${year}-Q${quarter}`],
  [/^(\d{4})[-/. ]?w(\d{1,2})$/i, ([, year = '', week = '']) => `${year}-W${week.padStart(2, '0')}`],
  [/^(\d{4}-\d{2}-\d{2})$/, ([, day = '']) => `${day}..${day}`],
  [/^(\d{4}-\d{2}-\d{2})[^\d]+(\d{4}-\d{2}-\d{2})$/, ([, from = '', to = '']) => `${from}..${to}`],
];

/**
 * A suggestion for an invalid period: the accepted notation, or the nearest name.
 * @param isPeriod whether a text is a valid period
 */
export function suggestPeriod(
  text: string,
  names: readonly string[],
  isPeriod: (text: string) => boolean,
): string | undefined {
  for (const [pattern, meant] of MEANT) {
    const parts = pattern.exec(text.trim());
    const written = parts === null ? text : meant(parts);
    if (written !== text && isPeriod(written)) return written;
  }
  const plain = text.toLowerCase();
  const near = names
    .map((name) => ({ name, edits: distance(plain, name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)[0];
  return near !== undefined && near.edits <= MOST_EDITS ? near.name : undefined;
}

/**
 * An employer's own sequence of pay periods: every `days` days counted from `anchor` (14: fortnightly,
 * 28: four-weekly), from the day `fromDay` of a month to the day before it in the next (26th to 25th), or two periods a
 * month that begin on `fromDays` (1st and 16th: semimonthly).
 */
type PayCalendar =
  | { readonly anchor: LocalDate; readonly days: number }
  | { readonly fromDay: number }
  | { readonly fromDays: readonly [first: number, second: number] };

/** `NAME` is the last period that ended before today, `NAME@2026-10-14` the one that contains the date. */
function resolveCalendarPeriod(
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

type LabelledSpan = Days & { readonly label: string };

/** Days of the month are 28 at most, so that they exist in every month. */
function periodHolding(date: LocalDate, calendar: PayCalendar): Days {
  if ('days' in calendar) return periodOfDays(date, calendar.days, calendar.anchor);
  if ('fromDay' in calendar) return monthFrom(date, calendar.fromDay);
  const [first, second] = calendar.fromDays.map((day) => monthFrom(date, day));
  if (first === undefined || second === undefined) throw new RangeError('a calendar has two days');
  return first.from > second.from ? { from: first.from, to: second.to } : { from: second.from, to: first.to };
}

function monthFrom(date: LocalDate, day: number): Days {
  return periodOfMonths(date, 1, toLocalDate(`2000-01-${pad(day, 2)}`));
}

/** The label consists of the dates, because successive periods of a calendar need different file names. */
function labelled(span: Days, name: string): LabelledSpan {
  return { ...span, label: `${name}-${span.from}` };
}

/** As a person writes a period: `2026-10` for a whole month, otherwise `2026-10-05..2026-10-11`. */
export function periodArgument({ from, to }: { readonly from: string; readonly to: string }): string {
  const month = from.slice(0, 7);
  return from === `${month}-01` && to === lastOfMonth(month) ? month : `${from}..${to}`;
}
