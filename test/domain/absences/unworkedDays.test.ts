import { describe, expect, test } from 'vitest';
import { buildAbsenceLine } from '../../../src/domain/absences/absenceDays.js';
import { sumPaidTotals } from '../../../src/domain/pay/paidTotals.js';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import type { NotWorkedRule } from '../../../src/domain/pay/payRules.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { type PlainPerson, payHolidays } from '../../support/records/unworkedFixture.js';

/** A Wednesday. */
const HOLIDAY = toLocalDate('2026-11-11');
const PLANNED: NotWorkedRule = { code: 'FEAST', by: 'planned' };
const CONTRACT: NotWorkedRule = { code: 'FEAST', by: 'contract' };
const COLUMNS = { contractMinutesPerDay: '456', contractWeekdays: '12345', contractFrom: '2020-01-01' };
const PERSON: PlainPerson = {
  employeeId: 'ann',
  days: [],
  hasPlanning: true,
  isEmployed: true,
  columnsOn: () => COLUMNS,
  paidBefore: () => ({ lines: [], isKnown: () => false, isHoliday: () => false }),
};
const day = (plannedMinutes: number | null, workedMinutes = 0) => ({
  date: HOLIDAY,
  plannedMinutes,
  workedMinutes,
});
const contract = (columns: Readonly<Record<string, string>>): Partial<PlainPerson> => ({
  columnsOn: () => ({ ...COLUMNS, ...columns }),
});

type Row = readonly [
  name: string,
  rules: readonly NotWorkedRule[],
  person: Partial<PlainPerson>,
  paid: readonly number[] | 'unknown',
];

const ROWS: readonly Row[] = [
  ['the plan', [PLANNED], { days: [day(450)] }, [450]],
  ['the plan minus the worked minutes', [PLANNED], { days: [day(450, 120)] }, [330]],
  ['more worked than planned', [PLANNED], { days: [day(450, 480)] }, []],
  ['nothing planned', [PLANNED], {}, []],
  ['planning that cannot be read', [PLANNED], { hasPlanning: false }, 'unknown'],
  ['the contract, planning or not', [CONTRACT], { hasPlanning: false }, [456]],
  ['the contract minus the worked minutes', [CONTRACT], { days: [day(null, 56)] }, [400]],
  ['a weekday outside the contract', [CONTRACT], contract({ contractWeekdays: '1245' }), []],
  ['no hours', [CONTRACT], contract({ contractMinutesPerDay: '' }), 'unknown'],
  ['no weekdays', [CONTRACT], contract({ contractWeekdays: '' }), 'unknown'],
  ['no start date', [CONTRACT], contract({ contractFrom: '' }), 'unknown'],
  ['no row in the mapping', [CONTRACT], { columnsOn: () => undefined }, 'unknown'],
  ['deliberately no hours', [CONTRACT], { columnsOn: () => ({ contractMinutesPerDay: '0' }) }, []],
  ['a contract from the same day', [CONTRACT], contract({ contractFrom: '2026-11-11' }), [456]],
  ['a contract from the next day', [CONTRACT], contract({ contractFrom: '2026-11-12' }), []],
  ['a contract until the same day', [CONTRACT], contract({ contractTo: '2026-11-11' }), [456]],
  ['a contract until the day before', [CONTRACT], contract({ contractTo: '2026-11-10' }), []],
  ['an employee who is no longer listed', [CONTRACT], { isEmployed: false }, 'unknown'],
  [
    'an employee who left after it',
    [CONTRACT],
    { isEmployed: false, ...contract({ contractTo: '2026-11-30' }) },
    [456],
  ],
  [
    'the first rule that applies to the employee',
    [{ ...CONTRACT, employees: { contractMinutesPerDay: ['480'] } }, PLANNED],
    { days: [day(450)] },
    [450],
  ],
  [
    'no rule that applies to the employee',
    [{ ...CONTRACT, employees: { contractMinutesPerDay: ['480'] } }],
    {},
    [],
  ],
  [
    'planned minutes of another day',
    [PLANNED],
    { days: [{ ...day(450), date: toLocalDate('2026-11-10') }] },
    [],
  ],
  ['a rule until the same day', [{ ...CONTRACT, validTo: HOLIDAY }], {}, [456]],
  ['a rule from the same day', [{ ...CONTRACT, validFrom: HOLIDAY }], {}, [456]],
  [
    'worked minutes of another day',
    [CONTRACT],
    { days: [{ ...day(450, 120), date: toLocalDate('2026-11-10') }] },
    [456],
  ],
  [
    'a rule for a contract that the employee has',
    [{ ...CONTRACT, employees: { contractMinutesPerDay: ['456'] } }],
    {},
    [456],
  ],
  ['extra spaces in the columns', [CONTRACT], contract({ contractWeekdays: ' 3 ' }), [456]],
  ['a rule that ended', [{ ...CONTRACT, validTo: toLocalDate('2026-11-10') }, PLANNED], {}, []],
  ['a rule that has not begun', [{ ...CONTRACT, validFrom: toLocalDate('2026-11-12') }], {}, []],
];

