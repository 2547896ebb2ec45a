import { describe, expect, it } from 'vitest';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import {
  byCode,
  byDateAndCode,
  configured,
  daysOfWork,
  payOf,
  type Work,
} from '../../support/records/payFixture.js';

const at = (start: string, end: string, more: Partial<Work> = {}): Work => ({
  start: `2026-11-${start}:00+01:00`,
  end: `2026-11-${end}:00+01:00`,
  id: start,
  ...more,
});
const quantities = (lines: readonly PayLine[]): string[] =>
  lines
    .filter(({ kind }) => kind === 'count')
    .map(({ date, payCode, quantity }) => `${date} ${payCode} ${quantity}`);
const counting = (rule: string): string => `payRules: { base: [{ code: N }], counts: [${rule}] }`;
const WEEK = ['09', '10', '11', '12', '13', '14', '15'];

describe('lines that count', () => {
  const NIGHTS = [at('10T22:00', '11T06:00'), at('11T22:00', '12T01:00')];
  const rows: readonly (readonly [
    what: string,
    rule: string,
    work: readonly Work[],
    counted: readonly string[],
  ])[] = [
    [
      'each entry',
      '{ code: MEAL, per: entry }',
      [at('10T08:00', '10T12:00'), at('10T13:00', '10T17:00')],
      ['2026-11-10 MEAL 1', '2026-11-10 MEAL 1'],
    ],
    [
      'each entry with enough minutes, with the value of one',
      '{ code: MEAL, per: entry, minimumInWindow: 300, quantity: 8.5 }',
      [at('10T08:00', '10T12:00'), at('11T08:00', '11T14:00')],
      ['2026-11-11 MEAL 8.5'],
    ],
    [
      'each day, once',
      '{ code: TRAVEL, per: day }',
      [at('10T08:00', '10T12:00'), at('10T13:00', '10T17:00'), at('11T08:00', '11T12:00')],
      ['2026-11-10 TRAVEL 1', '2026-11-11 TRAVEL 1'],
    ],
    [
      'each night reached, once',
      '{ code: NIGHTS, per: night, clock: ["23:00", "05:00"] }',
      [...NIGHTS, at('12T02:00', '12T04:00')],
      ['2026-11-10 NIGHTS 1', '2026-11-11 NIGHTS 1'],
    ],
    [
      'no night that is not reached',
      '{ code: NIGHTS, per: night, clock: ["23:00", "05:00"] }',
      [at('10T05:00', '10T23:00')],
      [],
    ],
    [
      'a split shift: a gap of more than an hour on one day',
      '{ code: SPLIT, per: gap, minutes: 61 }',
      [
        at('10T08:00', '10T12:00'),
        at('10T13:01', '10T17:00'),
        at('11T08:00', '11T12:00'),
        at('11T13:00', '11T17:00'),
      ],
      ['2026-11-10 SPLIT 1'],
    ],
    [
      'a missed rest: less than eleven hours between two days',
      '{ code: REST, per: rest, minutes: 660 }',
      [at('10T14:00', '10T22:00'), at('11T08:59', '11T17:00'), at('12T04:00', '12T08:00')],
      ['2026-11-11 REST 1'],
    ],
    [
      'with a condition',
      '{ code: SUNDAYS, per: day, on: [sunday] }',
      [at('14T08:00', '14T12:00'), at('15T08:00', '15T12:00')],
      ['2026-11-15 SUNDAYS 1'],
    ],
  ];
  it.each(rows)('%s', (_what, rule, work, counted) => {
    const { lines, entries } = payOf({ work, config: configured(counting(rule)) });
    expect(quantities(lines)).toEqual(counted);
    expect(lines.filter(({ kind }) => kind === 'count').every(({ minutes }) => minutes === 0)).toBe(true);
    // None of it is paid time.
    expect(entries.every(({ workedMinutes, paidMinutes }) => workedMinutes === paidMinutes)).toBe(true);
  });
});

