import { describe, expect, test } from 'vitest';
import { columnMinutes, contractDate, limitMinutes } from '../../../src/domain/pay/mappingColumns.js';
import { NO_PAY_FACTS } from '../../../src/domain/pay/referencePeriod.js';
import { appliesToEmployee, appliesToEntry } from '../../../src/domain/pay/ruleScope.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { byCode, byDateAndCode, configured, payOf, type Work } from '../../support/records/payFixture.js';
import { entry } from '../../support/records/periodFixture.js';
import { refusalOf } from '../../support/records/refusal.js';

const path = 'payRules.base[1]';
const before = toLocalDate('2020-01-01');

describe('the employees that a rule applies to', () => {
  const of = (
    employees: Parameters<typeof appliesToEmployee>[0]['employees'],
    columns: Record<string, string> | undefined,
  ) => appliesToEmployee({ path, employees }, 'ann', columns);

  test.each<[string, Parameters<typeof of>, boolean]>([
    ['no condition', [undefined, undefined], true],
    ['an employee who is not mapped', [{ grade: ['A'] }, undefined], false],
    ['one of several texts', [{ grade: ['A', 'B'] }, { grade: ' B ' }], true],
    ['another text', [{ grade: ['A', 'B'] }, { grade: 'C' }], false],
    ['an empty cell, if requested', [{ grade: [''] }, { grade: ' ' }], true],
    [
      'two columns, both',
      [
        { grade: ['A'], site: ['x'] },
        { grade: 'A', site: 'x' },
      ],
      true,
    ],
    [
      'two columns, the second does not match',
      [
        { grade: ['A'], site: ['x'] },
        { grade: 'A', site: 'y' },
      ],
      false,
    ],
    ['a date before', [{ hired: { before } }, { hired: ' 2019-12-31 ' }], true],
    ['not the date itself', [{ hired: { before } }, { hired: '2020-01-01' }], false],
    ['a date from', [{ hired: { from: before } }, { hired: '2020-01-01' }], true],
    ['not the day before', [{ hired: { from: before } }, { hired: '2019-12-31' }], false],
    ['no date', [{ hired: { before } }, { hired: '  ' }], false],
  ])('%s', (_name, asked, expected) => {
    expect(of(...asked)).toBe(expected);
  });

  test('a missing column, or one without a date, is an error with a remedy', () => {
    expect(refusalOf(() => of({ toString: ['A'] }, { grade: 'A' }))).toEqual({
      code: 'MAPPING_INVALID',
      message: 'payRules.base[1] uses the column "toString", but the mapping file has no such column.',
      remedy: 'Add the column to the mapping file, or correct its name in the rule.',
      record: 'payRules.base[1].employees.toString',
    });
    expect(refusalOf(() => of({ hired: { before } }, { hired: '1/2/2020' }))).toEqual({
      code: 'MAPPING_INVALID',
      message: 'The column "hired" of employee ann contains "1/2/2020", which is not a date.',
      remedy: 'Write the date as YYYY-MM-DD in the column "hired" of the mapping file.',
      record: 'ann',
    });
  });

  test('places, teams and tasks: the rule needs a match in each', () => {
    const work = entry({ start: '10-06 08:00', end: '10-06 09:00', teamId: 't', taskId: 'k' });
    const applies = (rule: object, one = work) => appliesToEntry({ path, ...rule }, one, { grade: 'A' });
    expect(applies({})).toBe(true);
    expect(
      applies({
        establishments: ['ghent'],
        teams: ['t'],
        tasks: new Set(['k']),
        employees: { grade: ['A'] },
      }),
    ).toBe(true);
    expect(applies({ establishments: ['cairo'] })).toBe(false);
    expect(applies({ teams: ['x'] })).toBe(false);
    expect(applies({ tasks: new Set(['x']) })).toBe(false);
    expect(applies({ employees: { grade: ['B'] } })).toBe(false);
    const nowhere = { ...work, establishmentId: null, teamId: null, taskId: null };
    expect(applies({ establishments: ['ghent'] }, nowhere)).toBe(false);
    expect(applies({ tasks: new Set(['k']) }, nowhere)).toBe(false);
  });
});

