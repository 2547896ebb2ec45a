import { DateTime } from 'luxon';
import { addDays, type LocalDate, weekdayOf } from './localDate.js';

/** The ISO 8601 week of a date, such as `2026-W44`: the first days of January may belong to the year before. */
export function isoWeekOf(date: LocalDate): string {
  const { weekYear, weekNumber } = DateTime.fromISO(date, { zone: 'utc' });
  return `${String(weekYear).padStart(4, '0')}-W${String(weekNumber).padStart(2, '0')}`;
}

/** The Monday of a date's ISO week. */
export function weekStartOf(date: LocalDate): LocalDate {
  return addDays(date, 1 - weekdayOf(date));
}
