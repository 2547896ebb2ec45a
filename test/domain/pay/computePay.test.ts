import { describe, expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { holidaysEverywhere } from '../../../src/domain/holidays/holidayCalendar.js';
import { buildPaidEntry, verifyLineSums } from '../../../src/domain/pay/buildLines.js';
import { computePay, type PayInput } from '../../../src/domain/pay/computePay.js';
import { NO_COST_CENTERS, resolveCostCenter } from '../../../src/domain/pay/costCenter.js';
import {
  addPaidTotals,
  NOTHING_PAID,
  sumPaidTotals,
  withoutEstimates,
} from '../../../src/domain/pay/paidTotals.js';
import { isPaid, isPaidWork, type PayLine } from '../../../src/domain/pay/payLine.js';
import { weekStart } from '../../../src/domain/pay/payWindow.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { PaytallyError } from '../../../src/errors.js';
import {
  byCode,
  byDateAndCode,
  configured,
  payOf,
  type Work,
  workedOf,
} from '../../support/records/payFixture.js';
import { period } from '../../support/records/periodFixture.js';

const at = (start: string, end: string, more: Partial<Work> = {}): Work => ({
  start: `2026-11-${start}:00+01:00`,
  end: `2026-11-${end}:00+01:00`,
  id: start,
  ...more,
});
const NOVEMBER = period('2026-11-01', '2026-11-30');
const holiday = (date: string) => ({ date: toLocalDate(date), name: 'Holiday', originalDate: undefined });

function inputOf(work: readonly Work[], change: Partial<PayInput> = {}): PayInput {
  return {
    worked: work.map((each, index) => workedOf(each, 'start', index)),
    period: NOVEMBER,
    policy: { attribution: 'start', dst: 'elapsed' },
    rules: payRulesOf(
      configured('payRules: { base: [{ code: N }], loadings: [{ code: FEAST, on: [holiday] }] }'),
    ),
    holidaysAt: holidaysEverywhere([]),
    columnsOf: () => undefined,
    ...change,
  };
}

describe('the pay of several employees', () => {
  const work = [
    at('11T08:00', '11T09:00', { employeeId: 'zed', id: 'z2' }),
    at('10T08:00', '10T09:00', { employeeId: 'zed', id: 'z1' }),
    at('10T08:00', '10T09:00', { employeeId: 'bob', id: 'b' }),
    at('10T08:00', '10T10:00', { id: 'a2' }),
    at('10T08:00', '10T09:00', { id: 'a1' }),
  ];

  test('is sorted by employee, then by start and id', () => {
    const { lines, entries } = computePay(inputOf(work));
    expect(lines.map(({ entryId }) => entryId)).toEqual(['a1', 'a2', 'b', 'z1', 'z2']);
    expect(entries.map(({ entryId }) => entryId)).toEqual(['a1', 'a2', 'b', 'z1', 'z2']);
  });

  test('excludes work without an employee', () => {
    const [first] = inputOf(work).worked;
    if (first === undefined) throw new Error('no work');
    const nobody = { ...first, entry: { ...first.entry, employeeId: null } };
    expect(computePay(inputOf([], { worked: [nobody] }))).toEqual({
      lines: [],
      outsideLines: [],
      entries: [],
    });
  });

  test('with the same rules, uses the holidays of each run', () => {
    const { rules } = inputOf([]);
    const paid = (...holidays: string[]) =>
      byCode(
        computePay(
          inputOf([at('10T08:00', '10T09:00')], {
            rules,
            holidaysAt: holidaysEverywhere(holidays.map(holiday)),
          }),
        ).lines,
      );
    expect(paid('2026-11-10')).toEqual({ N: 60, FEAST: 60 });
    expect(paid('2026-11-11')).toEqual({ N: 60 });
    expect(paid()).toEqual({ N: 60 });
    expect(paid('2026-11-10', '2026-11-11')).toEqual({ N: 60, FEAST: 60 });
    expect(paid('2026-11-11', '2026-11-12')).toEqual({ N: 60 });
  });

  test('marks lines that come from a shift not worked yet', () => {
    const worked = inputOf([
      at('10T08:00', '10T09:00', { id: 'real' }),
      at('11T08:00', '11T09:00', { id: 'plan' }),
    ]).worked.map((each) => (each.entry.id === 'plan' ? { ...each, isEstimate: true as const } : each));
    const pay = computePay(inputOf([], { worked }));
    expect(pay.lines.map(({ entryId, isEstimated }) => [entryId, isEstimated])).toEqual([
      ['real', undefined],
      ['plan', true],
    ]);
    const without = withoutEstimates(pay);
    expect(without.lines.map(({ entryId }) => entryId)).toEqual(['real']);
    expect(without.entries.map(({ entryId }) => entryId)).toEqual(['real']);
    expect(withoutEstimates(without)).toBe(without);
  });
});

describe('the steps from worked to paid minutes of a period', () => {
  const config = configured('minimumPaid: { entry: 90, code: TOP }\nrounding: { level: entry, step: 30 }');
  const of = (work: readonly Work[], attribution: 'start' | 'split' = 'start') =>
    payOf({ work, config, attribution, period: ['2026-11-01', '2026-11-30'] });

  test('are listed by reason, in order', () => {
    const pay = of([at('10T08:00', '10T09:10'), at('11T08:00', '11T10:10'), at('12T08:00', '12T08:00')]);
    expect(sumPaidTotals(pay, NOVEMBER, 200)).toEqual({
      workedMinutes: 200,
      differences: [
        { reason: 'entry-rounding', entries: 2, minutes: -20 },
        { reason: 'minimum-paid', entries: 1, minutes: 30 },
      ],
      paid: { entries: 2, minutes: 210 },
    });
  });

  test('have one edge difference for an entry across the edge', () => {
    const work = [{ start: '2026-11-30T22:00:00+01:00', end: '2026-12-01T01:50:00+01:00', id: 'e' }];
    const pay = of(work, 'split');
    expect(pay.entries[0]).toMatchObject({
      workedMinutes: 230,
      paidMinutes: 240,
      adjustments: [{ reason: 'entry-rounding', minutes: 10 }],
    });
    const totals = sumPaidTotals(pay, NOVEMBER, 120);
    const inside = pay.lines.reduce((sum, { minutes }) => sum + minutes, 0);
    expect(totals.differences).toEqual([{ reason: 'period-edge', entries: 1, minutes: inside - 120 }]);
    expect(totals.paid).toEqual({ entries: 1, minutes: inside });
  });

  test('have no difference for an entry across the edge whose share is paid as worked', () => {
    const work = [{ start: '2026-11-30T22:00:00+01:00', end: '2026-12-01T02:00:00+01:00', id: 'e' }];
    expect(sumPaidTotals(of(work, 'split'), NOVEMBER, 120)).toEqual({
      workedMinutes: 120,
      differences: [],
      paid: { entries: 1, minutes: 120 },
    });
  });

  test('add up over groups of employees', () => {
    const one = sumPaidTotals(of([at('10T08:00', '10T09:10')]), NOVEMBER, 70);
    const two = sumPaidTotals(of([at('10T08:00', '10T10:10')]), NOVEMBER, 130);
    expect(addPaidTotals(addPaidTotals(NOTHING_PAID, one), two)).toEqual({
      workedMinutes: 200,
      differences: [
        { reason: 'entry-rounding', entries: 2, minutes: -20 },
        { reason: 'minimum-paid', entries: 1, minutes: 30 },
      ],
      paid: { entries: 2, minutes: 210 },
    });
  });

  const said = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof PaytallyError) return `${error.code} ${error.message} ${error.record}`;
      throw error;
    }
    return 'they agree';
  };

  test('that do not add up are an error with both figures', () => {
    const pay = of([at('10T08:00', '10T10:00')]);
    expect(said(() => sumPaidTotals(pay, NOVEMBER, 120))).toBe('they agree');
    expect(said(() => sumPaidTotals(pay, NOVEMBER, 121))).toBe(
      'CONTROL_MISMATCH Two calculations of "exported minutes: minutes given to pay rules" give different results: 121 and 120. exported minutes: minutes given to pay rules',
    );
    expect(said(() => sumPaidTotals({ ...pay, lines: [] }, NOVEMBER, 120))).toContain(
      'Two calculations of "paid minutes: minutes of pay lines" give different results: 120 and 0.',
    );
    const [entry] = pay.entries;
    if (entry === undefined) throw new Error('no entry');
    const adjusted = { ...entry, adjustments: [{ reason: 'wallclock' as const, minutes: 5 }] };
    expect(said(() => sumPaidTotals({ ...pay, entries: [adjusted] }, NOVEMBER, 120))).toContain(
      'Two calculations of "paid minutes: worked minutes with adjustments" give different results: 120 and 125.',
    );
    expect(said(() => verifyLineSums([adjusted]))).toBe(
      `CONTROL_MISMATCH The pay lines of entry ${entry.entryId} add up to 120 minutes, but its adjustments add up to 125 minutes. ${entry.entryId}`,
    );
    expect(said(() => verifyLineSums([entry]))).toBe('they agree');
  });
});

