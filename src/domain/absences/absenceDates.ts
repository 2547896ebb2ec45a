import { type Finding, finding } from '../exceptions/finding.js';
import type { ColumnsOn } from '../holidays/holidayCalendar.js';
import type { PayRules } from '../pay/payRules.js';
import { payWindow } from '../pay/payWindow.js';
import { isInside } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import { addDays, clampToService, type LocalDate, weekdayNumber } from '../time/localDate.js';
import type { Absence } from './absenceDays.js';
import { contractWeekdays, isInContract } from './contractDay.js';

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
 * The dates of an absence that count within a span, decided date by date and week by week (PEOPLE.md 9): a contract
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
  const isPaid = ({ date }: CountedDate): boolean => isInContract(contractOn(person, date), date);
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

function contractOn({ employeeId, columnsOn }: AbsentPerson, date: LocalDate) {
  return { employeeId, columns: columnsOn(date) };
}

/** What a person's absences say that a clerk has to clear up, within a period. @throws PaytallyError MAPPING_INVALID */
export function absenceFindings(absences: readonly Absence[], person: AbsentPerson, period: Days): Finding[] {
  return absences.flatMap((absence) => [
    ...unclearWeeks(absence, person, period),
    ...outsideContract(absence, person, period),
  ]);
}

function outsideContract(absence: Absence, person: AbsentPerson, period: Days): Finding[] {
  const dates = absenceDates(absence, person, period).outsideContract;
  const [first] = dates;
  if (first === undefined) return [];
  const last = dates.at(-1) ?? first;
  const { employeeId } = person;
  const { code, line } = absence;
  const about = { employeeId, date: first, record: `${employeeId} ${absence.from} ${code}` };
  return [
    finding('ABSENCE_OUTSIDE_CONTRACT', about, {
      ...{ payCode: code, line, first, last, count: dates.length },
    }),
  ];
}

/**
 * Weeks whose plan is thinner than the person's other weeks: one forgotten shift would shrink a week of leave to a day
 * (PEOPLE.md 10).
 */
function unclearWeeks(absence: Absence, person: AbsentPerson, period: Days): Finding[] {
  const { plannedDates, employeeId } = person;
  if (absence.dates !== undefined || plannedDates === null) return [];
  const isOfRow = (date: LocalDate): boolean => isInside(date, absence);
  const weeks = datesFrom(monday(period.from), period.to)
    .filter((date) => weekdayNumber(date) === 1)
    .map(weekDates);
  return weeks.flatMap((week): Finding[] => {
    const cut = week.filter(isOfRow);
    const isDecided = cut.some((date) => contractWeekdays(contractOn(person, date)) !== undefined);
    const planned = cut.filter((date) => plannedDates.has(date)).length;
    if (isDecided || planned === 0 || !cut.some((date) => isInside(date, period))) return [];
    const others = weeks.filter(
      (other) => !other.some(isOfRow) && other.some((date) => plannedDates.has(date)),
    );
    const expected = expectedDates(cut, others, plannedDates);
    if (planned >= expected) return [];
    const [first = period.from] = cut;
    const [date = period.from] = cut.filter((each) => isInside(each, period));
    const { code, line } = absence;
    const about = { employeeId, date, record: `${employeeId} ${first} ${code}` };
    return [
      finding('ABSENCE_UNCLEAR', about, {
        ...{ payCode: code, line, from: absence.from, to: absence.to, first, planned, expected },
      }),
    ];
  });
}

/** The least number of planned dates on the same weekdays of other weeks; without such weeks the Mondays to Fridays. */
function expectedDates(
  cut: readonly LocalDate[],
  others: readonly (readonly LocalDate[])[],
  plannedDates: ReadonlySet<LocalDate>,
): number {
  const weekdays = new Set(cut.map(weekdayNumber));
  if (others.length === 0) return [...weekdays].filter((day) => day <= 5).length;
  return Math.min(
    ...others.map(
      (week) => week.filter((date) => plannedDates.has(date) && weekdays.has(weekdayNumber(date))).length,
    ),
  );
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
  return clampToService(from, to);
}

/** The ISO weeks of a span, whole. */
function wholeWeeks({ from, to }: Days): Days {
  return { from: monday(from), to: addDays(monday(to), 6) };
}

function monday(date: LocalDate): LocalDate {
  return addDays(date, 1 - weekdayNumber(date));
}

function weekDates(date: LocalDate): LocalDate[] {
  const first = monday(date);
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

function datesFrom(from: LocalDate, to: LocalDate): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}