describe('limits from the mapping file', () => {
  const minutes = (value: string, ratio = 1) =>
    limitMinutes(
      { column: 'contractMinutes', ratio },
      { employeeId: 'ann', columns: { contractMinutes: value }, path },
    );

  test.each<[string, number, number | undefined]>([
    ['2400', 1.1, 2640],
    ['1455', 1.1, 1600],
    ['999999', 1, 999_999],
    ['0', 1, 0],
    [' 60 ', 1, 60],
    ['', 1, undefined],
  ])('%s times %d', (value, ratio, expected) => {
    expect(minutes(value, ratio)).toBe(expected);
  });

  test('refuses a value that is not a number of minutes', () => {
    for (const value of ['38:00', '1000000', 'x60', '60x', '-1', '1.5'])
      expect(refusalOf(() => minutes(value))).toEqual({
        code: 'MAPPING_INVALID',
        message: `The column "contractMinutes" of employee ann contains "${value}", which is not a whole number of minutes.`,
        remedy: 'Write minutes in the column "contractMinutes" of the mapping file: 38 hours is 2280.',
        record: 'ann',
      });
    expect(refusalOf(() => columnMinutes('toString', { employeeId: 'ann', columns: {}, path }))).toEqual({
      code: 'MAPPING_INVALID',
      message: 'payRules.base[1] uses the column "toString", but the mapping file has no such column.',
      remedy: 'Add the column to the mapping file, or correct its name in the rule.',
      record: 'payRules.base[1].over',
    });
    expect([
      limitMinutes(60, { employeeId: 'ann', columns: undefined, path }),
      columnMinutes('x', { employeeId: 'ann', columns: undefined, path }),
    ]).toEqual([60, undefined]);
  });

  test('contract days', () => {
    const day = (contractTo: string) =>
      contractDate({ employeeId: 'ann', columns: { contractTo } }, 'contractTo');
    expect([
      day(' 2026-10-31 '),
      day(' '),
      contractDate({ employeeId: 'ann', columns: undefined }, 'contractTo'),
    ]).toEqual(['2026-10-31', undefined, undefined]);
    expect(refusalOf(() => day('31.10.2026'))).toEqual({
      code: 'MAPPING_INVALID',
      message: 'The column "contractTo" of employee ann contains "31.10.2026", which is not a date.',
      remedy: 'Write the date as YYYY-MM-DD in the column "contractTo" of the mapping file.',
      record: 'ann',
    });
  });
});

const at = (start: string, end: string, more: Partial<Work> = {}): Work => ({
  start: `2026-11-${start}:00+01:00`,
  end: `2026-11-${end}:00+01:00`,
  id: start,
  ...more,
});

