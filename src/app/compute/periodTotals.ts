import { payRulesOf } from '../../config/schema/paySchema.js';
import { countAbsences, findAbsenceProblems } from '../../domain/absences/absenceDays.js';
import { areDaysExpected, daysOver, findExpectedDays } from '../../domain/absences/expectedDays.js';
import { type PersonFigures, sumPersonFigures } from '../../domain/changes/runComparison.js';
import type { AccountBalances, RecordWork } from '../../domain/computed/computedPeriod.js';
import { addRecordWorks, establishmentWorks } from '../../domain/computed/recordWork.js';
import type { Finding } from '../../domain/exceptions/finding.js';
import { FindingCollector } from '../../domain/exceptions/findingCollector.js';
import { RuleUsage } from '../../domain/exceptions/unusedRules.js';
import { columnsIn, columnsOfEmployee, isDated, rowsIn } from '../../domain/mapping/employeeRows.js';
import type { Pay } from '../../domain/pay/computePay.js';
import type { Columns } from '../../domain/pay/mappingColumns.js';
import {
  addPaidTotals,
  NOTHING_PAID,
  type PaidTotals,
  sumPaidTotals,
  withoutEstimates,
} from '../../domain/pay/paidTotals.js';
import { addAmounts, NO_AMOUNTS, type PayAmounts, sumLineAmounts } from '../../domain/pay/payAmounts.js';
import type { PayRules } from '../../domain/pay/payRules.js';
import type { Period } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { PeriodFacts } from '../../domain/records/periodData.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { ControlTotalsBuilder, controlTotals, type Tally } from '../../domain/timesheet/controlTotals.js';
import type { Timesheet } from '../../domain/timesheet/timesheet.js';
import { verifyControlTotals } from '../../domain/timesheet/verifyControlTotals.js';
import { GapCollector } from '../../domain/workingTime/weeks.js';
import { neededDays } from '../../domain/workingTime/workingTime.js';
import { accountBalances } from './accountBalances.js';
import type { EmployerInputs } from './employerInputs.js';
import { unreadableRuleDates } from './ruleColumns.js';
import { workingTimeSettings } from './workingTimeOfPeople.js';
import type { WorkOfPeople } from './workOfPeople.js';

type PersonWork = ReturnType<WorkOfPeople['of']>;

/** Totals across employees. Add each employee once, in the order of their IDs. */
export class PeriodTotals {
  readonly book: FindingCollector;
  readonly control: ControlTotalsBuilder;
  readonly works: Map<string, RecordWork>;
  readonly payCodes = new Set<string>();
  /** The findings of each employee with a day of absence, or a holiday paid without work, in the period. */
  readonly onAbsence = new Map<string, readonly Finding[]>();
  /** Employees with a line of absence, of a holiday paid without work, or of an hours account in the period. */
  readonly unworkedIds = new Set<string>();
  readonly balances: Finding[] = [];
  /** Of each employee with an hours account. */
  readonly accounts = new Map<string, AccountBalances>();
  readonly ruleUse: RuleUsage;
  readonly workingTimeGaps: GapCollector;
  /** The days in the output of each employee with dated mapping rows, in order. */
  readonly datesOf = new Map<string, readonly LocalDate[]>();
  readonly figures = new Map<string, PersonFigures>();
  /** Employee ID and date -> worked minutes, for days with findings. */
  readonly workedOn = new Map<string, number>();
  absences: Tally = { entries: 0, minutes: 0 };
  paid: PaidTotals = NOTHING_PAID;
  /** All amounts of pay lines. */
  amounts: PayAmounts = NO_AMOUNTS;
  readonly #period: Period;
  readonly #rules: PayRules;
  readonly #mapping: EmployerInputs['mapping'];
  readonly #askedAnyway: ReadonlySet<string>;
  readonly #unreadableColumn: string[] = [];
  /** Contract days without work, absence or holiday, if the configuration asks for them. */
  readonly expected: Finding[] = [];
  readonly #isEmployed: (employeeId: string) => boolean;
  readonly #expectedDays: Days | undefined;

