import { payRulesOf } from '../../config/schema/paySchema.js';
import type { AbsentPerson } from '../../domain/absences/absenceDates.js';
import type { Absence } from '../../domain/absences/absenceDays.js';
import type { DayFigures, PaidBefore } from '../../domain/absences/holidayPay.js';
import { plannedMinutesInside, workedMinutesInside } from '../../domain/absences/minutesInside.js';
import { resolveAbsences } from '../../domain/absences/parseAbsences.js';
import { fullyAbsentDates, payableMinutes } from '../../domain/absences/shiftsDuringAbsence.js';
import { NO_UNWORKED_DAYS, type UnworkedDays, unworkedDays } from '../../domain/absences/unworkedDays.js';
import { groupBy } from '../../domain/collections.js';
import type { DayHoliday } from '../../domain/holidays/dayHoliday.js';
import type { HolidayCalendar } from '../../domain/holidays/holidayCalendar.js';
import { type ColumnsOn, type EmployeeRow, rowsIn } from '../../domain/mapping/employeeRows.js';
import { NO_EARLIER_PAY, type RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import { payWindow } from '../../domain/pay/payWindow.js';
import { createPeopleDirectory, fullName } from '../../domain/people/peopleDirectory.js';
import { isInside, type Period } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { PeriodFacts, PeriodRecords } from '../../domain/records/periodData.js';
import type { Shift } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { createZoneLookup } from '../../domain/timesheet/buildTimesheet.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { EmployerInputs } from './employerInputs.js';

/** One person's records, as far as days without work depend on them. */
export interface UnworkedRecords {
  /** null if planning cannot be read. */
  readonly shifts: readonly Shift[] | null;
  /** The work that is paid: entries of the read, and planned shifts that are paid in their place. */
  readonly paid: readonly WorkedEntry[];
  readonly columnsOn: ColumnsOn;
  readonly holidayOn: (date: LocalDate) => DayHoliday | undefined;
  readonly paidBefore: () => PaidBefore;
}

/** Holidays that are paid without work, and absences, of all people of a period. */
export interface UnworkedOfPeople {
  /**
   * Employees who may be paid for hours not worked: the absent ones in the order of the file, then those who may be
   * owed holidays.
   */
  readonly ids: readonly string[];
  /** @throws PaytallyError ABSENCES_INVALID, MAPPING_INVALID */
  readonly of: (employeeId: string, records: UnworkedRecords) => UnworkedDays;
  /** Whether the file of absences has a full day of absence of a person, on which no work is expected. */
  readonly isAbsent: (employeeId: string, shifts: readonly Shift[] | null) => (date: LocalDate) => boolean;
  /** The minutes of a shift that are paid where it replaces entries: an absence has precedence over it. */
  readonly payableMinutes: (
    employeeId: string,
    records: Pick<UnworkedRecords, 'shifts' | 'columnsOn' | 'holidayOn'>,
  ) => (shift: Shift) => number;
}

/** @throws PaytallyError ABSENCES_INVALID for an unknown employee */
export function unworkedOfPeople(
  records: RecordsWithEarlierPay,
  period: Period,
  prepared: Pick<EmployerInputs, 'config' | 'mapping' | 'absences'>,
  calendar: HolidayCalendar,
): UnworkedOfPeople {
  const { facts } = records;
  const rules = payRulesOf(prepared.config);
  const span = payWindow(period, rules);
  const absent = absencesOf(records, span, prepared, 'absences');
  const zoneOf = createZoneLookup(facts.establishments);
  const isActive = activeOn(records, period);
  const holidayDates = calendar.dates.filter((date) => isInside(date, span));
  const owed = holidayDates.length === 0 ? [] : owedIds(records, span, prepared, isActive);
  const isOwed = new Set(owed);
  const absentInPeriod = [...absent].filter(([, own]) =>
    own.some(({ from, to }) => from <= period.to && to >= period.from),
  );
  return {
    ids: [...new Set([...absentInPeriod.map(([id]) => id), ...owed])],
    isAbsent: (employeeId, shifts) =>
      fullyAbsentDates(absent.get(employeeId) ?? [], (date) => plannedOn(shifts, date) ?? 0),
    payableMinutes: (employeeId, { shifts, columnsOn, holidayOn }) =>
      payableMinutes({
        employeeId,
        absences: absent.get(employeeId) ?? [],
        shifts: shifts ?? [],
        plannedDates: plannedDates(shifts),
        columnsOn,
        holidayOn,
      }),
    of: (employeeId, own) => {
      const absences = absent.get(employeeId) ?? [];
      if (absences.length === 0 && !isOwed.has(employeeId)) return NO_UNWORKED_DAYS;
      const { shifts, paid, columnsOn, holidayOn, paidBefore } = own;
      const person = {
        employeeId,
        absences,
        columnsOn,
        holidayOn,
        paidBefore,
        plannedDates: plannedDates(shifts),
        isEmployed: isActive(employeeId),
        isPaidByPlan: (date: LocalDate) => hasMinutesOn(paid, date, { isEstimate: true }),
        figuresOf: (date: LocalDate) => figuresOn(date, own, zoneOf),
      };
      const countsAround = rules.base.some(
        ({ over }) => over?.week !== undefined && over.absences === 'counted',
      );
      return unworkedDays({ rules: rules.notWorked ?? [], person, period, span, countsAround, holidayDates });
    },
  };
}

/**
 * The rows of a span by employee, in the order of the file: absences, or adjustments of hours accounts.
 * @throws PaytallyError ABSENCES_INVALID
 */
export function absencesOf(
  { facts, personIds }: PeriodRecords,
  span: Days,
  { absences: { rows, path = '', isStored }, mapping }: Pick<EmployerInputs, 'absences' | 'mapping'>,
  which: 'absences' | 'adjustments',
): ReadonlyMap<string, readonly Absence[]> {
  const concerned = rows.filter(
    ({ from, to, adjusts }) =>
      from <= span.to && to >= span.from && (adjusts === undefined) === (which === 'absences'),
  );
  if (concerned.length === 0) return new Map();
  const listed = [...(facts.employees ?? []), ...facts.rememberedEmployees].map(({ id }) => id);
  const personOf = createPeopleDirectory(facts, mapping.employees, undefined);
  const people = {
    mapping: mapping.employees,
    knownIds: new Set([...listed, ...personIds]),
    nameOf: (id: string) => fullName(personOf(id)),
  };
  return groupBy(resolveAbsences(concerned, people, path, { isStored }), ({ employeeId }) => employeeId);
}

export function activeIds({ employees }: Pick<PeriodFacts, 'employees'>): ReadonlySet<string> {
  return new Set((employees ?? []).filter(({ isActive }) => isActive).map(({ id }) => id));
}

/** Whether a person is listed as active, now or by a final with one of the days. */
function activeOn(
  { facts, earlier = NO_EARLIER_PAY }: Pick<RecordsWithEarlierPay, 'facts' | 'earlier'>,
  days: Days,
): (employeeId: string) => boolean {
  const active = activeIds(facts);
  return (id) => active.has(id) || earlier.wasActive(id, days);
}

/**
 * Holidays by the plan concern employees with a record. Those by contract and by average also concern employees that
 * have only a mapping row, unless they are gone: not active in the service, and without the end of a contract.
 */
function owedIds(
  { facts, personIds }: PeriodRecords,
  span: Days,
  { config, mapping }: Pick<EmployerInputs, 'config' | 'mapping'>,
  isActive: (employeeId: string) => boolean,
): readonly string[] {
  const rules = payRulesOf(config).notWorked ?? [];
  if (rules.length === 0) return [];
  const isListed = (id: string): boolean => facts.employees === null || isActive(id);
  const hasEnd = ({ extra }: EmployeeRow): boolean => (extra.contractTo ?? '').trim() !== '';
  const contracted = rules.some(({ by }) => by !== 'planned')
    ? [...mapping.employees.byId].flatMap(([id, rows]) => {
        const own = rowsIn(rows, span);
        return (isListed(id) && own.length > 0) || own.some(hasEnd) ? id : [];
      })
    : [];
  return [...new Set([...personIds, ...contracted])].sort();
}

function plannedDates(shifts: readonly Shift[] | null): AbsentPerson['plannedDates'] {
  if (shifts === null) return null;
  return new Set(shifts.filter(({ plannedMinutes }) => plannedMinutes > 0).map(({ date }) => date));
}

export function plannedOn(shifts: readonly Shift[] | null, date: LocalDate): number | null {
  if (shifts === null) return null;
  return shifts.reduce((sum, shift) => sum + (shift.date === date ? shift.plannedMinutes : 0), 0);
}

function figuresOn(
  date: LocalDate,
  { shifts, paid }: Pick<UnworkedRecords, 'shifts' | 'paid'>,
  zoneOf: ReturnType<typeof createZoneLookup>,
): DayFigures {
  const planned = (shifts ?? []).filter((shift) => shift.date === date);
  return {
    plannedMinutes: plannedOn(shifts, date),
    workedMinutes: minutesOn(paid, date),
    plannedInside: (windows) => plannedMinutesInside(planned, date, windows, zoneOf),
    workedInside: (windows) => workedMinutesInside(paid, date, windows),
  };
}

function minutesOn(paid: readonly WorkedEntry[], date: LocalDate): number {
  const parts = paid.flatMap((worked) => worked.parts.filter((part) => part.date === date));
  return parts.reduce((sum, { minutes }) => sum + minutes, 0);
}

function hasMinutesOn(
  paid: readonly WorkedEntry[],
  date: LocalDate,
  { isEstimate }: { readonly isEstimate: boolean },
): boolean {
  return (
    minutesOn(
      paid.filter((worked) => (worked.isEstimate === true) === isEstimate),
      date,
    ) > 0
  );
}