describe('credits', () => {
  it('are a part of the minutes of other codes, daily, halves up', () => {
    const config = configured(
      'payRules: { base: [{ code: OT50, over: { day: 480 } }, { code: N }], credits: [{ code: REST, of: [OT50], factor: 0.5 }] }',
    );
    const { lines } = payOf({ work: daysOfWork({ '2026-11-10': 541, '2026-11-11': 480 }), config });
    expect(byDateAndCode(lines)).toEqual({
      '2026-11-10 N': 480,
      '2026-11-10 OT50': 61,
      '2026-11-10 REST': 31,
      '2026-11-11 N': 480,
    });
    expect(lines.filter(({ payCode }) => payCode === 'REST').map(({ kind }) => kind)).toEqual(['credit']);
  });
});

describe('limits from the mapping', () => {
  const config = configured(`
payRules:
  base:
    - { code: OT25, over: { week: { column: contractMinutes, ratio: 1.1 } } }
    - { code: OT10, over: { week: { column: contractMinutes } } }
    - { code: N }
`);
  const work = daysOfWork({ '2026-11-09': 600, '2026-11-10': 600, '2026-11-11': 400 });
  const paid = (contractMinutes: string) =>
    byCode(payOf({ work, config, columns: { ann: { contractMinutes } } }).lines);

  it('a part-timer: one rate up to a tenth of the contract, another beyond it', () => {
    expect(paid('1200')).toEqual({ N: 1200, OT10: 120, OT25: 280 });
  });
  it('another contract, rounded down to whole minutes', () => {
    expect(paid('1455')).toEqual({ N: 1455, OT10: 145 });
  });
  it('an employee without a value has no limit', () => {
    expect(paid('')).toEqual({ N: 1600 });
    expect(byCode(payOf({ work, config }).lines)).toEqual({ N: 1600 });
  });
  it('refuses a value that is not a number of minutes', () => {
    expect(() => paid('38:00')).toThrow('contractMinutes');
    expect(() => payOf({ work, config, columns: { ann: {} } })).toThrow('no such column');
  });
});

describe('minimums of groups', () => {
  const config = configured(`
minimumPaid:
  - { entry: 120, code: TOP2, establishments: [hotel] }
  - { entry: 240, code: TOP4, validFrom: 2026-11-11 }
  - { entry: 180, code: TOP3 }
  - { day: 300, code: DAY, employees: { group: [A] } }
`);
  it('apply the first that matches the entry', () => {
    const work = [
      at('09T08:00', '09T09:00', { establishmentId: 'hotel' }),
      at('10T08:00', '10T09:00'),
      at('11T08:00', '11T09:00'),
    ];
    const { lines } = payOf({ work, config, columns: { ann: { group: 'B' } } });
    expect(byDateAndCode(lines.filter(({ kind }) => kind === 'topup'))).toEqual({
      '2026-11-09 TOP2': 60,
      '2026-11-10 TOP3': 120,
      '2026-11-11 TOP4': 180,
    });
  });
  it('count what its entries received towards the day', () => {
    const { lines } = payOf({ work: [at('10T08:00', '10T09:00')], config, columns: { ann: { group: 'A' } } });
    expect(byCode(lines)).toEqual({ NORMAL: 60, TOP3: 120, DAY: 120 });
  });
});

describe('consecutive days', () => {
  const config = configured(`
payRules:
  base:
    - { code: DT, over: { day: 480 }, consecutiveDay: 7 }
    - { code: OT, over: { day: 0 }, consecutiveDay: 7 }
    - { code: N }
`);
  it('pay all of the seventh day of the week', () => {
    const work = WEEK.map((day) => at(`${day}T08:00`, `${day}T17:00`));
    expect(byCode(payOf({ work, config }).lines)).toEqual({ N: 3240, OT: 480, DT: 60 });
  });
  it('start again after a day off or at a new week', () => {
    const off = WEEK.filter((day) => day !== '12').map((day) => at(`${day}T08:00`, `${day}T17:00`));
    expect(byCode(payOf({ work: off, config }).lines)).toEqual({ N: 3240 });
    const over = ['12', '13', '14', '15', '16', '17', '18'].map((day) => at(`${day}T08:00`, `${day}T17:00`));
    expect(byCode(payOf({ work: over, config }).lines)).toEqual({ N: 3780 });
  });
});

