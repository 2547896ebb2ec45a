import { dayFraction, isCalendarDate, wallClock } from '../../language/datesAndNumbers.js';
import { SLOTS, slotOf } from './numberSlots.js';

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

/** Workbooks from old Macs count from 1904-01-01 instead. */
const DAYS_1904 = 1462;

/** Excel's number of a day `YYYY-MM-DD`; undefined for days without a number, and for other text. */
export function serialDate(date: string, counts1904: boolean): number | undefined {
  const dayNumber = dayNumberOf(date);
  if (dayNumber === undefined || dayNumber < (counts1904 ? DAYS_1904 : FIRST_SERIAL)) return undefined;
  return counts1904 ? dayNumber - DAYS_1904 : dayNumber;
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

/** The digits of a number that spreadsheet programs show and store. */
const STORED_DIGITS = 15;

/** Results that were rounded before, because the durations of a month repeat. */
const given = new Float64Array(SLOTS).fill(Number.NaN);
const stored = new Float64Array(SLOTS);

/** A result as spreadsheet programs store it: 92348.75, not 92348.75000000001. */
export function storedNumber(value: number): number {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return value;
  // Six decimals after nine digits are no more than fifteen.
  if (size < 1e9 && Math.round(value * 1e6) / 1e6 === value) return value;
  const slot = slotOf(value);
  if (given[slot] !== value) {
    given[slot] = value;
    stored[slot] = Number(value.toPrecision(STORED_DIGITS));
  }
  return stored[slot] ?? value;
}
