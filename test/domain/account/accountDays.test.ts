import { describe, expect, test } from 'vitest';
import { type AccountPerson, accountDays } from '../../../src/domain/account/accountDays.js';
import { type DayHoliday, uniteHolidays } from '../../../src/domain/holidays/dayHoliday.js';
import type { AccountRules } from '../../../src/domain/pay/accountRules.js';
import { type PayLine, type PayLineKind, unworkedLine } from '../../../src/domain/pay/payLine.js';
import { addDays, type LocalDate, toLocalDate, weekdayNumber } from '../../../src/domain/time/localDate.js';

const OCTOBER = {
  from: toLocalDate('2026-10-01'),
  to: toLocalDate('2026-10-31'),
  weekStartsOn: 'monday' as const,
};
const CONTRACT = { contractMinutesPerDay: '480', contractWeekdays: '12345' };
const RULES: AccountRules = { target: 'contract', credits: [], from: OCTOBER.from, period: 'month' };
const WEEKDAYS = 22;

function line(date: string, minutes: number, payCode = 'NORMAL', kind: PayLineKind = 'base'): PayLine {
  return {
    ...unworkedLine({ employeeId: 'ann', date: toLocalDate(date), payCode, kind, minutes, rule: 'r' }),
  };
}

/** Work on the weekdays of October that adds up to this. */
function work(minutes: number, dates: readonly LocalDate[] = weekdays()): PayLine[] {
  const daily = Math.floor(minutes / dates.length);
  return dates.map((date, index) => line(date, index === 0 ? minutes - daily * (dates.length - 1) : daily));
}

function weekdays(): LocalDate[] {
  return Array.from({ length: 31 }, (_, index) => addDays(OCTOBER.from, index)).filter(
    (date) => weekdayNumber(date) <= 5,
  );
}

function holidayOf(date: string, part = ''): { readonly date: string; readonly holiday: DayHoliday } {
  const fraction =
    part === '' ? { kind: 'whole' as const } : { kind: 'fraction' as const, fraction: Number(part) };
  const row = {
    date: toLocalDate(date),
    name: 'Feast',
    part: fraction,
    partText: part,
    where: '',
    action: 'add' as const,
    line: 2,
  };
  return { date, holiday: uniteHolidays([{ kind: 'file', row }]) };
}

interface Given {
  readonly rules?: Partial<AccountRules>;
  readonly columns?: Readonly<Record<string, string>>;
  readonly lines?: readonly PayLine[];
  readonly holidays?: readonly { readonly date: string; readonly holiday: DayHoliday }[];
  readonly planned?: Readonly<Record<string, number>>;
  readonly adjustments?: AccountPerson['adjustments'];
  readonly before?: number;
  readonly isEmployed?: boolean;
}

function account({ rules = {}, columns = {}, lines = [], holidays = [], planned = {}, ...given }: Given) {
  const { adjustments = [], before, isEmployed = true } = given;
  const person: AccountPerson = {
    employeeId: 'ann',
    columnsOn: () => ({ ...CONTRACT, ...columns }),
    holidayOn: (date) => holidays.find((each) => each.date === date)?.holiday,
    planOf: (date) => ({ plannedMinutes: planned[date] ?? 0, plannedInside: () => 0 }),
    lines,
    adjustments,
    isEmployed,
  };
  return accountDays({ ...RULES, ...rules }, person, OCTOBER, before);
}

const LEAVE = (date: string, minutes = 480) => line(date, minutes, 'LEAVE', 'absence');
const OPENING = { rules: { opening: { column: 'opening' } }, columns: { opening: '300' } };

