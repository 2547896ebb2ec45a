import { epochDayAtFront } from './epochDayAtFront.js';

declare const localDate: unique symbol;

/** A calendar day without time or zone, written `YYYY-MM-DD`. Strings of this type sort by time. */
export type LocalDate = string & { readonly [localDate]: true };

const MS_PER_DAY = 86_400_000;

/** Reads `YYYY-MM-DD`; undefined where the text is not an existing calendar day of the years 0001 to 9999. */
export function parseLocalDate(text: string): LocalDate | undefined {
  const epochDay = text.length === 10 ? epochDayAtFront(text) : undefined;
  return epochDay === undefined || Number.isNaN(epochDay) ? undefined : (text as LocalDate);
}

/** Like {@link parseLocalDate} for text that the program itself wrote; throws where that is not so. */
export function localDateOf(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date === undefined) throw new RangeError(`not a date: ${text}`);
  return date;
}

/** Days since 1970-01-01. */
export function epochDayOf(date: LocalDate): number {
  return epochDayAtFront(date) ?? Number.NaN;
}

export function dateOfEpochDay(epochDay: number): LocalDate {
  return new Date(epochDay * MS_PER_DAY).toISOString().slice(0, 10) as LocalDate;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfEpochDay(epochDayOf(date) + days);
}

/** Calendar days from `from` to `to`; 0 for the same day. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return epochDayOf(to) - epochDayOf(from);
}

/** ISO weekday number: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: LocalDate): number {
  return ((((epochDayOf(date) + 3) % 7) + 7) % 7) + 1;
}
