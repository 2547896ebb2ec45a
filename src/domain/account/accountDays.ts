import { contractMinutesPerDay, contractWeekdays } from '../absences/contractDay.js';
import { holidayPart, type PlannedFigures } from '../absences/holidayPay.js';
import type { DayHoliday } from '../holidays/dayHoliday.js';
import type { ColumnsOn, EmployeeRow } from '../mapping/employeeRows.js';
import { type AccountRules, LAPSE } from '../pay/accountRules.js';
import { contractDate, isInContract } from '../pay/mappingColumns.js';
import { isPaidWork, type PayLine, roundHalfUp, unworkedLine } from '../pay/payLine.js';
import type { Weekday } from '../pay/payRules.js';
import { weekStart } from '../pay/payWindow.js';
import type { Days } from '../period/repeatingPeriod.js';
import { addDays, type LocalDate, weekdayNumber } from '../time/localDate.js';
import { ownMaximum, signedMinutes } from './accountColumns.js';

/** A payout or correction of a balance: a row of the file of absences with the code ACCOUNT. */
export interface AccountAdjustment {
  readonly date: LocalDate;
  /** Signed. */
  readonly minutes: number;
  /** The code under which minutes that leave the account are paid. */
  readonly payCode: string | undefined;
  readonly reason: string | undefined;
  /** Line number in the file, for messages. */
  readonly line: number;
}

/** One person's data for their account. */
export interface AccountPerson {
  readonly employeeId: string;
  readonly columnsOn: ColumnsOn;
  readonly holidayOn: (date: LocalDate) => DayHoliday | undefined;
  readonly planOf: (date: LocalDate) => PlannedFigures;
  /** Pay lines of the period: work, absences, holidays without work. */
  readonly lines: readonly PayLine[];
  readonly adjustments: readonly AccountAdjustment[];
  /** Whether the person is listed as active, has a record, or an end of the contract: others owe nothing. */
  readonly isEmployed: boolean;
}

/** A day of an account, in minutes. The balance is that of the day's end. */
export interface AccountDay {
  readonly date: LocalDate;
  readonly target: number;
  /** Minutes worked, by the codes that count. */
  readonly worked: number;
  /** Absences and holidays that count as worked. */
  readonly credits: number;
  /** Signed; see `AccountAdjustment`. */
  readonly adjustments: number;
  /** Above the limit at the end of the account's period: paid, or lapsed. */
  readonly paidOut: number;
  readonly lapsed: number;
  readonly balance: number;
  /** Those of its adjustments. */
  readonly reasons: readonly string[];
}

/** One person's account on the days of a period. */
export interface AccountOfPeriod {
  readonly days: readonly AccountDay[];
  /** The balance before the first day; with an opening, that. undefined without a day. */
  readonly before: number | undefined;
  /** The balance at the end of the period; undefined if the account has not begun. */
  readonly after: number | undefined;
  /** On the last of the days. */
  readonly limits: { readonly max: number | undefined; readonly min: number | undefined };
  /** What is paid out of the account. */
  readonly lines: readonly PayLine[];
  /** The day that the account began in this period, with the mapping's opening balance. */
  readonly begun: LocalDate | undefined;
  /** Days that the contract should give hours to, but the mapping has none. */
  readonly withoutHours: readonly LocalDate[];
  /** Ends of the account's periods below the minimum. */
  readonly below: readonly AccountDay[];
  /** Adjustments on days without an account. */
  readonly unused: readonly AccountAdjustment[];
}

/**
 * A person's account day by day: the balance before, plus what was worked and credited, less what was owed, plus
 * adjustments; at the end of each period of the account what is above the limit leaves it.
 * @param before the balance at the end of the day before the period; undefined begins with the opening balance
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read
 */
