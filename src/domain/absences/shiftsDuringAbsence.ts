import { groupBy } from '../collections.js';
import type { DayHoliday } from '../holidays/dayHoliday.js';
import { multiplyMinutes } from '../pay/payLine.js';
import { isInside } from '../period/period.js';
import type { Shift } from '../records/records.js';
import { allocate } from '../time/allocate.js';
import type { LocalDate } from '../time/localDate.js';
import { type AbsentPerson, absenceDates } from './absenceDates.js';
import type { Absence } from './absenceDays.js';

/** The inputs for one person's shifts during absences. */
export interface PlannedPerson extends AbsentPerson {
  readonly absences: readonly Absence[];
  readonly shifts: readonly Shift[];
  /** The holiday of a day at the person's place. */
  readonly holidayOn: (date: LocalDate) => DayHoliday | undefined;
}

/**
 * The minutes of a shift that are paid where it replaces entries: an absence has precedence over the plan, and never
 * are both paid. A part of a day leaves the other part of the day's planned minutes, minutes leave the rest of them,
 * shared over the day's shifts. On a whole holiday the plan has precedence.
 */
export function payableMinutes(person: PlannedPerson): (shift: Shift) => number {
  const shifts = person.shifts.filter(({ plannedMinutes }) => plannedMinutes > 0);
  if (person.absences.length === 0) return ({ plannedMinutes }) => plannedMinutes;
  const rests = new Map(
    [...groupBy(shifts, ({ date }) => date)].flatMap(([date, own]) => sharesOfDay(date, own, person)),
  );
  return ({ id, plannedMinutes }) => rests.get(id) ?? plannedMinutes;
}

function sharesOfDay(
  date: LocalDate,
  shifts: readonly Shift[],
  person: PlannedPerson,
): (readonly [shiftId: string, minutes: number])[] {
  const absences = person.absences.filter((absence) => countsOn(date, absence, person));
  if (absences.length === 0 || person.holidayOn(date)?.isWhole === true) return [];
  const sorted = [...shifts].sort(
    (a, b) => a.start.epochSeconds - b.start.epochSeconds || (a.id < b.id ? -1 : 1),
  );
  const planned = sorted.map(({ plannedMinutes }) => plannedMinutes);
  const rest = minutesLeft(
    planned.reduce((sum, minutes) => sum + minutes, 0),
    absences,
  );
  return allocate(rest, planned).map((minutes, index) => [sorted[index]?.id ?? '', minutes]);
}

function countsOn(date: LocalDate, absence: Absence, person: AbsentPerson): boolean {
  return (
    isInside(date, absence) && absenceDates(absence, person, { from: date, to: date }).counted.length > 0
  );
}

function minutesLeft(plannedMinutes: number, absences: readonly Absence[]): number {
  const sum = (of: (amount: Absence['amount']) => number): number =>
    absences.reduce((total, { amount }) => total + of(amount), 0);
  const days = sum((amount) => ('days' in amount ? amount.days : 0));
  const minutes = sum((amount) => ('minutes' in amount ? amount.minutes : 0));
  // The absence is rounded, and the plan has the rest: together they are the day.
  return Math.max(0, plannedMinutes - multiplyMinutes(plannedMinutes, Math.min(1, days)) - minutes);
}

/** The dates of full days of absence, as the file has them: no shift is expected to be worked on them. */
export function fullyAbsentDates(
  absences: readonly Absence[],
  plannedMinutesOf: (date: LocalDate) => number,
): (date: LocalDate) => boolean {
  return (date) => {
    const amounts = absences.filter((row) => isInside(date, row)).map(({ amount }) => amount);
    const days = amounts.reduce((sum, amount) => sum + ('days' in amount ? amount.days : 0), 0);
    const minutes = amounts.reduce((sum, amount) => sum + ('minutes' in amount ? amount.minutes : 0), 0);
    return days > 0.999999 || (minutes > 0 && minutes >= plannedMinutesOf(date));
  };
}
