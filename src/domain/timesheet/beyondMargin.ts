import type { DayPart } from '../time/dayParts.js';
import { daysBetween, type LocalDate } from '../time/localDate.js';

/** How many days before and after a period are read, because work that is filed under them can land in the period. */
export const MARGIN_DAYS = 1;

/**
 * Whether minutes of an entry land where a reader of the neighbouring period would not look: more than a day before or
 * after the entry's `workDate`. Not only entries of more than 24 hours do that: over a day of 23 hours or a day that
 * does not exist a shorter one reaches the day after the next.
 */
export function beyondMargin(parts: readonly DayPart[], workDate: LocalDate): boolean {
  return parts.some(({ date }) => Math.abs(daysBetween(workDate, date)) > MARGIN_DAYS);
}
