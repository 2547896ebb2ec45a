import { dayNumberOf, FIRST_SERIAL } from '../../cells/serialDate.js';

const MINUTES_PER_DAY = 1440;
/** Workbooks made on old Macs count from 1904-01-01 instead. */
const DAYS_1904 = 1462;

const knownTimes = new Map<string, number>();

/** The number that Excel keeps for a day `YYYY-MM-DD`; undefined for days that it has none for, and for other text. */
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
 * What a cell of a strict workbook holds as `2026-10-01T08:00:00`: a day, a day with a time, or a time alone. Days
 * before 1900-03-01 count on evenly there: 1899-12-30 is 0 (ECMA-376 part 1, 18.17.4.1).
 */
export function isoSerial(text: string, counts1904: boolean): number | undefined {
  const { date = text, time = '0:00' } = wallClock(text) ?? {};
  const day = dayNumberOf(date);
  if (day === undefined) return dayFraction(text);
  return day - (counts1904 ? DAYS_1904 : 0) + (dayFraction(time) ?? 0);
}

/** Day and time as the clock on the wall showed them; the offset of a timestamp is left away. */
export function wallClock(timestamp: string): { date: string; time: string } | undefined {
  const found =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2}(?::\d{2})?)?$/.exec(
      timestamp,
    );
  return found?.[1] !== undefined && found[2] !== undefined ? { date: found[1], time: found[2] } : undefined;
}