describe('the pay of one entry', () => {
  test('is listed by day, in order, with unpaid work and pay without work', () => {
    const { entries } = payOf({
      work: [at('10T22:00', '11T02:00')],
      config: configured('{}'),
      attribution: 'split',
    });
    expect(entries[0]?.days).toEqual([
      { date: '2026-11-10', workedMinutes: 120, paidMinutes: 120 },
      { date: '2026-11-11', workedMinutes: 120, paidMinutes: 120 },
    ]);
    const [worked] = inputOf([at('10T22:00', '10T23:00')]).worked;
    const line = (date: string, kind: PayLine['kind'], minutes: number) =>
      ({ date: toLocalDate(date), kind, minutes }) as PayLine;
    const lines = [
      line('2026-11-11', 'base', 30),
      line('2026-11-09', 'topup', 20),
      line('2026-11-10', 'loading', 60),
      line('2026-11-10', 'not-worked', 5),
    ];
    const shift = {
      worked,
      employeeId: 'ann',
      adjustments: [],
      unplaced: undefined,
      lines,
    } as unknown as Parameters<typeof buildPaidEntry>[0];
    expect(buildPaidEntry(shift)).toMatchObject({
      workedMinutes: 60,
      paidMinutes: 50,
      days: [
        { date: '2026-11-09', workedMinutes: 0, paidMinutes: 20 },
        { date: '2026-11-10', workedMinutes: 60, paidMinutes: 0 },
        { date: '2026-11-11', workedMinutes: 0, paidMinutes: 30 },
      ],
    });
  });

  test('kinds: base and top-ups are paid work, holidays without work are paid', () => {
    const kinds = ['base', 'topup', 'not-worked', 'loading', 'count', 'credit', 'absence'] as const;
    expect(kinds.map(isPaidWork)).toEqual([true, true, false, false, false, false, false]);
    expect(kinds.map(isPaid)).toEqual([true, true, true, false, false, false, false]);
  });
});

