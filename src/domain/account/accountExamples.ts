import { type AnyMessage, message } from '../../i18n/message.js';
import { buildAbsenceLine } from '../absences/absenceDays.js';
import { uniteHolidays } from '../holidays/dayHoliday.js';
import { type AccountRules, LAPSE } from '../pay/accountRules.js';
import type { PayLine } from '../pay/payLine.js';
import { weekStart } from '../pay/payWindow.js';
import { computeSyntheticPay, personas, type RulesInUse } from '../rulesCheck/syntheticPay.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import { type AccountDay, accountDays } from './accountDays.js';

/** What a day does to an hours account. */
export interface AccountExample
  extends Pick<AccountDay, 'target' | 'worked' | 'credits' | 'paidOut' | 'lapsed'> {
  readonly name: AnyMessage;
  /** What it changes in the balance. */
  readonly change: number;
}

/** The contract of the examples: 8 hours from Monday to Friday. */
const CONTRACT = { contractMinutesPerDay: '480', contractWeekdays: '12345' };
const DAY_MINUTES = 480;
const BEGIN = 8 * 60;
const OVER_LIMIT = 130;
const ID = 'example';

interface AccountCase {
  readonly name: AnyMessage;
  /** From Monday on. */
  readonly weekday: number;
  readonly workedMinutes?: number;
  readonly absence?: string;
  readonly isHoliday?: true;
  /** Minutes above the limit, at the end of a period of the account. */
  readonly over?: number;
}

/** Days of a contract of 8 hours from Monday to Friday, planned as the contract says; empty without an account. */
export function accountExamples(inUse: RulesInUse, asOf: LocalDate): AccountExample[] {
  const { account } = inUse.rules;
  if (account === undefined) return [];
  return accountCases(account).map((each) => accountExample(each, account, inUse, asOf));
}

function accountCases({ credits, cap }: AccountRules): AccountCase[] {
  const most = cap?.max;
  return [
    { name: message('rules.account.worked', { minutes: 480 }), weekday: 0, workedMinutes: 480 },
    { name: message('rules.account.worked', { minutes: 600 }), weekday: 0, workedMinutes: 600 },
    { name: message('rules.account.notWorked'), weekday: 0 },
    { name: message('rules.account.saturday', { minutes: 240 }), weekday: 5, workedMinutes: 240 },
    { name: message('rules.account.holiday'), weekday: 1, isHoliday: true },
    ...credits.map((code) => ({
      name: message('rules.account.credited', { code }),
      weekday: 0,
      absence: code,
    })),
    { name: message('rules.account.otherAbsence'), weekday: 0, absence: '' },
    ...(most === undefined
      ? []
      : [
          {
            name: overLimit(most, cap?.surplus ?? LAPSE),
            weekday: 6,
            over: most + OVER_LIMIT,
          },
        ]),
  ];
}

function overLimit(mostMinutes: number, code: string): AnyMessage {
  const values = { minutes: mostMinutes + OVER_LIMIT, mostMinutes, overMinutes: OVER_LIMIT };
  return code === LAPSE
    ? message('rules.account.overLapse', values)
    : message('rules.account.over', { ...values, code });
}

function accountExample(
  { name, weekday, workedMinutes = 0, absence, isHoliday, over }: AccountCase,
  account: AccountRules,
  inUse: RulesInUse,
  asOf: LocalDate,
): AccountExample {
  const date = addDays(weekStart(asOf, 'monday'), weekday);
  const isPlanned = weekday < 5 && isHoliday === undefined;
  const holiday = uniteHolidays([
    { kind: 'service', holiday: { date, name: 'Holiday', originalDate: undefined }, limitedBy: [] },
  ]);
  const person = {
    employeeId: ID,
    columnsOn: () => CONTRACT,
    holidayOn: () => (isHoliday === true ? holiday : undefined),
    planOf: () => ({ plannedMinutes: isPlanned ? DAY_MINUTES : 0, plannedInside: () => 0 }),
    lines: [
      ...(workedMinutes === 0 ? [] : workedLines(date, workedMinutes, inUse)),
      ...(absence === undefined ? [] : [absenceLine(date, absence)]),
    ],
    adjustments: [],
    isEmployed: true,
  };
  const { column: _, ...cap } = account.cap ?? {};
  const rules = {
    ...account,
    from: date,
    opening: undefined,
    period: 'week' as const,
    cap: over === undefined ? undefined : cap,
  };
  const period = { from: date, to: date, weekStartsOn: 'monday' as const };
  const { days } = accountDays(rules, person, period, over ?? 0);
  const { target = 0, worked = 0, credits = 0, paidOut = 0, lapsed = 0, balance = 0 } = days[0] ?? {};
  return { name, target, worked, credits, paidOut, lapsed, change: balance - (over ?? 0) };
}

function workedLines(date: LocalDate, minutes: number, inUse: RulesInUse): readonly PayLine[] {
  const [persona] = personas(inUse.rules);
  if (persona === undefined) return [];
  const work = [{ date, from: BEGIN, until: BEGIN + minutes }];
  return computeSyntheticPay([{ id: ID, persona, work }], inUse, []).lines;
}

function absenceLine(date: LocalDate, code: string): PayLine {
  return buildAbsenceLine({ employeeId: ID, date, code, minutes: DAY_MINUTES, days: 1 });
}
