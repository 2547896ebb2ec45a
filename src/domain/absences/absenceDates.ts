import type { ColumnsOn } from '../mapping/employeeRows.js';
import { isInContract } from '../pay/mappingColumns.js';
import type { PayRules } from '../pay/payRules.js';
import { payWindow } from '../pay/payWindow.js';
import type { Days } from '../period/repeatingPeriod.js';
import { addDays, clampToComputed, type LocalDate, weekdayNumber } from '../time/localDate.js';
import type { Absence } from './absenceDays.js';
import { contractWeekdays } from './contractDay.js';

/** Why a date of an absence counts: the row says so, the contract, the plan, or Monday to Friday without either. */
export type CountedBy = 'all' | 'contract' | 'planned' | 'weekdays';

/** The inputs that decide which dates of an absence count. */
export interface AbsentPerson {
  readonly employeeId: string;
  /** Dates with planned minutes in the ISO weeks of the period; null if planning cannot be read. */
  readonly plannedDates: ReadonlySet<LocalDate> | null;
  readonly columnsOn: ColumnsOn;
}

export interface CountedDate {
  readonly date: LocalDate;
  readonly absence: Absence;
  readonly by: CountedBy;
}

interface DatesOfAbsence {
  /** Dates inside the contract. */
  readonly counted: readonly CountedDate[];
  /** Dates that would count, before or after the contract: they are never paid. */
  readonly outsideContract: readonly LocalDate[];
}

const MONDAY_TO_FRIDAY: readonly number[] = [1, 2, 3, 4, 5];

/**
 * The dates of an absence that count within a span, decided date by date and week by week: a contract
 * weekday counts; without that column a planned date, or, in an ISO week without any plan, Monday to Friday.
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read
 */
export function absenceDates(absence: Absence, person: AbsentPerson, span: Days): DatesOfAbsence {
  const [, from = span.from] = [absence.from, span.from].sort();
  const [to = span.to] = [absence.to, span.to].sort();
  const counted = datesFrom(from, to).flatMap((date) => {
    const by = countedBy(date, absence, person);
    return by === undefined ? [] : [{ date, absence, by }];
  });
  const isPaid = ({ date }: CountedDate): boolean => isInContract(person, date);
  return {
    counted: counted.filter(isPaid),
    outsideContract: counted.filter((each) => !isPaid(each)).map(({ date }) => date),
  };
}

function countedBy(date: LocalDate, { dates }: Absence, person: AbsentPerson): CountedBy | undefined {
  const weekdays = contractWeekdays(contractOn(person, date));
  const isOn = (days: readonly number[]): boolean => days.includes(weekdayNumber(date));
  const isPlanned = person.plannedDates?.has(date) === true;
  switch (dates) {
    case 'all':
      return 'all';
    case 'planned':
      return isPlanned ? 'planned' : undefined;
    case 'weekdays':
      if (!isOn(weekdays ?? MONDAY_TO_FRIDAY)) return undefined;
      return weekdays === undefined ? 'weekdays' : 'contract';
    case undefined:
      if (weekdays !== undefined) return isOn(weekdays) ? 'contract' : undefined;
      if (weekDates(date).some((day) => person.plannedDates?.has(day)))
        return isPlanned ? 'planned' : undefined;
      return isOn(MONDAY_TO_FRIDAY) ? 'weekdays' : undefined;
  }
}

/** The mapping row of a person's day. */
export function contractOn({ employeeId, columnsOn }: AbsentPerson, date: LocalDate) {
  return { employeeId, columns: columnsOn(date) };
}

/**
 * The days whose records a run needs: those of pay rules and, if there is a file of absences, whole ISO weeks, whose
 * plan decides which dates of an absence count.
 */
export function recordWindow(period: Days, rules: PayRules, absences: string | undefined): Days {
  const needed = payWindow(period, rules);
  if (absences === undefined) return needed;
  const weeks = wholeWeeks(period);
  const [from = needed.from] = [needed.from, weeks.from].sort();
  const [, to = needed.to] = [needed.to, weeks.to].sort();
  return clampToComputed(from, to);
}

/** The ISO weeks of a span, whole. */
export function wholeWeeks({ from, to }: Days): Days {
  return { from: monday(from), to: addDays(monday(to), 6) };
}

export function monday(date: LocalDate): LocalDate {
  return addDays(date, 1 - weekdayNumber(date));
}

/** The dates of a date's ISO week. */
export function weekDates(date: LocalDate): LocalDate[] {
  const first = monday(date);
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

/** Every date of a span. */
export function datesFrom(from: LocalDate, to: LocalDate): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}