  /** @throws PaytallyError ZONE_UNKNOWN */
  constructor(
    facts: PeriodFacts,
    period: Period,
    { config, mapping }: Pick<EmployerInputs, 'config' | 'mapping'>,
  ) {
    const rules = payRulesOf(config);
    this.ruleUse = new RuleUsage(rules, config.costCenters);
    this.book = new FindingCollector(facts, period);
    this.control = new ControlTotalsBuilder(facts.invalid);
    this.works = establishmentWorks(facts);
    this.workingTimeGaps = new GapCollector(period, () =>
      neededDays(period, workingTimeSettings(config), mapping.employees),
    );
    const active = new Set((facts.employees ?? []).filter(({ isActive }) => isActive).map(({ id }) => id));
    this.#isEmployed = (id) => facts.employees === null || active.has(id);
    this.#expectedDays = areDaysExpected(config.exceptions) ? daysOver(period, facts) : undefined;
    this.#period = period;
    this.#rules = rules;
    this.#mapping = mapping;
    this.#askedAnyway = new Set([
      ...facts.changedWhileReading,
      ...facts.invalid.map(({ id }) => id),
      ...facts.goneEstablishments,
    ]);
  }

  /** @throws PaytallyError CONTROL_MISMATCH */
  add(personId: string | null, work: PersonWork): void {
    const { records, data, timesheet, unworked, isAbsent } = work;
    const control = controlTotals(timesheet, []);
    verifyControlTotals(control, { entries: data.entries, invalid: [] }, timesheet);
    this.control.addTimesheet(timesheet);
    const { limitsOf, workingTime } = work;
    const related = {
      shifts: records.relatedShifts,
      entries: records.relatedEntries,
      limitsOf,
      workingTime,
      isAbsent,
      shiftPay: this.#rules.shiftPay,
    };
    const { records: named, dates } = this.book.add(data, work.asRead, related);
    addRecordWorks(this.works, records, [named, this.#askedAnyway]);
    if (personId === null) return;
    if (workingTime !== undefined) this.workingTimeGaps.add(workingTime);
    this.#addDates(personId, work);
    this.#addExpected(personId, work);
    const estimates = timesheet.estimated?.estimates ?? [];
    if (estimates.length > 0) this.book.addEstimated(personId);
    const isUnworked = unworked.linesOfPeriod.length + unworked.findings.length > 0;
    if (unworked.linesOfPeriod.length > 0) this.unworkedIds.add(personId);
    if (isUnworked) {
      const found = [...findAbsenceProblems(unworked.absences, work.asRead.days), ...unworked.findings];
      this.onAbsence.set(personId, found);
      for (const { date } of found) if (date !== null) dates.add(date);
    }
    for (const { date } of work.balances) if (date !== null) dates.add(date);
    for (const { date, workedMinutes } of timesheet.days)
      if (dates.has(date)) this.workedOn.set(`${personId} ${date}`, workedMinutes);
    const { exported, outside } = timesheet;
    const hasWorked = exported.length + outside.length + estimates.length > 0;
    const isPaid = hasWorked || isUnworked;
    if (!isPaid && this.#rules.account === undefined) {
      this.#addFigures(personId, timesheet, NO_PAY);
      return;
    }
    if (hasWorked && unreadableRuleDates(this.#rules, this.#mapping, [personId]) !== undefined)
      this.#unreadableColumn.push(personId);
    if (this.#unreadableColumn.length > 0) return;
    this.#addPay(work, sumPaidTotals(withoutEstimates(work.pay), this.#period, control.exported.minutes));
    this.#addFigures(personId, timesheet, work.pay);
    this.#addAccount(personId, work);
    if (!isPaid) return;
    this.ruleUse.add({
      employeeId: personId,
      entries: [...exported, ...estimates].map(({ entry }) => entry),
      lines: work.pay.lines,
      columnsOf: columnsIn(this.#mapping.employees),
      rows: this.#rowsOf(personId),
      payBy: work.payBy,
      knowsRestDays: work.knowsRestDays,
    });
  }

  /** Call this after the last employee. @throws PaytallyError MAPPING_INVALID for unreadable dates that rules need */
  finish(): void {
    const failure = unreadableRuleDates(this.#rules, this.#mapping, this.#unreadableColumn);
    if (failure !== undefined) throw failure;
  }

  #addExpected(employeeId: string, { timesheet, unworked, holidayOn }: PersonWork): void {
    if (this.#expectedDays === undefined) return;
    const days = timesheet.days.filter(
      ({ workedMinutes, estimatedMinutes = 0 }) => workedMinutes + estimatedMinutes > 0,
    );
    const open = timesheet.excluded.filter(({ reason }) => reason === 'open');
    const worked = new Set([...days.map(({ date }) => date), ...open.map(({ entry }) => entry.workDate)]);
    const person = {
      employeeId,
      columnsOn: columnsOfEmployee(this.#mapping.employees, employeeId),
      worked,
      isEmployed: this.#isEmployed(employeeId),
      absent: new Set(unworked.absences.map(({ date }) => date)),
      isHoliday: (date: LocalDate) => holidayOn(date) !== undefined,
    };
    this.expected.push(...findExpectedDays(person, this.#expectedDays));
  }

  /** Employees with undated rows have the same row on every day. */
  #addDates(personId: string, { timesheet, unworked }: PersonWork): void {
    if (!(this.#mapping.employees.byId.get(personId) ?? []).some(isDated)) return;
    const dates = [...timesheet.days, ...unworked.linesOfPeriod].map(({ date }) => date);
    this.datesOf.set(personId, [...new Set(dates)].sort());
  }

  #rowsOf(personId: string): readonly Columns[] {
    const rows = rowsIn(this.#mapping.employees.byId.get(personId), this.#period);
    return rows.length === 0 ? [undefined] : rows.map(({ extra }) => extra);
  }

  #addFigures(personId: string, timesheet: Timesheet, pay: Pick<Pay, 'lines'>): void {
    const own = sumPersonFigures(timesheet, pay);
    if (own !== undefined) this.figures.set(personId, own);
  }

  #addAccount(personId: string, { account }: PersonWork): void {
    if (account === undefined) return;
    if (account.lines.length > 0) this.unworkedIds.add(personId);
    const dates = this.datesOf.get(personId);
    if (dates !== undefined)
      this.datesOf.set(personId, [...new Set([...dates, ...account.lines.map(({ date }) => date)])].sort());
    this.accounts.set(personId, accountBalances(account, this.#period));
  }

  #addPay({ pay, balances }: PersonWork, paid: PaidTotals): void {
    const { lines } = pay;
    this.balances.push(...balances);
    for (const { payCode } of lines) this.payCodes.add(payCode);
    this.paid = addPaidTotals(this.paid, paid);
    this.amounts = addAmounts(this.amounts, sumLineAmounts(lines));
    const { entries, minutes } = countAbsences(lines);
    this.absences = {
      entries: this.absences.entries + entries,
      minutes: this.absences.minutes + minutes,
    };
  }
}

const NO_PAY: Pick<Pay, 'lines'> = { lines: [] };