test.each([
  ['monday', '2026-11-15', '2026-11-09'],
  ['monday', '2026-11-16', '2026-11-16'],
  ['sunday', '2026-11-14', '2026-11-08'],
  ['sunday', '2026-11-15', '2026-11-15'],
  ['saturday', '2026-11-13', '2026-11-07'],
  ['wednesday', '2026-11-10', '2026-11-04'],
] as const)('a week from %s: %s is in the week of %s', (weekStartsOn, date, first) => {
  expect(weekStart(toLocalDate(date), weekStartsOn)).toBe(first);
});

describe('rounding of days', () => {
  const paid = (rounding: string, work: readonly Work[]) => {
    const { lines, entries } = payOf({
      work,
      config: configured(`rounding: { level: day, ${rounding} }`),
      attribution: 'split',
    });
    return [
      byDateAndCode(lines),
      entries.map(({ adjustments }) =>
        adjustments.map(({ reason, minutes }) => `${reason} ${minutes}`).join(),
      ),
    ];
  };

  test('is added to the last entry with minutes, separately for each day', () => {
    const work = [at('10T08:00', '10T09:07'), at('10T20:00', '10T20:00'), at('11T08:00', '11T08:20')];
    expect(paid('step: 15', work)).toEqual([
      { '2026-11-10 NORMAL': 60, '2026-11-11 NORMAL': 15 },
      ['day-rounding -7', '', 'day-rounding -5'],
    ]);
  });

  test('down removes as much as possible, entry by entry from the last', () => {
    const work = [at('10T08:00', '10T08:40'), at('10T10:00', '10T10:10'), at('10T12:00', '10T12:05')];
    expect(paid('step: 60, mode: down', work)).toEqual([
      {},
      ['day-rounding -40', 'day-rounding -10', 'day-rounding -5'],
    ]);
    expect(paid('step: 30, mode: down', work)).toEqual([
      { '2026-11-10 NORMAL': 30 },
      ['day-rounding -10', 'day-rounding -10', 'day-rounding -5'],
    ]);
  });

  test('of a night on both days is one adjustment', () => {
    expect(paid('step: 60, mode: up', [at('10T22:10', '11T01:20')])).toEqual([
      { '2026-11-10 NORMAL': 120, '2026-11-11 NORMAL': 120 },
      ['day-rounding 50'],
    ]);
    expect(paid('step: 60', [at('10T22:10', '11T01:10')])).toEqual([
      { '2026-11-10 NORMAL': 120, '2026-11-11 NORMAL': 60 },
      [''],
    ]);
  });
});

test('without cost centres only the employee’s own is used, and work without a place has none called null', () => {
  const nowhere = { establishmentId: null, teamId: null, taskId: null };
  expect(resolveCostCenter(nowhere, NO_COST_CENTERS, { costCenter: '900' })).toBe('900');
  expect(resolveCostCenter(nowhere, { ...NO_COST_CENTERS, teams: { null: 'x' } }, {})).toBeNull();
});
