import { dateOfEpochDay, epochDayOf, type LocalDate, weekdayOf } from '../time/localDate.js';
import type { TimesOfDay } from './cron.js';

/** Dates on which nobody is at the office although it is Monday to Friday. */
export type Holidays = ReadonlySet<LocalDate>;

/**
 * The n-th working day of each month, or counted from its end (-1 is the last one). Working days are Monday to Friday
 * without `holidays`.
 * @param minuteOfDay as the clock shows it
 */
export function workdayTimes(workday: number, minuteOfDay: number, holidays: Holidays): TimesOfDay {
  const found = new Map<string, LocalDate | undefined>();
  return {
    isOn: (date) => {
      const month = date.slice(0, 7);
      if (!found.has(month))
        found.set(month, workingDays(date, holidays).at(workday > 0 ? workday - 1 : workday));
      return found.get(month) === date;
    },
    minutesOfDay: [minuteOfDay],
  };
}

function workingDays(date: LocalDate, holidays: Holidays): LocalDate[] {
  const before = epochDayOf(date) - Number(date.slice(8, 10));
  return Array.from({ length: lengthOfMonth(date) }, (_, index) => dateOfEpochDay(before + index + 1)).filter(
    (day) => weekdayOf(day) <= 5 && !holidays.has(day),
  );
}

/** Days in the month of a date. */
export function lengthOfMonth(date: LocalDate): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();
}