describe('holidays paid without work', () => {
  test.each(ROWS)('%s', (_name, rules, person, paid) => {
    const { lines, findings } = payHolidays(rules, { ...PERSON, ...person }, [HOLIDAY]);
    expect(lines.map(({ minutes }) => minutes)).toEqual(paid === 'unknown' ? [] : paid);
    expect(findings.map(({ code, employeeId, date }) => [code, employeeId, date])).toEqual(
      paid === 'unknown' ? [['HOLIDAY_HOURS', 'ann', HOLIDAY]] : [],
    );
  });

  test('lines belong to no entry and name the rule that made them', () => {
    const never: NotWorkedRule = { ...CONTRACT, validTo: toLocalDate('2000-01-01') };
    const [line] = payHolidays([never, CONTRACT], PERSON, [HOLIDAY]).lines;
    expect(line).toMatchObject({
      kind: 'not-worked',
      payCode: 'FEAST',
      entryId: null,
      rule: 'payRules.notWorked[1]',
    });
  });

  test('are a separate adjustment between worked and paid minutes', () => {
    const { lines } = payHolidays([CONTRACT], PERSON, [HOLIDAY]);
    const period = { from: HOLIDAY, to: HOLIDAY, label: 'holiday' };
    expect(sumPaidTotals({ lines, outsideLines: [], entries: [] }, period, 0)).toEqual({
      workedMinutes: 0,
      differences: [{ reason: 'not-worked', entries: 1, minutes: 456 }],
      paid: { entries: 0, minutes: 456 },
    });
  });

  test.each([
    ['contractMinutesPerDay', '7:36'],
    ['contractWeekdays', 'Mo-Fr'],
    ['contractFrom', '01.01.2020'],
    ['contractTo', '2026-11-31'],
  ])('an unreadable column: %s %s', (column, value) => {
    const person = { ...PERSON, ...contract({ [column]: value }) };
    expect(() => payHolidays([CONTRACT], person, [HOLIDAY])).toThrow(new RegExp(`"${column}".*${value}`));
  });
});