describe('minimums', () => {
  const topUps = (config: string, work: readonly Work[], more: object = {}) =>
    payOf({ work, config: configured(config), ...more })
      .lines.filter(({ kind }) => kind === 'topup')
      .map(({ date, payCode, minutes, entryId, rule, fromEpoch, toEpoch, spanSeconds }) => {
        expect([fromEpoch === toEpoch, spanSeconds]).toEqual([true, 0]);
        return `${date.slice(8)} ${entryId} ${payCode} ${minutes} ${rule}`;
      });
  const twice = [at('10T08:00', '10T09:00'), at('10T14:00', '10T14:30')];
  const planned = (minutes: number) => ({
    known: {
      ...NO_PAY_FACTS,
      plannedMinutes: new Map([[toLocalDate('2026-11-10'), minutes]]),
    },
  });

  test('apply to works, further works, days and plans, each after the ones before it', () => {
    const config = `minimumPaid:
  - { planned: { share: 0.5, least: 120, most: 240 }, code: PLAN }
  - { day: 200, code: DAY }
  - { again: 90, code: AGAIN }
  - { entry: 40, code: ENTRY }`;
    // 60 and 30: the second rises to 40, and to 90 as a further one; the day has 150 and gets 200; half of 480 is 240.
    expect(topUps(config, twice, planned(480))).toEqual([
      '10 10T14:00 PLAN 40 minimumPaid[0]',
      '10 10T14:00 DAY 50 minimumPaid[1]',
      '10 10T14:00 AGAIN 50 minimumPaid[2]',
      '10 10T14:00 ENTRY 10 minimumPaid[3]',
    ]);
  });

  test('for a plan use its share, within bounds, and add nothing if the share was reached', () => {
    const config = 'minimumPaid: { planned: { share: 0.7, least: 120, most: 240 }, code: PLAN }';
    const of = (minutes: number, work = [at('10T08:00', '10T09:00')]) =>
      topUps(config, work, planned(minutes));
    expect(of(100)).toEqual(['10 10T08:00 PLAN 60 minimumPaid']);
    expect(of(200)).toEqual(['10 10T08:00 PLAN 80 minimumPaid']);
    // 100.5 minutes: halves round up.
    expect(of(201)).toEqual(['10 10T08:00 PLAN 81 minimumPaid']);
    expect(of(480)).toEqual(['10 10T08:00 PLAN 180 minimumPaid']);
    expect(of(85)).toEqual([]);
    expect(of(0)).toEqual([]);
    expect(of(480, [at('10T08:00', '10T12:00')])).toEqual([]);
    expect(of(480, [at('10T08:00', '10T13:36')])).toEqual([]);
  });

  test('for a plan also apply to employees who come but do not work', () => {
    const config = 'minimumPaid: { planned: { share: 0.5, least: 120, most: 240 }, code: PLAN }';
    expect(topUps(config, [at('10T08:00', '10T08:00')], planned(480))).toEqual([
      '10 10T08:00 PLAN 240 minimumPaid',
    ]);
  });

  test('for each further entry exclude the first, and start again each day', () => {
    const config = 'minimumPaid: { again: 120, code: AGAIN }';
    const work = [...twice, at('10T20:00', '10T21:00'), at('11T08:00', '11T08:30')];
    expect(topUps(config, work)).toEqual([
      '10 10T14:00 AGAIN 90 minimumPaid',
      '10 10T20:00 AGAIN 60 minimumPaid',
    ]);
  });

  test('apply on their valid days, including the first and last', () => {
    const config = 'minimumPaid: { entry: 90, code: M, validFrom: 2026-11-10, validTo: 2026-11-11 }';
    const work = ['09', '10', '11', '12'].map((day) => at(`${day}T08:00`, `${day}T09:00`));
    expect(topUps(config, work)).toEqual(['10 10T08:00 M 30 minimumPaid', '11 11T08:00 M 30 minimumPaid']);
  });

  test('are listed on the day of the last worked minute', () => {
    const config = 'minimumPaid: [{ entry: 300, code: E }, { day: 200, code: D }]';
    const night = [at('10T23:00', '11T01:00')];
    expect(topUps(config, night, { attribution: 'split' })).toEqual([
      '10 10T23:00 D 140 minimumPaid[1]',
      '11 10T23:00 E 180 minimumPaid[0]',
    ]);
  });

  test('treat joined entries as one', () => {
    const config = (gap: number) => `join: { gap: ${gap} }\nminimumPaid: { entry: 180, code: M }`;
    const work = [at('10T08:00', '10T09:00'), at('10T09:30', '10T10:00')];
    expect(topUps(config(30), work)).toEqual(['10 10T09:30 M 90 minimumPaid']);
    expect(topUps(config(29), work)).toEqual([
      '10 10T08:00 M 120 minimumPaid',
      '10 10T09:30 M 150 minimumPaid',
    ]);
    const overlapping = [at('10T08:00', '10T09:00'), at('10T08:59', '10T10:00')];
    expect(topUps(config(30), overlapping)).toHaveLength(2);
    expect(topUps(config(0), [at('10T08:00', '10T09:00'), at('10T09:00', '10T10:00')])).toEqual([
      '10 10T09:00 M 60 minimumPaid',
    ]);
  });

  test('for joined entries without minutes are listed with the last', () => {
    const work = [at('10T08:00', '10T09:00'), at('10T14:00', '10T14:00'), at('10T14:10', '10T14:10')];
    expect(topUps('join: { gap: 30 }\nminimumPaid: { again: 120, code: AGAIN }', work)).toEqual([
      '10 10T14:10 AGAIN 120 minimumPaid',
    ]);
  });
});

