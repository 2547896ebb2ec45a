import { type Finding, finding } from '../exceptions/finding.js';
import { isInContract } from '../pay/mappingColumns.js';
import { isInside } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import { type LocalDate, weekdayNumber } from '../time/localDate.js';
import {
  type AbsentPerson,
  absenceDates,
  contractOn,
  datesFrom,
  weekDates,
  wholeWeeks,
} from './absenceDates.js';
import type { Absence } from './absenceDays.js';
import { contractWeekdays } from './contractDay.js';

/** What decides whether the dates of an absence are clear. */
interface AbsenceInPeriod {
  readonly absence: Absence;
  readonly person: AbsentPerson;
  readonly period: Days;
}

/**
 * What a person's absences say that a clerk has to clear up, within a period.
 * @param paidDates holidays that a rule pays: an absence loses nothing on them
 * @throws PaytallyError MAPPING_INVALID
 */
export function absenceFindings(
  absences: readonly Absence[],
  person: AbsentPerson,
  period: Days,
  paidDates: ReadonlySet<LocalDate>,
): Finding[] {
  return absences.flatMap((absence) => {
    const own = { absence, person, period };
    const uncounted = [...uncountedWeeks(own, paidDates), ...uncountedPlan(own, paidDates)];
    return [...unclearWeeks(own), ...uncounted, ...outsideContract(own)];
  });
}

function outsideContract({ absence, person, period }: AbsenceInPeriod): Finding[] {
  const dates = absenceDates(absence, person, period).outsideContract;
  const [first] = dates;
  if (first === undefined) return [];
  const last = dates.at(-1) ?? first;
  const { employeeId } = person;
  const { code, line } = absence;
  const about = { employeeId, date: first, record: `${employeeId} ${absence.from} ${code}` };
  const facts = { payCode: code, line, first, last, count: dates.length };
  return [finding('ABSENCE_OUTSIDE_CONTRACT', about, facts)];
}

/**
 * Weeks whose plan is thinner than the person's other weeks: one forgotten shift would shrink a week of leave to a day.
 */
function unclearWeeks(own: AbsenceInPeriod): Finding[] {
  const { plannedDates } = own.person;
  if (plannedDates === null) return [];
  return undecidedWeeks(own).flatMap(({ cut, open }): Finding[] => {
    const planned = cut.filter((date) => plannedDates.has(date)).length;
    if (open.length < cut.length || planned === 0) return [];
    const expected = usualDates(cut, own, plannedDates);
    return planned >= expected ? [] : [weekFinding('ABSENCE_UNCLEAR', cut, own, { planned, expected })];
  });
}

/**
 * Weeks of which no date counts, because none of them is planned although the person works in such weeks: the absence
 * would pay nothing, in silence. So would a row of free days only.
 */
function uncountedWeeks(own: AbsenceInPeriod, paidDates: ReadonlySet<LocalDate>): Finding[] {
  const { absence, person } = own;
  const planned = person.plannedDates ?? new Set<LocalDate>();
  const weeks = undecidedWeeks(own);
  const isIdle = weeks.length > 0 && countsNothing(own);
  return weeks.flatMap(({ open }): Finding[] => {
    if (absenceDates(absence, person, spanOf(open)).counted.some(({ date }) => open.includes(date)))
      return [];
    if (open.some((date) => planned.has(date))) return [];
    const lost = open.filter((date) => isInContract(person, date) && !paidDates.has(date));
    if (!lost.some((date) => isInside(date, own.period))) return [];
    const isPlannedWeek = open
      .slice(0, 1)
      .flatMap(weekDates)
      .some((date) => planned.has(date));
    const expected = isPlannedWeek ? usualDates(lost, own, planned) : 0;
    if (expected === 0 && !isIdle) return [];
    return [weekFinding('ABSENCE_NOT_COUNTED', lost, own, { expected })];
  });
}

/**
 * A row of planned dates only that has none, although it would count without saying so: the shifts were removed, are not
 * planned yet, or cannot be read.
 */
function uncountedPlan(own: AbsenceInPeriod, paidDates: ReadonlySet<LocalDate>): Finding[] {
  const { absence, person, period } = own;
  if (absence.dates !== 'planned' || !countsNothing(own)) return [];
  const usual = { ...absence, dates: undefined };
  const lost = absenceDates(usual, person, wholeWeeks(period))
    .counted.map(({ date }) => date)
    .filter((date) => !paidDates.has(date));
  if (!lost.some((date) => isInside(date, period))) return [];
  return [weekFinding('ABSENCE_NOT_COUNTED', lost, own, { expected: lost.length })];
}

/** A row's dates of one ISO week, and those of them that neither the row nor the contract decides. */
interface WeekOfRow {
  readonly cut: readonly LocalDate[];
  readonly open: readonly LocalDate[];
}

function undecidedWeeks({ absence, person, period }: AbsenceInPeriod): WeekOfRow[] {
  if (absence.dates !== undefined) return [];
  return weeksOf(period).flatMap((week) => {
    const cut = week.filter((date) => isInside(date, absence));
    const open = cut.filter((date) => contractWeekdays(contractOn(person, date)) === undefined);
    return open.length > 0 && cut.some((date) => isInside(date, period)) ? [{ cut, open }] : [];
  });
}

/** Whether a row, all of whose dates are known, has no date that counts. */
function countsNothing({ absence, person, period }: AbsenceInPeriod): boolean {
  const known = wholeWeeks(period);
  if (absence.from < known.from || absence.to > known.to) return false;
  const { counted, outsideContract: outside } = absenceDates(absence, person, known);
  return counted.length + outside.length === 0;
}

/** The least number of planned dates on the same weekdays of other weeks; without such weeks the Mondays to Fridays. */
function usualDates(
  cut: readonly LocalDate[],
  { absence, period }: AbsenceInPeriod,
  planned: ReadonlySet<LocalDate>,
): number {
  const weekdays = new Set(cut.map(weekdayNumber));
  const others = weeksOf(period).filter(
    (week) => !week.some((date) => isInside(date, absence)) && week.some((date) => planned.has(date)),
  );
  if (others.length === 0) return [...weekdays].filter((day) => day <= 5).length;
  const isUsual = (date: LocalDate): boolean => planned.has(date) && weekdays.has(weekdayNumber(date));
  return Math.min(...others.map((week) => week.filter(isUsual).length));
}

function weeksOf(period: Days): LocalDate[][] {
  const { from, to } = wholeWeeks(period);
  return datesFrom(from, to)
    .filter((date) => weekdayNumber(date) === 1)
    .map(weekDates);
}

function spanOf(dates: readonly LocalDate[]): Days {
  const [from] = dates;
  const to = dates.at(-1);
  if (from === undefined || to === undefined) throw new RangeError('no dates');
  return { from, to };
}

function weekFinding(
  code: 'ABSENCE_UNCLEAR' | 'ABSENCE_NOT_COUNTED',
  cut: readonly LocalDate[],
  { absence, person: { employeeId }, period }: AbsenceInPeriod,
  counts: Readonly<Record<string, number>>,
): Finding {
  const [first = period.from] = cut;
  const [date = period.from] = cut.filter((each) => isInside(each, period));
  const { from, to, line } = absence;
  const about = { employeeId, date, record: `${employeeId} ${first} ${absence.code}` };
  return finding(code, about, { payCode: absence.code, line, from, to, first, ...counts });
}
