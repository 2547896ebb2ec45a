import { WorkbookError } from '../workbookError.js';

const MINUTES_PER_DAY = 1440;
const MS_PER_DAY = 86_400_000;

/** The serial number of 1970-01-01. Excel counts days from 1900, with a 29 February 1900 that never was. */
const EPOCH_SERIAL = 25_569;

/** Serial 61 is 1900-03-01: the first day on which all programs agree. */
export const FIRST_SERIAL = 61;

const known = new Map<string, number>();

/** Days from 1899-12-30 to a date `YYYY-MM-DD`; undefined where there is no such day. */
export function dayNumberOf(date: string): number | undefined {
  const found = known.get(date);
  if (found !== undefined) return found;
  const epochMs = isDate(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(epochMs)) return undefined;
  const dayNumber = epochMs / MS_PER_DAY + EPOCH_SERIAL;
  if (known.size < 100_000) known.set(date, dayNumber);
  return dayNumber;
}

/** Whether a text is an existing day `YYYY-MM-DD` of the years 0001 to 9999. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** A date `YYYY-MM-DD` as Excel's day number. @throws WorkbookError RENDER_REFUSED before 1900-03-01 or if it is no date. */
export function serialDateOf(date: string): number {
  const serial = dayNumberOf(date);
  if (serial !== undefined && serial >= FIRST_SERIAL) return serial;
  throw new WorkbookError('RENDER_REFUSED', `"${date}" is not a date that a workbook can hold`, {
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