test('for joined entries use the limits of the first one’s day', () => {
  const rules = 'payRules: { base: [{ code: OT, over: { day: 300 } }, { code: N }] }';
  const work = [at('10T20:00', '10T23:30'), at('11T00:00', '11T02:00'), at('11T12:00', '11T17:00')];
  const paid = (gap: string) =>
    byDateAndCode(payOf({ work, config: configured(`${gap}${rules}`), attribution: 'split' }).lines);
  expect(paid('join: { gap: 30 }\n')).toEqual({
    '2026-11-10 N': 210,
    '2026-11-11 N': 390,
    '2026-11-11 OT': 30,
  });
  expect(paid('')).toEqual({ '2026-11-10 N': 210, '2026-11-11 N': 300, '2026-11-11 OT': 120 });
});

describe('counts', () => {
  const counted = (rule: string, work: readonly Work[], more: object = {}) =>
    payOf({ work, config: configured(`payRules: { base: [{ code: N }], counts: [${rule}] }`), ...more })
      .lines.filter(({ kind }) => kind === 'count')
      .map(({ date, entryId, payCode, quantity, minutes, isWithoutMinutes }) => {
        expect([minutes, isWithoutMinutes]).toEqual([0, true]);
        return `${date.slice(8)} ${entryId} ${payCode} ${quantity}`;
      });

  test('of gaps: on one day, of at least this many minutes, between works with minutes', () => {
    const rule = '{ code: G, per: gap, minutes: 60 }';
    const work = [
      at('10T08:00', '10T09:00'),
      at('10T09:59', '10T10:30'),
      at('10T11:30', '10T12:00'),
      at('10T13:00', '10T13:00'),
      at('10T14:00', '10T15:00'),
      at('11T08:00', '11T09:00'),
    ];
    expect(counted(rule, work)).toEqual(['10 10T11:30 G 1', '10 10T14:00 G 1']);
    const least = '{ code: G, per: gap, minutes: 1 }';
    expect(counted(least, [at('10T08:00', '10T09:00'), at('10T08:30', '10T10:00')])).toEqual([]);
    expect(counted(least, [at('10T08:00', '10T09:00'), at('10T09:00', '10T10:00')])).toEqual([]);
    expect(counted(least, [at('10T08:00', '10T09:00'), at('10T09:01', '10T10:00')])).toEqual([
      '10 10T09:01 G 1',
    ]);
  });

  test('of rests: between two days, shorter than this many minutes', () => {
    const rule = '{ code: R, per: rest, minutes: 660 }';
    const work = [
      at('10T14:00', '10T22:00'),
      at('11T09:00', '11T20:00'),
      at('12T06:59', '12T08:00'),
      at('12T08:10', '12T09:00'),
    ];
    expect(counted(rule, work)).toEqual(['12 12T06:59 R 1']);
  });

  test('in a rule for some places include the breaks at all places', () => {
    const rule = '{ code: G, per: gap, minutes: 60, establishments: [x] }';
    const work = [
      at('10T08:00', '10T09:00'),
      at('10T11:00', '10T12:00', { establishmentId: 'x' }),
      at('10T15:00', '10T16:00'),
    ];
    expect(counted(rule, work)).toEqual(['10 10T11:00 G 1']);
  });

  test('of entries and days need enough minutes, in each entry separately', () => {
    const work = [at('10T08:00', '10T09:00'), at('10T10:00', '10T11:01')];
    expect(counted('{ code: E, per: entry, minimumInWindow: 61 }', work)).toEqual(['10 10T10:00 E 1']);
    expect(counted('{ code: D, per: day, minimumInWindow: 61, quantity: 0.5 }', work)).toEqual([
      '10 10T10:00 D 0.5',
    ]);
    expect(counted('{ code: D, per: day }', [at('10T22:00', '11T02:00')], { attribution: 'split' })).toEqual([
      '10 10T22:00 D 1',
      '11 10T22:00 D 1',
    ]);
    expect(
      counted('{ code: E, per: entry }', [at('10T22:00', '11T02:00')], { attribution: 'split' }),
    ).toEqual(['10 10T22:00 E 1']);
  });

  test('of nights: each window once, even across midnight', () => {
    const rule = '{ code: W, per: night, clock: ["22:00", "06:00"] }';
    expect(
      counted(rule, [at('10T23:00', '11T01:00'), at('11T02:00', '11T03:00'), at('11T05:59', '11T07:00')]),
    ).toEqual(['10 10T23:00 W 1']);
    expect(counted(rule, [at('10T05:00', '10T23:00')])).toEqual(['10 10T05:00 W 1', '10 10T05:00 W 1']);
    expect(counted(rule, [at('10T06:00', '10T22:00')])).toEqual([]);
  });
});

