declare const localDate: unique symbol;

/** A calendar day without time or zone, written `YYYY-MM-DD`. Strings of this type sort by time. */
export type LocalDate = string & { readonly [localDate]: true };

const MS_PER_DAY = 86_400_000;

/** Reads `YYYY-MM-DD`; undefined if the text is not an existing calendar day of the years 0001 to 9999. */
export function parseLocalDate(text: string): LocalDate | undefined {
  const epochDay = text.length === 10 ? parseEpochDay(text) : undefined;
  return epochDay === undefined || Number.isNaN(epochDay) ? undefined : (text as LocalDate);
}

/** Like {@link parseLocalDate} for text that the program itself wrote; throws if it is invalid. */
export function toLocalDate(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date === undefined) throw new RangeError(`not a date: ${text}`);
  return date;
}

/** Days since 1970-01-01. */
export function toEpochDay(date: LocalDate): number {
  return parseEpochDay(date) ?? Number.NaN;
}

const datesByEpochDay = new Map<number, LocalDate>();
const MAX_KEPT_DATES = 100_000;

/** Days since 1970-01-01 as a date. The strings are cached. */
export function dateOfEpochDay(epochDay: number): LocalDate {
  const known = datesByEpochDay.get(epochDay);
  if (known !== undefined) return known;
  const date = new Date(epochDay * MS_PER_DAY).toISOString().slice(0, 10) as LocalDate;
  if (datesByEpochDay.size < MAX_KEPT_DATES) datesByEpochDay.set(epochDay, date);
  return date;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfEpochDay(toEpochDay(date) + days);
}

/** The last day of a date's month. @param date `YYYY-MM-DD` or `YYYY-MM` */
export function lastOfMonth(date: string): LocalDate {
  const [year = Number.NaN, month = Number.NaN] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) as LocalDate;
}

/** Calendar days from `from` to `to`; 0 for the same day. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return toEpochDay(to) - toEpochDay(from);
}

/** ISO weekday number: 1 is Monday, 7 is Sunday. */
export function weekdayNumber(date: LocalDate): number {
  return ((((toEpochDay(date) + 3) % 7) + 7) % 7) + 1;
}

const DAYS_IN_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const NOT_DIGITS = -1;
const HYPHEN = 45;

/**
 * Days since 1970-01-01 of the `YYYY-MM-DD` at the beginning of the text: NaN if the years 0001 to 9999 have no such
 * day, undefined if there is no date. By arithmetic, because every record has dates and `Date.parse` is several times
 * slower and lenient.
 */
export function parseEpochDay(text: string): number | undefined {
  const century = twoDigits(text, 0);
  const yearOfCentury = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hyphens = text.charCodeAt(4) === HYPHEN && text.charCodeAt(7) === HYPHEN;
  if (!hyphens || century < 0 || yearOfCentury < 0 || month < 0 || day < 0) return undefined;
  const year = century * 100 + yearOfCentury;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !leap ? 28 : (DAYS_IN_MONTH[month] ?? 0);
  if (year === 0 || day === 0 || day > last) return Number.NaN;
  return daysBeforeYearFromMarch(month > 2 ? year : year - 1) + dayOfYearFromMarch(month, day) - 719_468;
}

/** Years are counted from 1 March, so that the leap day is the last of its year. */
function daysBeforeYearFromMarch(year: number): number {
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

function dayOfYearFromMarch(month: number, day: number): number {
  return Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
}

/** The number of the two digits at a position; negative if there are not two digits. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NOT_DIGITS;
}

/**
 * The ISO 8601 week of a date, such as `2026-W44`: the first days of January may belong to the year before. A week
 * belongs to the year of its Thursday.
 */
export function isoWeek(date: LocalDate): string {
  const thursday = addDays(isoWeekStart(date), 3);
  const year = thursday.slice(0, 4);
  const week = Math.floor(daysBetween(toLocalDate(`${year}-01-01`), thursday) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The Monday of a date's ISO week. */
export function isoWeekStart(date: LocalDate): LocalDate {
  return addDays(date, 1 - weekdayNumber(date));
}

/**
 * The days that paytally computes, both included. They are also those for which the service has data (docs/service.md,
 * "Queries"); it answers 422 for others.
 */
export const COMPUTED_DAYS = { from: toLocalDate('2000-01-01'), to: toLocalDate('2100-12-31') } as const;

/** The days of a span that are computed; at least one of them must be such a day. */
export function clampToComputed(
  from: LocalDate,
  to: LocalDate,
): { readonly from: LocalDate; readonly to: LocalDate } {
  return {
    from: from > COMPUTED_DAYS.from ? from : COMPUTED_DAYS.from,
    to: to < COMPUTED_DAYS.to ? to : COMPUTED_DAYS.to,
  };
}
