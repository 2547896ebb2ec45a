import { groupBy } from '../groupBy.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import { weekOf } from './baseParts.js';
import type { Weekday } from './payRules.js';

/** The days with worked minutes, and the how-manieth in a row each is; every week begins anew. */
export function streaksOf(
  worked: readonly WorkedEntry[],
  weekStartsOn: Weekday,
): ReadonlyMap<LocalDate, number> {
  const parts = worked.flatMap((each) => each.parts.filter(({ minutes }) => minutes > 0));
  const dates = [...groupBy(parts, ({ date }) => date).keys()].sort();
  const streaks = new Map<LocalDate, number>();
  for (const date of dates) {
    const isFirst = weekOf(date, weekStartsOn) === date;
    streaks.set(date, isFirst ? 1 : (streaks.get(addDays(date, -1)) ?? 0) + 1);
  }
  return streaks;
}