export function accountDays(
  rules: AccountRules,
  person: AccountPerson,
  { from, to, weekStartsOn }: Days & { readonly weekStartsOn: Weekday },
  before: number | undefined,
): AccountOfPeriod {
  const minutes = minutesByDay(rules, person);
  const days: AccountDay[] = [];
  const withoutHours: LocalDate[] = [];
  let balance = before;
  let begun: LocalDate | undefined;
  let opening = before;
  const adjusted = new Set<AccountAdjustment>();
  for (let date = person.isEmployed ? from : addDays(to, 1); date <= to; date = addDays(date, 1)) {
    if (!hasAccount(rules, person, date)) continue;
    if (balance === undefined) {
      if (!hasContractBegun(person, date)) continue;
      balance = openingBalance(rules, person, date) ?? 0;
      begun = date;
      opening = balance;
    }
    const target = targetOf(rules, person, date);
    if (target === undefined) withoutHours.push(date);
    const own = person.adjustments.filter((adjustment) => adjustment.date === date);
    for (const adjustment of own) adjusted.add(adjustment);
    const adjustments = own.reduce((sum, adjustment) => sum + adjustment.minutes, 0);
    const { worked = 0, credits = 0 } = minutes.get(date) ?? {};
    balance += worked + credits - (target ?? 0) + adjustments;
    const surplus = endsAccountPeriod(date, rules, weekStartsOn)
      ? surplusOf(rules, person, date, balance)
      : 0;
    balance -= surplus;
    const [paidOut, lapsed] = rules.cap?.surplus === LAPSE ? [0, surplus] : [surplus, 0];
    const reasons = own.flatMap(({ reason }) => reason ?? []);
    const figures = { target: target ?? 0, worked, credits, adjustments, paidOut, lapsed, balance };
    days.push({ date, ...figures, reasons });
  }
  return {
    days,
    before: opening,
    after: balance,
    begun,
    withoutHours,
    limits: limitsOn(rules, person, days.at(-1)?.date),
    lines: linesOf(rules, person.employeeId, days, [...adjusted]),
    below: days.filter((day) => isBelow(rules, day, weekStartsOn)),
    unused: person.adjustments.filter((each) => each.date >= from && each.date <= to && !adjusted.has(each)),
  };
}

/** Whether the period of an account ends on a day. */
function endsAccountPeriod(
  date: LocalDate,
  { period }: Pick<AccountRules, 'period'>,
  weekStartsOn: Weekday,
): boolean {
  const next = addDays(date, 1);
  if (period === 'week') return weekStart(next, weekStartsOn) === next;
  return next.endsWith(period === 'month' ? '-01' : '-01-01');
}

type Owner = Pick<AccountPerson, 'employeeId' | 'columnsOn'>;

/** Whether a day is one of the person's account: the row of the day has it. */
function hasAccount({ from }: AccountRules, { columnsOn }: Owner, date: LocalDate): boolean {
  const columns = date < from ? undefined : columnsOn(date);
  return columns !== undefined && (columns.account ?? '').trim().toLowerCase() !== 'no';
}

function hasContractBegun({ employeeId, columnsOn }: Owner, date: LocalDate): boolean {
  const begins = contractDate({ employeeId, columns: columnsOn(date) }, 'contractFrom');
  return begins === undefined || date >= begins;
}

/**
 * The row of the first day of a person's account, which has its opening balance; undefined without an account.
 * @param rows in the order of their days
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read
 */
export function rowOfFirstDay<Row extends EmployeeRow>(
  rules: AccountRules,
  employeeId: string,
  rows: readonly Row[],
): Row | undefined {
  return rows.find(({ from, to, extra }) => {
    const begins = contractDate({ employeeId, columns: extra }, 'contractFrom');
    const [first = rules.from] = [rules.from, from ?? rules.from, begins ?? rules.from].sort().reverse();
    return first <= (to ?? first) && hasAccount(rules, { employeeId, columnsOn: () => extra }, first);
  });
}

/** Whether the person had an account on a day before another one, by the mapping of today. */
export function couldHaveBegun(rules: AccountRules, person: Owner, before: LocalDate): boolean {
  for (let date = addDays(before, -1); date >= rules.from; date = addDays(date, -1))
    if (hasAccount(rules, person, date) && hasContractBegun(person, date)) return true;
  return false;
}

/** The balance of the mapping on the first day of an account; undefined if the cell is empty. */
export function openingBalance(
  { opening }: AccountRules,
  { employeeId, columnsOn }: Owner,
  date: LocalDate,
): number | undefined {
  if (opening === undefined) return 0;
  return signedMinutes(opening.column, { employeeId, columns: columnsOn(date), path: 'account.opening' });
}

