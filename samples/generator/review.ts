import { weekdayIndexOf } from './calendar.js';
import type { Random } from './random.js';

const SECONDS_PER_DAY = 86_400;
const MONDAY_MORNING_SECONDS = 8 * 3600;

/**
 * When the manager reviewed an entry: on the Monday after it, between 8 and 9 UTC; null if that Monday is in the
 * future, or the manager overlooked the entry.
 */
export function reviewedAtUtcOf(dayNumber: number, nowEpochSeconds: number, random: Random): string | null {
  const monday = dayNumber + 7 - weekdayIndexOf(dayNumber);
  const reviewed = monday * SECONDS_PER_DAY + MONDAY_MORNING_SECONDS + random.between(0, 3599);
  const forgotten = random.chance(0.006);
  if (forgotten || reviewed > nowEpochSeconds) return null;
  return `${new Date(reviewed * 1000).toISOString().slice(0, 19)}Z`;
}