describe('credits', () => {
  const credited = (factor: number, minutes: Record<string, number>) => {
    const config = configured(
      `payRules: { base: [{ code: A }], credits: [{ code: C, of: [A], factor: ${factor} }] }`,
    );
    const work = Object.entries(minutes).map(([day, length]) =>
      at(
        `${day}T08:00`,
        `${day}T${String(8 + Math.floor(length / 60)).padStart(2, '0')}:${String(length % 60).padStart(2, '0')}`,
      ),
    );
    return payOf({ work, config }).lines.filter(({ kind }) => kind === 'credit');
  };

  test('are rounded daily, halves up, and 0 gives no line', () => {
    const of = (factor: number, minutes: number) =>
      credited(factor, { '10': minutes }).map((line) => line.minutes);
    expect([of(0.5, 1), of(0.5, 3), of(0.1, 4), of(0.1, 5), of(1.1, 90)]).toEqual([[1], [2], [], [1], [99]]);
  });

  test('are listed with the last line of their day, under their own rule', () => {
    const [first, second] = credited(0.5, { '10': 60, '11': 120 });
    expect(first).toMatchObject({
      payCode: 'C',
      minutes: 30,
      date: '2026-11-10',
      entryId: '10T08:00',
      rule: 'payRules.credits[0]',
      overtime: undefined,
    });
    expect(second).toMatchObject({ minutes: 60, date: '2026-11-11' });
  });
});

test('lines are sorted by date, entry, kind, time and rule', () => {
  const config = configured(`
minimumPaid: { entry: 300, code: TOP }
payRules:
  base: [{ code: EVE, clock: ["18:00", "24:00"] }, { code: N }]
  loadings: [{ code: B }, { code: A, clock: ["17:00", "24:00"] }]
  counts: [{ code: MEAL, per: entry }]
  credits: [{ code: REST, of: [EVE], factor: 1 }]`);
  const work = [at('11T08:00', '11T09:00'), at('10T16:00', '10T19:00'), at('10T08:00', '10T09:00')];
  expect(
    payOf({ work, config }).lines.map(
      ({ date, entryId, payCode, minutes }) => `${date.slice(8)} ${entryId} ${payCode} ${minutes}`,
    ),
  ).toEqual([
    '10 10T08:00 N 60',
    '10 10T08:00 B 60',
    '10 10T08:00 TOP 240',
    '10 10T08:00 MEAL 0',
    '10 10T16:00 N 120',
    '10 10T16:00 EVE 60',
    '10 10T16:00 B 180',
    '10 10T16:00 A 120',
    '10 10T16:00 TOP 120',
    '10 10T16:00 MEAL 0',
    '10 10T16:00 REST 60',
    '11 11T08:00 N 60',
    '11 11T08:00 B 60',
    '11 11T08:00 TOP 240',
    '11 11T08:00 MEAL 0',
  ]);
});

test('continuous work under one rule is one line, and a rule in between makes two', () => {
  const config = configured(
    'payRules: { base: [{ code: NOON, clock: ["12:00", "13:00"] }, { code: N }], loadings: [{ code: ALL }] }',
  );
  const { lines } = payOf({ work: [at('10T08:00', '10T16:00')], config });
  const hour = (epoch: number) => new Date((epoch + 3600) * 1000).toISOString().slice(11, 16);
  expect(
    lines.map(
      ({ payCode, minutes, fromEpoch, toEpoch, spanSeconds }) =>
        `${payCode} ${minutes} ${hour(fromEpoch)} ${hour(toEpoch)} ${spanSeconds}`,
    ),
  ).toEqual([
    'N 240 08:00 12:00 14400',
    'NOON 60 12:00 13:00 3600',
    'N 180 13:00 16:00 10800',
    'ALL 480 08:00 16:00 28800',
  ]);
  expect(byCode(lines)).toEqual({ N: 420, NOON: 60, ALL: 480 });
});
