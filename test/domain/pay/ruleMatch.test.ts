import { describe, expect, it } from 'vitest';
import { byCode, configured, type PayCase, payOf, type Work } from '../../support/records/payFixture.js';

const loading = (rule: string) =>
  configured(`payRules: { base: [{ code: N }], loadings: [{ code: X, ${rule} }] }`);
const taken = (payCase: PayCase): number => byCode(payOf(payCase).lines).X ?? 0;
/** Winter time in Brussels; 2026-11-09 is a Monday. */
const from = (start: string, end: string, more: Partial<Work> = {}): Work => ({
  start: `${start}:00+01:00`,
  end: `${end}:00+01:00`,
  ...more,
});
const MONDAY = '2026-11-09';
const TUESDAY = '2026-11-10';
const NIGHT_SHIFT = from(`${MONDAY}T22:00`, `${TUESDAY}T06:00`);
const DAY_SHIFT = from(`${MONDAY}T08:00`, `${MONDAY}T16:00`);

type Row = readonly [name: string, rule: string, work: Work, minutes: number];

const ROWS: readonly Row[] = [
  ['no condition takes every minute', 'group: g', DAY_SHIFT, 480],
  ['on: the minute’s own day', 'on: [tuesday]', NIGHT_SHIFT, 360],
  ['on: several days', 'on: [monday, tuesday]', NIGHT_SHIFT, 480],
  ['clock inside a day', 'clock: ["12:00", "14:00"]', DAY_SHIFT, 120],
  ['clock until midnight', 'clock: ["23:00", "24:00"]', NIGHT_SHIFT, 60],
  ['clock across midnight', 'clock: ["23:00", "05:00"]', NIGHT_SHIFT, 360],
  ['clock and day: only if both apply', 'on: [tuesday], clock: ["23:00", "05:00"]', NIGHT_SHIFT, 300],
  ['clock begins when the entry ends', 'clock: ["16:00", "18:00"]', DAY_SHIFT, 0],
  [
    'startedBefore midnight: began before',
    'clock: ["00:00", "04:00"], startedBefore: "00:00"',
    NIGHT_SHIFT,
    240,
  ],
  [
    'startedBefore midnight: began at midnight',
    'clock: ["00:00", "04:00"], startedBefore: "00:00"',
    from(`${TUESDAY}T00:00`, `${TUESDAY}T06:00`),
    0,
  ],
  [
    'startedBefore on the day before the window',
    'clock: ["00:00", "04:00"], startedBefore: "22:01"',
    NIGHT_SHIFT,
    240,
  ],
  ['startedBefore, one minute too late', 'clock: ["00:00", "04:00"], startedBefore: "22:00"', NIGHT_SHIFT, 0],
  [
    'startedBefore with a window across midnight',
    'clock: ["23:00", "04:00"], startedBefore: "23:00"',
    NIGHT_SHIFT,
    300,
  ],
  [
    'startedBefore with a window across midnight, started inside it',
    'clock: ["23:00", "04:00"], startedBefore: "23:00"',
    from(`${MONDAY}T23:30`, `${TUESDAY}T06:00`),
    0,
  ],
  ['startedBefore without a window checks each day', 'startedBefore: "22:30"', NIGHT_SHIFT, 480],
  ['startedBefore without a window, too late on the day itself', 'startedBefore: "21:30"', NIGHT_SHIFT, 360],
  ['reachTo', 'on: [monday], reachTo: "04:00"', NIGHT_SHIFT, 360],
  ['reachTo ends when the entry ends', 'on: [monday], reachTo: "23:00"', NIGHT_SHIFT, 480],
  [
    'reachTo applies to work begun on the day',
    'on: [monday], reachTo: "04:00"',
    from(`${TUESDAY}T00:00`, `${TUESDAY}T06:00`),
    0,
  ],
  ['dates', 'dates: ["11-10"]', NIGHT_SHIFT, 360],
  ['dates with clock', 'dates: [{ date: "11-09", clock: ["23:00", "24:00"] }, "11-10"]', NIGHT_SHIFT, 420],
  ['dates with reach', 'dates: ["11-09"], reachTo: "01:00"', NIGHT_SHIFT, 180],
  ['dates and on: both', 'dates: ["11-10"], on: [monday]', NIGHT_SHIFT, 0],
  ['minimumInWindow reached', 'clock: ["23:00", "05:00"], minimumInWindow: 360', NIGHT_SHIFT, 360],
  ['minimumInWindow missed by a minute', 'clock: ["23:00", "05:00"], minimumInWindow: 361', NIGHT_SHIFT, 0],
  ['validFrom', 'validFrom: 2026-11-10', NIGHT_SHIFT, 360],
  ['validTo', 'validTo: 2026-11-09', NIGHT_SHIFT, 120],
  ['establishments: this one', 'establishments: [gent]', { ...DAY_SHIFT, establishmentId: 'gent' }, 480],
  ['establishments: another one', 'establishments: [gent]', { ...DAY_SHIFT, establishmentId: 'aalst' }, 0],
  ['establishments: none known', 'establishments: [gent]', DAY_SHIFT, 0],
];

