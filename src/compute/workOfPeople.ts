import type { Config } from '../config/config.js';
import { payRulesOf } from '../config/schema/paySchema.js';
import {
  type Absence,
  type AbsenceDay,
  buildAbsenceLine,
  expandAbsences,
} from '../domain/absences/absenceDays.js';
import { type HolidayPay, type PaidBefore, payHolidays } from '../domain/absences/holidayPay.js';
import { resolveAbsences } from '../domain/absences/parseAbsences.js';
import { knowsRestDays, restDayTest } from '../domain/absences/restDays.js';
import { compareText, groupBy } from '../domain/collections.js';
import type { ComputedWork, WorkByPerson } from '../domain/computed/computedPeriod.js';
import { balanceFindings } from '../domain/exceptions/balanceFindings.js';
import type { Finding } from '../domain/exceptions/finding.js';
import { columnsIn, columnsOfEmployee, rowsIn } from '../domain/mapping/employeeRows.js';
import { requireClockTime } from '../domain/pay/compiledRules.js';
import { computePay, type Pay } from '../domain/pay/computePay.js';
import { NO_EARLIER_PAY, type PayLine, type RecordsWithEarlierPay } from '../domain/pay/payLine.js';
import type { PayRules } from '../domain/pay/payRules.js';
import { earlierDays } from '../domain/pay/payWindow.js';
import { type EmployeePayFacts, NO_PAY_FACTS } from '../domain/pay/referencePeriod.js';
import { isInside, type Period } from '../domain/period/period.js';
import { inheritFromShifts, type PeriodRecords, type PersonRecords } from '../domain/records/periodData.js';
import type { Shift } from '../domain/records/records.js';
import { buildTimesheet } from '../domain/timesheet/buildTimesheet.js';
import { clipAtEstimates } from '../domain/timesheet/estimates.js';
import type { TimePolicy, Timesheet } from '../domain/timesheet/timesheet.js';
import type { LimitsOfPerson } from '../domain/workingTime/limits.js';
import type { PersonWorkingTime } from '../domain/workingTime/workingTime.js';
import type { PreparedRun } from '../run.js';
import { workingTimeOfPeople } from './workingTimeOfPeople.js';

export function policyOf({
  attribution,
  dst,
  period: { dayStart },
  estimateFrom,
}: Pick<Config, 'attribution' | 'dst' | 'period' | 'estimateFrom'>): TimePolicy {
  return {
    attribution,
    dst,
    ...(dayStart === undefined ? {} : { dayStart: requireClockTime(dayStart) }),
    ...(estimateFrom === undefined ? {} : { estimateFrom }),
  };
}

/** The work of one person, with the person's data in the run's other files. */
export interface WorkOfPerson extends ComputedWork {
  readonly records: PersonRecords;
  readonly absences: readonly AbsenceDay[];
  /** The timesheet without estimates: entries on days with planned shifts in their place are still checked. */
  readonly asRead: Timesheet;
  readonly notWorked: HolidayPay;
  readonly limitsOf: LimitsOfPerson;
  /** The data for working-time limits; undefined if none are set. */
  readonly workingTime: PersonWorkingTime | undefined;
  /** Whether plan or contract show on which days the person rests. */
  readonly knowsRestDays: boolean;
  /** The work paid by other rules. */
  readonly payBy: (rules: PayRules) => Pay;
  /** Counters that reached their limits, and counters with an unknown earlier balance. */
  readonly balances: readonly Finding[];
}

/** Work by person. */
export interface WorkOfPeople extends WorkByPerson {
  /**
   * Employees who may be paid for hours not worked: the absent ones in the order of the file, then those who may be
   * owed holidays.
   */
  readonly absentIds: readonly string[];
  readonly of: (personId: string | null) => WorkOfPerson;
}

function planOf({ days }: Timesheet, personId: string | null): EmployeePayFacts['plannedMinutes'] {
  const own = days.filter((day) => day.personId === personId);
  return new Map(own.map(({ date, plannedMinutes }) => [date, plannedMinutes ?? 0]));
}

/**
 * Timesheet and pay of one person at a time; computes pay only on request.
 * @throws PaytallyError ABSENCES_INVALID
 */
