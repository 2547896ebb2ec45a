import { dateOfEpochDay, epochDayOf, type LocalDate, weekdayOf } from '../../domain/time/localDate.js';

/** The ISO 8601 week of a date, such as `2026-W44`. */
export function isoWeekOf(date: LocalDate): string {
  const thursday = dateOfEpochDay(epochDayOf(date) - weekdayOf(date) + 4);
  const year = thursday.slice(0, 4);
  const firstDay = epochDayOf(`${year}-01-01` as LocalDate);
  const week = Math.floor((epochDayOf(thursday) - firstDay) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