/** What a day owes; undefined if the contract has no hours. */
function targetOf({ target }: AccountRules, person: AccountPerson, date: LocalDate): number | undefined {
  const { employeeId, columnsOn, holidayOn, planOf } = person;
  const contract = { employeeId, columns: columnsOn(date) };
  const holiday = holidayOn(date);
  if (!isInContract(person, date) || holiday?.isWhole === true) return 0;
  if (target === 'planned') return planOf(date).plannedMinutes ?? 0;
  if (!(contractWeekdays(contract) ?? MONDAY_TO_FRIDAY).includes(weekdayNumber(date))) return 0;
  const minutes = contractMinutesPerDay(contract);
  if (minutes === null || holiday === undefined) return minutes ?? undefined;
  return minutes - roundHalfUp(minutes * holidayPart(holiday, planOf(date)));
}

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

interface CountedMinutes {
  worked: number;
  credits: number;
}

function minutesByDay(
  rules: AccountRules,
  person: AccountPerson,
): ReadonlyMap<LocalDate, Readonly<CountedMinutes>> {
  const found = new Map<LocalDate, CountedMinutes>();
  for (const line of person.lines) {
    const as = countsAs(rules, person, line);
    if (as === undefined) continue;
    const own = found.get(line.date) ?? { worked: 0, credits: 0 };
    own[as] += line.minutes;
    found.set(line.date, own);
  }
  return found;
}

/** Absences and holidays count only if the day's target is not lower for them already. */
function countsAs(
  { counts, credits, target }: AccountRules,
  { planOf, holidayOn }: AccountPerson,
  { kind, payCode, date }: PayLine,
): keyof CountedMinutes | undefined {
  if (isPaidWork(kind)) return counts === undefined || counts.includes(payCode) ? 'worked' : undefined;
  if (kind === 'absence') {
    const isLowered =
      holidayOn(date)?.isWhole === true || (target === 'planned' && (planOf(date).plannedMinutes ?? 0) === 0);
    return credits.includes(payCode) && !isLowered ? 'credits' : undefined;
  }
  const isCredited = kind === 'not-worked' && target === 'planned' && holidayOn(date)?.isWhole !== true;
  return isCredited ? 'credits' : undefined;
}

function limitsOn(
  { cap }: AccountRules,
  { employeeId, columnsOn }: Owner,
  date: LocalDate | undefined,
): AccountOfPeriod['limits'] {
  if (cap === undefined || date === undefined) return { max: undefined, min: cap?.min };
  return { max: ownMaximum(cap, { employeeId, columns: columnsOn(date) }), min: cap.min };
}

/** Minutes above the person's limit. */
function surplusOf(
  { cap }: AccountRules,
  { employeeId, columnsOn }: Owner,
  date: LocalDate,
  balance: number,
): number {
  if (cap === undefined) return 0;
  const most = ownMaximum(cap, { employeeId, columns: columnsOn(date) });
  return most === undefined ? 0 : Math.max(0, balance - most);
}

function isBelow(rules: AccountRules, { date, balance }: AccountDay, weekStartsOn: Weekday): boolean {
  const least = rules.cap?.min;
  return least !== undefined && balance < least && endsAccountPeriod(date, rules, weekStartsOn);
}

function linesOf(
  { cap }: AccountRules,
  employeeId: string,
  days: readonly AccountDay[],
  adjustments: readonly AccountAdjustment[],
): PayLine[] {
  const payouts = adjustments.flatMap(({ date, minutes, payCode }) =>
    payCode === undefined || minutes >= 0 ? [] : [{ date, payCode, minutes: -minutes, rule: 'absences' }],
  );
  const surplus = days.flatMap(({ date, paidOut: minutes }) =>
    minutes === 0 ? [] : [{ date, payCode: cap?.surplus ?? '', minutes, rule: 'account.cap' }],
  );
  return [...payouts, ...surplus].map((own) => unworkedLine({ ...own, employeeId, kind: 'surplus' }));
}