describe('the worked examples of docs/pay.md', () => {
  test.each<readonly [string, Given, number]>([
    ['176:30 h in October, opening +5:00', { ...OPENING, lines: work(10_590) }, 330],
    [
      'the 1st a whole holiday without work',
      { ...OPENING, lines: work(10_590, weekdays().slice(1)), holidays: [holidayOf('2026-10-01')] },
      810,
    ],
    [
      'two days of leave in credits, 160:30 h worked',
      {
        rules: { ...OPENING.rules, credits: ['LEAVE'] },
        columns: OPENING.columns,
        lines: [...work(9630, weekdays().slice(2)), LEAVE('2026-10-01'), LEAVE('2026-10-02')],
      },
      330,
    ],
  ])('%s', (_, given, wanted) => {
    expect(account(given).after).toBe(wanted);
  });

  test('a balance of 12:10 h at the end of the month, limit 10 h', () => {
    const { lines, after } = account({
      rules: { cap: { max: 600, surplus: 'OT' } },
      lines: work(WEEKDAYS * 480 + 730),
    });
    expect(lines).toMatchObject([{ date: '2026-10-31', payCode: 'OT', minutes: 130, kind: 'surplus' }]);
    expect(after).toBe(600);
  });
});

describe('what a day owes and what counts', () => {
  const PLANNED = { rules: { target: 'planned' as const, credits: ['LEAVE'] } };
  const planned = { '2026-10-05': 400 };
  test.each<readonly [string, Given, Readonly<Record<string, number>>]>([
    [
      'half of the contract on half a holiday',
      { holidays: [holidayOf('2026-10-05', '0.5')] },
      { target: 240 },
    ],
    [
      'the rest and the part add up to the day',
      { columns: { contractMinutesPerDay: '455' }, holidays: [holidayOf('2026-10-05', '0.5')] },
      { target: 227 },
    ],
    ['Monday to Friday without the column', { columns: { contractWeekdays: '' } }, { target: 480 }],
    ['nothing after the contract', { columns: { contractTo: '2026-10-04' } }, { target: 0 }],
    ['the plan', { ...PLANNED, planned }, { target: 400 }],
    ['nothing without a plan', PLANNED, { target: 0 }],
    [
      'a day of leave that is still planned counts',
      { ...PLANNED, planned, lines: [LEAVE('2026-10-05')] },
      { target: 400, credits: 480 },
    ],
    [
      'a day of leave without a plan owes nothing and counts nothing',
      { ...PLANNED, lines: [LEAVE('2026-10-05')] },
      { target: 0, credits: 0 },
    ],
    [
      'a whole holiday in the plan owes nothing and counts nothing',
      {
        ...PLANNED,
        planned,
        holidays: [holidayOf('2026-10-05')],
        lines: [line('2026-10-05', 400, 'FEAST', 'not-worked')],
      },
      { target: 0, credits: 0 },
    ],
    [
      'a part holiday in the plan counts, since the plan owes all of it',
      {
        ...PLANNED,
        planned,
        holidays: [holidayOf('2026-10-05', '0.5')],
        lines: [line('2026-10-05', 200, 'FEAST', 'not-worked')],
      },
      { target: 400, credits: 200 },
    ],
    [
      'holiday pay by contract never counts',
      { holidays: [holidayOf('2026-10-05', '0.5')], lines: [line('2026-10-05', 240, 'FEAST', 'not-worked')] },
      { target: 240, credits: 0 },
    ],
    ['other absences owe the day', { lines: [LEAVE('2026-10-05')] }, { target: 480, credits: 0 }],
    [
      'only codes that count',
      { rules: { counts: ['NORMAL'] }, lines: [line('2026-10-05', 480), line('2026-10-05', 60, 'OT')] },
      { worked: 480 },
    ],
    [
      'base and top-up codes by default, no loadings',
      {
        lines: [
          line('2026-10-05', 120),
          line('2026-10-05', 60, 'TOPUP', 'topup'),
          line('2026-10-05', 120, 'NIGHT', 'loading'),
        ],
      },
      { worked: 180 },
    ],
  ])('%s', (_, given, wanted) => {
    const day = account(given).days.find(({ date }) => date === '2026-10-05');
    expect(day).toMatchObject(wanted);
  });
});

