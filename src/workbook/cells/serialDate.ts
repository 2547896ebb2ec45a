import { epochDayOf, parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';

const MINUTES_PER_DAY = 1440;

/** The serial number of 1970-01-01. Excel counts days from 1900, with a 29 February 1900 that never was. */
const EPOCH_SERIAL = 25_569;

/** Serial 61 is 1900-03-01: the first day on which all programs agree. */
export const FIRST_SERIAL = 61;

const known = new Map<string, number>();

/** Days from 1899-12-30 to a date `YYYY-MM-DD`; undefined where there is no such day. */
export function dayNumberOf(date: string): number | undefined {
  const found = known.get(date);
  if (found !== undefined) return found;
  const localDate = parseLocalDate(date);
  if (localDate === undefined) return undefined;
  const dayNumber = epochDayOf(localDate) + EPOCH_SERIAL;
  if (known.size < 100_000) known.set(date, dayNumber);
  return dayNumber;
}

/** A date `YYYY-MM-DD` as Excel's day number. @throws PaytallyError RENDER_REFUSED before 1900-03-01 or if it is no date. */
export function serialDateOf(date: string): number {
  const serial = dayNumberOf(date);
  if (serial !== undefined && serial >= FIRST_SERIAL) return serial;
  throw new PaytallyError('RENDER_REFUSED', `"${date}" is not a date that a workbook can hold`, {
    record: date,
  });
}

/** Minutes as a fraction of a day: what the format `[h]:mm` shows. Excel shows no negative ones (see hoursOf). */
export function dayFractionOf(minutes: number): number {
  return minutes / MINUTES_PER_DAY;
}

/** Minutes as decimal hours: for formats like `0.00`, and for whatever can be negative. */
export function hoursOf(minutes: number): number {
  return minutes / 60;
}

/** A clock time `HH:MM` as a fraction of a day. */
export function clockFractionOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return (Number(hours) * 60 + Number(minutes)) / MINUTES_PER_DAY;
}