describe('a rule selects minutes by', () => {
  it.each(ROWS)('%s', (_name, rule, work, minutes) => {
    expect(taken({ work: [work], config: loading(rule) })).toBe(minutes);
  });

  const columns = { ann: { group: ' A ', hired: '2020-01-01' }, bob: { group: '', hired: '' } };
  const people: readonly (readonly [string, string, string, number])[] = [
    ['a value of a column, ignoring spaces', 'group: [A, B]', 'ann', 480],
    ['another value', 'group: [B]', 'ann', 0],
    ['an empty column', 'group: [A]', 'bob', 0],
    ['an employee who is not mapped', 'group: [A]', 'zoe', 0],
    ['a date from', 'hired: { from: 2020-01-01 }', 'ann', 480],
    ['a date before', 'hired: { before: 2020-01-01 }', 'ann', 0],
    ['an empty date', 'hired: { before: 2030-01-01 }', 'bob', 0],
    ['two columns', 'group: [A], hired: { before: 2021-01-01 }', 'ann', 480],
  ];
  it.each(people)('employees: %s', (_name, condition, employeeId, minutes) => {
    const config = loading(`employees: { ${condition} }`);
    expect(taken({ work: [{ ...DAY_SHIFT, employeeId }], config, columns })).toBe(minutes);
  });

  const broken: readonly (readonly [string, string, RegExp])[] = [
    ['a column that the mapping lacks', 'payscale: [A]', /loadings\[0\].*"payscale"/],
    ['an invalid date', 'group: { from: 2020-01-01 }', /employee ann.*" A "|"A"/],
  ];
  it.each(broken)('employees: %s is an error', (_name, condition, message) => {
    const config = loading(`employees: { ${condition} }`);
    expect(() => taken({ work: [DAY_SHIFT], config, columns })).toThrow(
      expect.objectContaining({ code: 'MAPPING_INVALID', message: expect.stringMatching(message) }),
    );
  });
});

describe('loadings in a group', () => {
  const config = configured(`payRules: { base: [{ code: N }], loadings: [
    { code: A, group: g, clock: ["22:00", "00:00"] }, { code: B, group: g }, { code: C, clock: ["23:00", "01:00"] }, { code: D }] }`);
  it('apply the first matching loading to a minute; loadings without a group add up', () => {
    expect(byCode(payOf({ work: [NIGHT_SHIFT], config }).lines)).toEqual({
      N: 480,
      A: 120,
      B: 360,
      C: 120,
      D: 480,
    });
  });
});

describe('the actual local clock decides, whatever the attribution', () => {
  const config = configured(
    'payRules: { base: [{ code: N }], loadings: [{ code: X, on: [tuesday], clock: ["00:00", "02:00"] }] }',
  );
  it.each(['start', 'split', 'end', 'majority'] as const)('%s', (attribution) => {
    const { lines } = payOf({ work: [NIGHT_SHIFT], config, attribution });
    expect(byCode(lines)).toEqual({ N: 480, X: 120 });
    const date = attribution === 'start' ? MONDAY : TUESDAY;
    expect(lines.find(({ payCode }) => payCode === 'X')?.date).toBe(date);
  });
});

describe('breaks of 60 minutes in an entry from 20:00 to 04:00 are placed', () => {
  const work = [from(`${MONDAY}T20:00`, `${TUESDAY}T04:00`, { minutes: 420 })];
  const rows: readonly (readonly [string, string, number])[] = [
    ['proportionally throughout', 'proportional', 210],
    ['in the middle, 23:30 to 00:30', 'halves', 210],
    ['after 360 minutes, 02:00 to 03:00', '{ after: 360 }', 180],
    ['after 30 minutes, 20:30 to 21:30', '{ after: 30 }', 240],
    ['at the end, if the entry is shorter', '{ after: 1000 }', 180],
  ];
  it.each(rows)('%s', (_name, allocate, minutes) => {
    const config = configured(
      `{ breaks: { allocate: ${allocate} }, payRules: { base: [{ code: N }], loadings: [{ code: X, on: [tuesday] }] } }`,
    );
    expect(byCode(payOf({ work, config }).lines)).toEqual({ N: 420, X: minutes });
  });
});