export function workOfPeople(
  records: RecordsWithEarlierPay,
  period: Period,
  prepared: Pick<PreparedRun, 'config' | 'mapping' | 'absences'>,
): WorkOfPeople {
  const { config, mapping } = prepared;
  const absent = absencesInPeriod(records, period, prepared);
  const { hasPlanning, ...facts } = records.facts;
  const policy = policyOf(config);
  const working = workingTimeOfPeople(records, period, prepared);
  const rules = payRulesOf(config);
  const holidays = paidHolidays(records, period, prepared);
  const granted = new Set(facts.holidays.map(({ date }) => date));
  const earlier = records.earlier ?? NO_EARLIER_PAY;
  const asked = earlierDays(period, rules);
  const linesBefore = (personId: string): readonly PayLine[] | undefined =>
    asked === undefined ? [] : earlier.linesOf(personId, asked);
  const payOf = (
    { exported, outside, estimated }: Timesheet,
    known: EmployeePayFacts,
    by: PayRules = rules,
  ): Pay =>
    computePay({
      worked:
        estimated === undefined
          ? [...exported, ...outside]
          : [...exported, ...outside, ...estimated.estimates].map((each) => clipAtEstimates(each, policy)),
      period,
      policy,
      rules: by,
      holidays: facts.holidays,
      columnsOf: columnsIn(mapping.employees),
      factsOf: () => known,
    });
  const of: WorkOfPeople['of'] = (personId) => {
    const own = inheritFromShifts(records.of(personId));
    const { entries, shifts, relatedShifts } = own;
    const data = { ...facts, entries, shifts: hasPlanning ? shifts : null };
    const timesheet = buildTimesheet(data, period, policy);
    const absences = personId === null ? [] : absent.daysOf(personId, data.shifts);
    const earlierLines = personId === null ? [] : linesBefore(personId);
    const absenceLines = absences.map(buildAbsenceLine);
    const restDays = {
      employeeId: personId ?? '',
      shifts: data.shifts,
      columnsOn: columnsOfEmployee(mapping.employees, personId ?? ''),
    };
    const known = {
      ...NO_PAY_FACTS,
      earlierLines: earlierLines ?? [],
      plannedMinutes: planOf(timesheet, personId),
      isRestDay: restDayTest(restDays),
    };
    const notWorked = holidays.of(personId, timesheet, () => ({
      lines: [...known.earlierLines, ...payOf(timesheet, known).lines, ...absenceLines],
      isKnown: (date) =>
        date >= period.from ||
        (earlierLines !== undefined && earlier.unknownDays({ from: date, to: date }).length === 0),
      isHoliday: (date) => granted.has(date),
    }));
    const unworkedLines = [...notWorked.lines, ...absenceLines];
    return new PersonWork(
      {
        ...{ records: own, data, relatedShifts, timesheet, absences, notWorked },
        ...{ limitsOf: working.limitsOf(personId), workingTime: working.of(own) },
        knowsRestDays: knowsRestDays(restDays, period),
        payBy: (by) => payOf(timesheet, known, by),
      },
      {
        asRead: () =>
          policy.estimateFrom === undefined
            ? timesheet
            : buildTimesheet(data, period, { ...policy, estimateFrom: undefined }),
        pay: () => withUnworked(payOf(timesheet, { ...known, unworkedLines }), unworkedLines),
        balances: ({ lines }) => {
          if (personId === null) return [];
          const columnsOn = columnsOfEmployee(mapping.employees, personId);
          return balanceFindings(rules, { employeeId: personId, columnsOn, earlierLines, lines }, period);
        },
      },
    );
  };
  const absentIds = [...new Set([...absent.ids, ...holidays.ids])];
  const ids =
    absentIds.length === 0 ? records.personIds : [...new Set([...records.personIds, ...absentIds])].sort();
  return { ids, of, absentIds };
}

/** Functions for results that are computed only on request. */
interface LateWork {
  readonly asRead: () => Timesheet;
  readonly pay: () => Pay;
  readonly balances: (pay: Pay) => readonly Finding[];
}

/**
 * A class, because V8 stores the accessors of an object literal in the hidden class of the object: every person would
 * have a separate one, which would keep all of their work in memory until the old generation is collected.
 */
class PersonWork implements WorkOfPerson {
  readonly records: WorkOfPerson['records'];
  readonly data: WorkOfPerson['data'];
  readonly relatedShifts: WorkOfPerson['relatedShifts'];
  readonly timesheet: Timesheet;
  readonly absences: WorkOfPerson['absences'];
  readonly notWorked: HolidayPay;
  readonly limitsOf: LimitsOfPerson;
  readonly workingTime: PersonWorkingTime | undefined;
  readonly knowsRestDays: boolean;
  readonly payBy: WorkOfPerson['payBy'];
  readonly #late: LateWork;
  #pay: Pay | undefined;

  constructor(known: Omit<WorkOfPerson, keyof LateWork>, late: LateWork) {
    this.records = known.records;
    this.data = known.data;
    this.relatedShifts = known.relatedShifts;
    this.timesheet = known.timesheet;
    this.absences = known.absences;
    this.notWorked = known.notWorked;
    this.limitsOf = known.limitsOf;
    this.workingTime = known.workingTime;
    this.knowsRestDays = known.knowsRestDays;
    this.payBy = known.payBy;
    this.#late = late;
  }

