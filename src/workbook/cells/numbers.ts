import { message } from '../messages.js';
import { WorkbookError } from '../workbookError.js';

/**
 * The number of positions among the first `count` that pass a test, if all positions up to one pass and all later ones
 * fail.
 */
export function countUntil(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const SCALES = [1, 10, 100, 1000, 10_000];
const MOST_DIGITS = 15;

/** Half away from zero, by the displayed decimal digits, like Excel's ROUND; undefined for odd `digits`. */
export function roundDecimal(value: number, digits: number): number | undefined {
  if (!Number.isInteger(digits) || Math.abs(digits) > MOST_DIGITS) return undefined;
  const scale = SCALES[digits] ?? 10 ** digits;
  const scaled = Math.abs(value) * scale;
  const isNearHalf = Math.abs(scaled - Math.floor(scaled) - 0.5) < 1e-6;
  if (digits >= 0 && scaled < 1e9 && !isNearHalf) return (Math.sign(value) * Math.round(scaled)) / scale;
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toPrecision(15).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole = '0', power = '0'] = String(shifted).split('e');
  return Math.sign(value) * Number(`${whole}e${Number(power) - digits}`);
}

export const MINUTES_PER_DAY = 1440;
export const MS_PER_DAY = 86_400_000;

/** The serial number of 1970-01-01. Excel counts days from 1900, with a 29 February 1900 that did not exist. */
export const EPOCH_SERIAL = 25_569;

/** Serial 61 is 1900-03-01: the first day on which all programs agree. */
export const FIRST_SERIAL = 61;

const known = new Map<string, number>();

/** Days from 1899-12-30 to a date `YYYY-MM-DD`; undefined if there is no such day. */
function dayNumberOf(date: string): number | undefined {
  const found = known.get(date);
  if (found !== undefined) return found;
  const epochMs = isCalendarDate(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(epochMs)) return undefined;
  const dayNumber = epochMs / MS_PER_DAY + EPOCH_SERIAL;
  if (known.size < 100_000) known.set(date, dayNumber);
  return dayNumber;
}

/** Whether a text is an existing day `YYYY-MM-DD` of the years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/**
 * A date `YYYY-MM-DD` as Excel's day number. @throws WorkbookError RENDER_REFUSED before 1900-03-01 or if it is not a
 * date.
 */
export function serialDateOf(date: string): number {
  const serial = dayNumberOf(date);
  if (serial !== undefined && serial >= FIRST_SERIAL) return serial;
  throw new WorkbookError('RENDER_REFUSED', message('value.notDate', { date }), { record: date });
}

/** Minutes as a fraction of a day: shown by the format `[h]:mm`. Excel cannot show negative ones (see hoursOf). */
export function dayFractionOf(minutes: number): number {
  return minutes / MINUTES_PER_DAY;
}

/** Minutes as decimal hours: for formats like `0.00`, and for values that can be negative. */
export function hoursOf(minutes: number): number {
  return minutes / 60;
}

/** A clock time `HH:MM` as a fraction of a day. */
export function clockFractionOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return (Number(hours) * 60 + Number(minutes)) / MINUTES_PER_DAY;
}

/** Workbooks from old Macs count from 1904-01-01 instead. */
const DAYS_1904 = 1462;

const knownTimes = new Map<string, number>();

/** Excel's number of a day `YYYY-MM-DD`; undefined for days without a number, and for other text. */
export function serialDate(date: string, counts1904: boolean): number | undefined {
  const dayNumber = dayNumberOf(date);
  if (dayNumber === undefined || dayNumber < (counts1904 ? DAYS_1904 : FIRST_SERIAL)) return undefined;
  return counts1904 ? dayNumber - DAYS_1904 : dayNumber;
}

/** Part of a day for `HH:MM` or `HH:MM:SS`. */
export function dayFraction(time: string): number | undefined {
  const seen = knownTimes.get(time);
  if (seen !== undefined) return seen;
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(time);
  if (!found) return undefined;
  const minutes = Number(found[1]) * 60 + Number(found[2]) + Number(found[3] ?? 0) / 60;
  if (time.length === 5) knownTimes.set(time, minutes / MINUTES_PER_DAY);
  return minutes / MINUTES_PER_DAY;
}

/**
 * The number for a cell of a strict workbook such as `2026-10-01T08:00:00`: a day, a day with a time, or a time alone.
 * Days before 1900-03-01 are counted without a gap there: 1899-12-30 is 0 (ECMA-376 part 1, 18.17.4.1).
 */
export function isoSerial(text: string, counts1904: boolean): number | undefined {
  const { date = text, time = '0:00' } = wallClock(text) ?? {};
  const day = dayNumberOf(date);
  if (day === undefined) return dayFraction(text);
  return day - (counts1904 ? DAYS_1904 : 0) + (dayFraction(time) ?? 0);
}

/** Day and time on the local clock, without the offset of the timestamp. */
export function wallClock(timestamp: string): { date: string; time: string } | undefined {
  const found =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2}(?::\d{2})?)?$/.exec(
      timestamp,
    );
  return found?.[1] !== undefined && found[2] !== undefined ? { date: found[1], time: found[2] } : undefined;
}
