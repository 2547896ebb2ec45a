import type { Days } from '../period/repeatingPeriod.js';
import type { Shift } from '../records/records.js';
import { addDays, type LocalDate, weekdayNumber } from '../time/localDate.js';
import { contractWeekdays } from './contractDay.js';

/** What tells a person's days of work from rest days. */
export interface RestDaySources {
  readonly employeeId: string;
  /** The person's published shifts; null if planning cannot be read. */
  readonly shifts: readonly Shift[] | null;
  /** Further columns of the person's row of the mapping file that holds on a day. */
  readonly columnsOn: (date: LocalDate) => Readonly<Record<string, string>> | undefined;
}

/**
 * Whether a day is a rest day: the person has no planned shift on it, and `contractWeekdays` does not name it. Without
 * any planned shift, a day without this column is never a rest day, because nothing shows when the person should work.
 */
export function restDayTest(sources: RestDaySources): (date: LocalDate) => boolean {
  let planned: ReadonlySet<LocalDate> | undefined;
  return (date) => {
    planned ??= plannedDates(sources);
    if (planned.has(date)) return false;
    const weekdays = weekdaysOn(sources, date);
    return weekdays === undefined ? planned.size > 0 : !weekdays.includes(weekdayNumber(date));
  };
}

/** Whether plan or contract show on which of these days a person rests. */
export function knowsRestDays(sources: RestDaySources, { from, to }: Days): boolean {
  if (plannedDates(sources).size > 0) return true;
  for (let date = from; date <= to; date = addDays(date, 1))
    if (weekdaysOn(sources, date) === undefined) return false;
  return true;
}

function plannedDates({ shifts }: RestDaySources): Set<LocalDate> {
  const planned = (shifts ?? []).filter(({ plannedMinutes }) => plannedMinutes > 0);
  return new Set(planned.map(({ date }) => date));
}

function weekdaysOn(
  { employeeId, columnsOn }: RestDaySources,
  date: LocalDate,
): readonly number[] | undefined {
  return contractWeekdays({ employeeId, columns: columnsOn(date) });
}