  get asRead(): Timesheet {
    return this.#late.asRead();
  }

  get pay(): Pay {
    this.#pay ??= this.#late.pay();
    return this.#pay;
  }

  get balances(): readonly Finding[] {
    return this.#late.balances(this.pay);
  }
}

/** The absent employees of a period, in the order of the file. */
interface PeriodAbsences {
  readonly ids: readonly string[];
  /** The days of one person. @throws PaytallyError ABSENCES_INVALID, MAPPING_INVALID */
  readonly daysOf: (employeeId: string, shifts: readonly Shift[] | null) => readonly AbsenceDay[];
}

/** @throws PaytallyError ABSENCES_INVALID for an unknown employee */
function absencesInPeriod(
  { facts, personIds }: PeriodRecords,
  period: Period,
  { absences: { rows, path = '' }, mapping }: Pick<PreparedRun, 'absences' | 'mapping'>,
): PeriodAbsences {
  const concerned = rows.filter(({ from, to }) => from <= period.to && to >= period.from);
  if (concerned.length === 0) return { ids: [], daysOf: () => [] };
  const listed = [...(facts.employees ?? []), ...facts.rememberedEmployees].map(({ id }) => id);
  const known = new Set([...listed, ...personIds]);
  const people: ReadonlyMap<string, readonly Absence[]> = groupBy(
    resolveAbsences(concerned, mapping.employees, known, path),
    ({ employeeId }) => employeeId,
  );
  const holidays = new Set(facts.holidays.map(({ date }) => date));
  const span = { from: period.from, to: period.to, holidays };
  return {
    ids: [...people.keys()],
    daysOf: (employeeId, shifts) => {
      const own = people.get(employeeId);
      if (own === undefined) return [];
      const plannedDates = shifts === null ? null : new Set(shifts.map(({ date }) => date));
      const columnsOn = columnsOfEmployee(mapping.employees, employeeId);
      return expandAbsences(own, { employeeId, plannedDates, columnsOn }, span);
    },
  };
}

/** Lines of no entry among one person's pay lines, in the order of dates. */
function withUnworked(pay: Pay, unworked: readonly PayLine[]): Pay {
  if (unworked.length === 0) return pay;
  const lines: PayLine[] = [...pay.lines, ...unworked];
  return { ...pay, lines: lines.sort((a, b) => compareText(a.date, b.date)) };
}

const NOTHING: HolidayPay = { lines: [], findings: [] };

/** Holidays of the period that rules pay without work. */
interface PaidHolidays {
  /** The employees who may be owed such pay, sorted; empty if no rule pays any. */
  readonly ids: readonly string[];
  readonly of: (
    personId: string | null,
    timesheet: Pick<Timesheet, 'days'>,
    paidBefore: () => PaidBefore,
  ) => HolidayPay;
}

/**
 * Holidays by the plan concern employees with a record. Those by contract and by average also concern employees that
 * have only a mapping row, if the service lists them as active or its list cannot be read.
 */
function paidHolidays(
  { facts, personIds }: PeriodRecords,
  period: Period,
  { config, mapping }: Pick<PreparedRun, 'config' | 'mapping'>,
): PaidHolidays {
  const rules = payRulesOf(config).notWorked ?? [];
  const granted = new Set(facts.holidays.map(({ date }) => date));
  const holidays = [...granted].filter((date) => isInside(date, period)).sort();
  if (rules.length === 0 || holidays.length === 0) return { ids: [], of: () => NOTHING };
  const { byId } = mapping.employees;
  const active = new Set((facts.employees ?? []).filter(({ isActive }) => isActive).map(({ id }) => id));
  const isExpected = (id: string): boolean => facts.employees === null || active.has(id);
  const mapped = [...byId].flatMap(([id, rows]) => (rowsIn(rows, period).length > 0 ? id : []));
  const contracted = rules.some(({ by }) => by !== 'planned') ? mapped.filter(isExpected) : [];
  return {
    ids: [...new Set([...personIds, ...contracted])].sort(),
    of: (employeeId, { days }, paidBefore) => {
      if (employeeId === null) return NOTHING;
      const columnsOn = columnsOfEmployee(mapping.employees, employeeId);
      const own = days.filter(({ personId }) => personId === employeeId);
      const isEmployed = active.has(employeeId);
      const { hasPlanning } = facts;
      const person = { employeeId, days: own, hasPlanning, isEmployed, columnsOn, paidBefore };
      return payHolidays(rules, person, holidays);
    },
  };
}
