import { groupBy } from '../groupBy.js';
import { dateOfDay } from '../time/dayOf.js';
import { addDays, epochDayOf, type LocalDate, weekdayOf } from '../time/localDate.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import { WEEKDAYS, type Weekday } from './conditions.js';

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

/** The first day of the week that a day lies in. */
export function weekOf(date: LocalDate, weekStartsOn: Weekday): LocalDate {
  const first = WEEKDAYS.indexOf(weekStartsOn) + 1;
  return dateOfDay(epochDayOf(date) - ((weekdayOf(date) - first + 7) % 7));
}
