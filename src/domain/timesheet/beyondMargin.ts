import type { DayPart } from '../time/dayParts.js';
import { daysBetween, type LocalDate } from '../time/localDate.js';

/** How many days before a period are read, because work that began on them can land in the period. */
export const MARGIN_DAYS = 1;

/**
 * Whether minutes of an entry land where a reader of the neighbouring period would not look: on a day before the
 * entry's `workDate`, or more than a day after it. Not only entries of more than 24 hours do that: over a day of
 * 23 hours or a day that does not exist a shorter one reaches the day after the next.
 */
export function beyondMargin(parts: readonly DayPart[], workDate: LocalDate): boolean {
  return parts.some(({ date }) => {
    const days = daysBetween(workDate, date);
    return days < 0 || days > MARGIN_DAYS;
  });
}