describe('holidays paid by the average of the same weekday', () => {
  const AVERAGE: NotWorkedRule = { code: 'FEAST', by: 'average', weeks: 4 };
  const paid = (date: string, minutes: number, change: Partial<PayLine> = {}): PayLine => ({
    ...buildAbsenceLine({ employeeId: 'ann', date: toLocalDate(date), code: 'NORMAL', minutes, days: null }),
    kind: 'base',
    ...change,
  });
  /** The four Wednesdays before: 14, 21, 28 October and 4 November. */
  const WEDNESDAYS = [
    paid('2026-11-04', 480),
    paid('2026-10-28', 420),
    paid('2026-10-28', 30),
    paid('2026-10-21', 0),
    paid('2026-10-14', 481),
  ];
  const of = (
    lines: readonly PayLine[],
    {
      from = '2020-01-01',
      isKnown = () => true,
      isHoliday = () => false,
    }: { from?: string; isKnown?: (date: string) => boolean; isHoliday?: (date: string) => boolean } = {},
    holidays = [HOLIDAY],
  ) => {
    const paidBefore = () => ({ lines, isKnown, isHoliday });
    const person = { ...PERSON, ...contract({ contractFrom: from }), paidBefore };
    const { lines: found, findings } = payHolidays([AVERAGE], person, holidays);
    return findings.length > 0 ? 'unknown' : found.map(({ minutes }) => minutes);
  };

  test('divides the pay of the earlier weekdays, and rounds halves up', () => {
    // 480 + 450 + 0 + 481 = 1411, a quarter of which is 352.75.
    expect(of(WEDNESDAYS)).toEqual([353]);
    expect(of([paid('2026-11-04', 2)])).toEqual([1]);
    expect(of([paid('2026-11-04', 1)])).toEqual([]);
  });

  test('ignores earlier weeks, other weekdays, loadings and top-ups', () => {
    const beside = [
      paid('2026-10-07', 999),
      paid('2026-11-11', 999),
      paid('2026-11-03', 999),
      paid('2026-11-04', 999, { kind: 'loading' }),
      paid('2026-11-04', 999, { kind: 'topup' }),
    ];
    expect(of([...WEDNESDAYS, ...beside])).toEqual([353]);
  });

  test('omits days of absence, and holidays already paid', () => {
    const leave = [paid('2026-11-04', 60, { kind: 'absence' })];
    expect(of([...WEDNESDAYS, ...leave])).toEqual([310]); // 931 / 3 = 310.33
    // A holiday with work counts with its worked minutes, although a rule added the rest of the day.
    expect(of([...WEDNESDAYS, paid('2026-11-04', 60, { kind: 'not-worked' })])).toEqual([353]);
    const unworked = WEDNESDAYS.filter(({ date }) => date !== '2026-11-04');
    expect(of([...unworked, paid('2026-11-04', 60, { kind: 'not-worked' })])).toEqual([310]);
    // The Wednesday before was a holiday of the same period: it was paid 353, and does not count for the next.
    const two = [toLocalDate('2026-11-11'), toLocalDate('2026-11-18')];
    expect(of([...WEDNESDAYS, paid('2026-10-14', 0)], {}, two)).toEqual([353, 310]); // (480 + 450 + 0) / 3
  });

  test('omits granted holidays without work, paid or not, and includes those with work', () => {
    const isHoliday = (date: string) => date === '2026-10-21' || date === '2026-10-28';
    // 21 October has no minutes; 28 October was worked. 480 + 450 + 481 = 1411, a third of it 470.33.
    expect(of(WEDNESDAYS, { isHoliday })).toEqual([470]);
    expect(of([paid('2026-11-04', 480)], { isHoliday: (date) => date < '2026-11-04' })).toEqual([480]);
    expect(of([], { isHoliday: () => true })).toBe('unknown');
  });

  test('uses the days since the contract began, including the first', () => {
    expect(of(WEDNESDAYS, { from: '2026-10-28' })).toEqual([465]);
    expect(of(WEDNESDAYS, { from: '2026-10-29' })).toEqual([480]);
    expect(of(WEDNESDAYS, { from: '2026-11-05' })).toBe('unknown');
  });

  test('is unknown if one of the days is unknown, or if none remains', () => {
    expect(of(WEDNESDAYS, { isKnown: (date) => date !== '2026-10-21' })).toBe('unknown');
    expect(of(WEDNESDAYS, { from: '2026-10-28', isKnown: (date) => date !== '2026-10-21' })).toEqual([465]);
    const leave = ['2026-11-04', '2026-10-28', '2026-10-21', '2026-10-14'].map((date) =>
      paid(date, 1, { kind: 'absence' }),
    );
    expect(of(leave)).toBe('unknown');
  });
});
