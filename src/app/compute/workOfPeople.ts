import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import { recordWindow } from '../../domain/absences/absenceDates.js';
import { areDaysExpected } from '../../domain/absences/expectedDays.js';
import { knowsRestDays, restDayTest } from '../../domain/absences/restDays.js';
import { undecidedHolidays } from '../../domain/absences/undecidedHolidays.js';
import { NO_UNWORKED_DAYS, type UnworkedDays } from '../../domain/absences/unworkedDays.js';
import type { AccountOfPeriod } from '../../domain/account/accountDays.js';
import type { PersonAccount } from '../../domain/account/accountFindings.js';
import { compareText } from '../../domain/collections.js';
import type { ComputedWork, WorkByPerson } from '../../domain/computed/computedPeriod.js';
import { balanceFindings } from '../../domain/exceptions/balanceFindings.js';
import type { Finding } from '../../domain/exceptions/finding.js';
import { HolidayCalendar } from '../../domain/holidays/holidayCalendar.js';
import { placesOfDays } from '../../domain/holidays/placeOfDay.js';
import { columnsIn, columnsOfEmployee } from '../../domain/mapping/employeeRows.js';
import { requireClockTime } from '../../domain/pay/compiledRules.js';
import { computePay, type Pay } from '../../domain/pay/computePay.js';
import { NO_EARLIER_PAY, type PayLine, type RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import type { PayRules } from '../../domain/pay/payRules.js';
import { earlierDays } from '../../domain/pay/payWindow.js';
import { type EmployeePayFacts, NO_PAY_FACTS } from '../../domain/pay/referencePeriod.js';
import type { Period } from '../../domain/period/period.js';
import { inheritFromShifts, type PersonRecords } from '../../domain/records/periodData.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { buildTimesheet, marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { clipAtEstimates } from '../../domain/timesheet/estimates.js';
import type { TimePolicy, Timesheet, WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { LimitsOfPerson } from '../../domain/workingTime/limits.js';
import type { PersonWorkingTime } from '../../domain/workingTime/workingTime.js';
import { type AccountSpan, accountsOfPeople } from './accountsOfPeople.js';
import type { EmployerInputs } from './employerInputs.js';
import { unworkedOfPeople } from './unworkedOfPeople.js';
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
  /** Holidays that are paid without work, and absences. */
  readonly unworked: UnworkedDays;
  /** Whether no work is expected on a day: a full day of absence. */
  readonly isAbsent: (date: LocalDate) => boolean;
  /** The timesheet without estimates: entries on days with planned shifts in their place are still checked. */
  readonly asRead: Timesheet;
  readonly limitsOf: LimitsOfPerson;
  /** The data for working-time limits; undefined if none are set. */
  readonly workingTime: PersonWorkingTime | undefined;
  /** Whether plan or contract show on which days the person rests. */
  readonly knowsRestDays: boolean;
  /** The work paid by other rules. */
  readonly payBy: (rules: PayRules) => Pay;
  /**
   * Counters that reached their limits, counters with an unknown earlier balance, findings of the hours account, and
   * holidays of an unknown place.
   */
  readonly balances: readonly Finding[];
  /** The hours account; undefined without one. */
  readonly account: PersonAccount | undefined;
  /** The account on some days of the period, also by the rules of another run. */
  readonly accountBetween: (span: AccountSpan) => AccountOfPeriod;
}

/** Work by person. */
export interface WorkOfPeople extends WorkByPerson {
  /**
   * Employees who may be paid for hours not worked: the absent ones in the order of the file, then those who may be
   * owed holidays.
   */
  readonly absentIds: readonly string[];
  readonly holidays: HolidayCalendar;
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
  prepared: Pick<EmployerInputs, 'config' | 'mapping' | 'absences' | 'holidays'>,
): WorkOfPeople {
  const { config, mapping } = prepared;
  const { hasPlanning, ...facts } = records.facts;
  const policy = policyOf(config);
  const working = workingTimeOfPeople(records, period, prepared);
  const rules = payRulesOf(config);
  const holidays = new HolidayCalendar(facts, prepared.holidays.rows);
  const unworkedOf = unworkedOfPeople(records, period, prepared, holidays);
  const accounts = accountsOfPeople(records, period, prepared, rules);
  const earlier = records.earlier ?? NO_EARLIER_PAY;
  const asked = earlierDays(period, rules);
  // A wider read, as of corrections of several finals, says nothing more about a period than its own would.
  const window = recordWindow(period, rules, config.absences);
  const readFrom = addDays(window.from, -marginDays(config));
  const readTo = addDays(window.to, marginDays(config));
  const linesBefore = (personId: string): readonly PayLine[] | undefined =>
    asked === undefined ? [] : earlier.linesOf(personId, asked);
  const of: WorkOfPeople['of'] = (personId) => {
    const own = inheritFromShifts(records.of(personId), marginDays(config));
    const { entries, shifts, relatedShifts } = own;
    const data = { ...facts, entries, shifts: hasPlanning ? shifts : null };
    const columnsOn = columnsOfEmployee(mapping.employees, personId ?? '');
    const holidaysAt = holidays.of(columnsOn);
    const placeOf = placesOfDays(entries, readFrom);
    const holidayOn = (date: LocalDate) => holidaysAt(placeOf(date)).on(date);
    const payable = unworkedOf.payableMinutes(personId ?? '', { shifts: data.shifts, columnsOn, holidayOn });
    const timesheet = buildTimesheet(data, period, policy, payable);
    const paid = paidWork(timesheet, policy);
    const payWith = (known: EmployeePayFacts, by: PayRules = rules): Pay =>
      computePay({
        worked: paid,
        period,
        policy,
        rules: by,
        holidaysAt: (_, establishmentId) => holidaysAt(establishmentId),
        columnsOf: columnsIn(mapping.employees),
        factsOf: () => known,
      });
    const earlierLines = personId === null ? [] : linesBefore(personId);
    const readShifts = data.shifts?.filter(({ date }) => date >= readFrom && date <= readTo) ?? null;
    const restDays = { employeeId: personId ?? '', shifts: readShifts, columnsOn };
    const known = {
      ...NO_PAY_FACTS,
      earlierLines: earlierLines ?? [],
      plannedMinutes: planOf(timesheet, personId),
      isRestDay: restDayTest(restDays),
    };
    const paidBefore = () => ({
      lines: [...known.earlierLines, ...payWith(known).lines],
      isKnown: (date: LocalDate) =>
        date >= period.from ||
        (asked !== undefined &&
          date >= asked.from &&
          earlierLines !== undefined &&
          earlier.unknownDays({ from: date, to: date }).length === 0),
      // Where the person was on earlier days, the run that has them knows.
      isHoliday: (date: LocalDate) =>
        (date < period.from ? earlier.isHoliday(personId ?? '', date) : undefined) ??
        holidayOn(date) !== undefined,
    });
    const unworkedBy = (on: typeof holidayOn) =>
      personId === null
        ? NO_UNWORKED_DAYS
        : unworkedOf.of(personId, { shifts: data.shifts, paid, columnsOn, holidayOn: on, paidBefore });
    const unworkedWith = (on: typeof holidayOn) => unworkedBy(on).lines;
    const unworked = unworkedBy(holidayOn);
    const { lines: unworkedLines } = unworked;
    const ofAccount = { entries, shifts: data.shifts, columnsOn, holidayOn };
    const basePay = () => withUnworked(payWith({ ...known, unworkedLines }), unworked.linesOfPeriod);
    return new PersonWork(
      {
        records: own,
        data,
        relatedShifts,
        timesheet,
        unworked,
        holidayOn,
        isAbsent: personId === null ? () => false : unworkedOf.isAbsent(personId, data.shifts),
        limitsOf: working.limitsOf(personId),
        workingTime: working.of(own),
        knowsRestDays: knowsRestDays(restDays, period),
        payBy: (by) => payWith(known, by),
      },
      {
        asRead: () =>
          policy.estimateFrom === undefined
            ? timesheet
            : buildTimesheet(data, period, { ...policy, estimateFrom: undefined }),
        pay: () => {
          const pay = basePay();
          const account = personId === null ? undefined : accounts.of(personId, ofAccount, pay.lines);
          return { account, pay: withUnworked(pay, account?.lines ?? []) };
        },
        accountBetween: (span) => accounts.between(personId ?? '', ofAccount, basePay().lines, span),
        balances: ({ pay: { lines }, account }) => {
          if (personId === null) return [];
          const own = { employeeId: personId, columnsOn, earlierLines, lines };
          const person = { employeeId: personId, placeOf, holidaysAt, holidayOn, linesWith: unworkedWith };
          return [
            ...balanceFindings(rules, own, period),
            ...(account?.findings ?? accounts.ignoredRows(personId)),
            ...undecidedHolidays(holidays, person, period),
          ];
        },
      },
    );
  };
  const absentIds = unworkedOf.ids;
  const expectedIds = areDaysExpected(config.exceptions) ? [...mapping.employees.byId.keys()] : [];
  const further = [...absentIds, ...expectedIds, ...accounts.ids];
  const ids =
    further.length === 0 ? records.personIds : [...new Set([...records.personIds, ...further])].sort();
  return { ids, of, absentIds, holidays };
}

/** The work for pay rules: entries, and on estimated days planned shifts in their place. */
function paidWork({ exported, outside, estimated }: Timesheet, policy: TimePolicy): readonly WorkedEntry[] {
  if (estimated === undefined) return [...exported, ...outside];
  return [...exported, ...outside, ...estimated.estimates].map((each) => clipAtEstimates(each, policy));
}

/** Functions for results that are computed only on request. */
interface LateWork {
  readonly asRead: () => Timesheet;
  readonly pay: () => PayAndAccount;
  readonly balances: (of: PayAndAccount) => readonly Finding[];
  readonly accountBetween: WorkOfPerson['accountBetween'];
}

/** Pay lines with those that are paid out of the account. */
interface PayAndAccount {
  readonly pay: Pay;
  readonly account: PersonAccount | undefined;
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
  readonly unworked: UnworkedDays;
  readonly holidayOn: WorkOfPerson['holidayOn'];
  readonly isAbsent: WorkOfPerson['isAbsent'];
  readonly limitsOf: LimitsOfPerson;
  readonly workingTime: PersonWorkingTime | undefined;
  readonly knowsRestDays: boolean;
  readonly payBy: WorkOfPerson['payBy'];
  readonly #late: LateWork;
  #pay: PayAndAccount | undefined;

  constructor(known: Omit<WorkOfPerson, keyof LateWork | 'account'>, late: LateWork) {
    this.records = known.records;
    this.data = known.data;
    this.relatedShifts = known.relatedShifts;
    this.timesheet = known.timesheet;
    this.unworked = known.unworked;
    this.holidayOn = known.holidayOn;
    this.isAbsent = known.isAbsent;
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
    return this.#paid().pay;
  }

  get account(): PersonAccount | undefined {
    return this.#paid().account;
  }

  get balances(): readonly Finding[] {
    return this.#late.balances(this.#paid());
  }

  accountBetween(span: AccountSpan): AccountOfPeriod {
    return this.#late.accountBetween(span);
  }

  #paid(): PayAndAccount {
    this.#pay ??= this.#late.pay();
    return this.#pay;
  }
}

/** Lines without an entry among one person's pay lines, in the order of dates. */
function withUnworked(pay: Pay, unworked: readonly PayLine[]): Pay {
  if (unworked.length === 0) return pay;
  const lines: PayLine[] = [...pay.lines, ...unworked];
  return { ...pay, lines: lines.sort((a, b) => compareText(a.date, b.date)) };
}