describe('a working day that begins at 06:00', () => {
  const rules = (attribution: 'start' | 'split') => ({
    attribution,
    config: configured(`
payRules:
  dayStart: "06:00"
  base: [{ code: OT, over: { day: 480 } }, { code: N }]
  loadings: [{ code: SUNDAY, on: [sunday] }]
`),
  });
  it('includes the night that follows it: Sunday lasts until Monday 06:00', () => {
    const work = [at('15T22:00', '16T08:00')];
    expect(byCode(payOf({ work, ...rules('start') }).lines)).toEqual({ N: 480, OT: 120, SUNDAY: 480 });
    expect(byDateAndCode(payOf({ work, ...rules('split') }).lines)).toEqual({
      '2026-11-15 N': 120,
      '2026-11-15 SUNDAY': 120,
      '2026-11-16 N': 480,
      '2026-11-16 SUNDAY': 360,
    });
  });
  it('counts earlier starts for the day before', () => {
    const work = [at('10T12:00', '10T18:00'), at('11T01:00', '11T05:00')];
    expect(byCode(payOf({ work, ...rules('start') }).lines)).toEqual({ N: 480, OT: 120 });
  });
  it('is what consecutive days are counted in', () => {
    const config = configured(
      'payRules: { dayStart: "06:00", base: [{ code: N }], loadings: [{ code: SECOND, consecutiveDay: 2 }] }',
    );
    const seconds = (work: readonly Work[]) => byCode(payOf({ work, config }).lines).SECOND ?? 0;
    // The night of the 12th belongs to the working day of the 11th, and that of the 11th to the 10th.
    expect(seconds([at('10T22:00', '11T05:00'), at('12T01:00', '12T05:00')])).toBe(240);
    expect(seconds([at('10T12:00', '10T18:00'), at('11T01:00', '11T05:00')])).toBe(0);
  });
});

describe('paid breaks', () => {
  it('are paid up to the length of the break', () => {
    const config = configured('breaks: { paid: 20 }');
    const work = [
      at('10T08:00', '10T16:00', { minutes: 450 }),
      at('11T08:00', '11T16:00', { minutes: 470 }),
      at('12T08:00', '12T16:00', { minutes: 480 }),
    ];
    const { entries, lines } = payOf({ work, config });
    expect(byDateAndCode(lines)).toEqual({
      '2026-11-10 NORMAL': 470,
      '2026-11-11 NORMAL': 480,
      '2026-11-12 NORMAL': 480,
    });
    expect(entries.map(({ adjustments }) => adjustments)).toEqual([
      [{ reason: 'paid-break', minutes: 20 }],
      [{ reason: 'paid-break', minutes: 10 }],
      [],
    ]);
  });
});

describe('teams and tasks', () => {
  it('select entries in the same way as establishments', () => {
    const config = configured(
      'payRules: { base: [{ code: STANDBY, tasks: [on-call] }, { code: N }], loadings: [{ code: CREW, teams: [night] }] }',
    );
    const other = at('10T08:00', '10T09:00');
    expect(byCode(payOf({ work: [other], config }).lines)).toEqual({ N: 60 });
    const work = [at('10T08:00', '10T09:00', { taskId: 'on-call', teamId: 'night' })];
    expect(byCode(payOf({ work, config }).lines)).toEqual({ STANDBY: 60, CREW: 60 });
  });
});