describe('when an account begins', () => {
  test.each<readonly [string, Given, LocalDate | undefined]>([
    [
      'on the first day of all accounts',
      { rules: { from: toLocalDate('2026-10-12') } },
      toLocalDate('2026-10-12'),
    ],
    ['with a later contract', { columns: { contractFrom: '2026-10-15' } }, toLocalDate('2026-10-15')],
    ['never with no in the column account', { columns: { account: 'No' } }, undefined],
    ['never for somebody who is gone', { isEmployed: false }, undefined],
    ['not again if there was a balance before', { before: 0 }, undefined],
  ])('%s', (_, given, wanted) => {
    expect(
      account({
        ...given,
        rules: { ...given.rules, opening: { column: 'opening' } },
        columns: { opening: '-120', ...given.columns },
      }).begun,
    ).toBe(wanted);
  });

  test('a balance of somebody who is gone stays', () => {
    expect(account({ isEmployed: false, before: 75 })).toMatchObject({ days: [], before: 75, after: 75 });
  });
});

describe('limits', () => {
  const ALL = { lines: work(WEEKDAYS * 480 + 730) };
  test.each<readonly [string, Given, number, number]>([
    [
      "a person's own limit",
      { ...ALL, rules: { cap: { max: 600, column: 'limit', surplus: 'OT' } }, columns: { limit: '700' } },
      30,
      700,
    ],
    [
      'the general one without a value',
      { ...ALL, rules: { cap: { max: 600, column: 'limit', surplus: 'OT' } }, columns: { limit: '' } },
      130,
      600,
    ],
    [
      'none without both',
      { ...ALL, rules: { cap: { column: 'limit', surplus: 'OT' } }, columns: { limit: '' } },
      0,
      730,
    ],
    ['exactly at the limit', { ...ALL, rules: { cap: { max: 730, surplus: 'OT' } } }, 0, 730],
    [
      'not before the end of the year',
      { ...ALL, rules: { period: 'year', cap: { max: 600, surplus: 'OT' } } },
      0,
      730,
    ],
    ['lapsed minutes are not paid', { ...ALL, rules: { cap: { max: 600, surplus: 'lapse' } } }, 0, 600],
  ])('%s', (_, given, paid, after) => {
    const found = account(given);
    expect([found.lines.reduce((sum, { minutes }) => sum + minutes, 0), found.after]).toEqual([paid, after]);
  });

  test('each week for itself', () => {
    const { days } = account({
      rules: { period: 'week', cap: { max: 0, surplus: 'lapse' } },
      lines: [line('2026-10-10', 4000)],
    });
    expect(days.filter(({ lapsed }) => lapsed > 0)).toMatchObject([{ date: '2026-10-11', balance: 0 }]);
  });

  test('below the lowest at the end of the month', () => {
    expect(account({ rules: { cap: { min: -60 } } }).below).toMatchObject([
      { date: '2026-10-31', balance: -10_560 },
    ]);
  });
});

describe('adjustments', () => {
  const payout = { date: toLocalDate('2026-10-30'), minutes: -600, payCode: 'OT', reason: 'agreed', line: 2 };
  test('change the balance of their day; with a code they are paid', () => {
    const { days, lines, after } = account({
      before: 700,
      lines: work(WEEKDAYS * 480),
      adjustments: [payout],
    });
    expect([after, days.find(({ date }) => date === '2026-10-30')?.adjustments]).toEqual([100, -600]);
    expect(lines).toMatchObject([{ date: '2026-10-30', payCode: 'OT', minutes: 600, rule: 'absences' }]);
  });

  test('on a day without an account they are not counted', () => {
    const { unused, after } = account({ rules: { from: toLocalDate('2026-10-31') }, adjustments: [payout] });
    expect([unused, after]).toEqual([[payout], 0]);
  });
});

test('a day of the contract without hours is told', () => {
  expect(account({ columns: { contractMinutesPerDay: '' } }).withoutHours).toHaveLength(WEEKDAYS);
});
