import { describe, expect, test } from 'vitest';
import { NO_PAY_FACTS } from '../../../src/domain/pay/referencePeriod.js';
import { byCode, byDateAndCode, configured, payOf, type Work } from '../../support/records/payFixture.js';

const split = { attribution: 'split' } as const;
const paid = (config: string, work: readonly Work[], more: object = {}) =>
  payOf({ config: configured(config), work, ...more });
const at = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString().slice(0, 16);

describe('overtime', () => {
  test('over a reference period follows the order of days, whatever the order of the entries', () => {
    const { lines } = paid(
      'payRules: { reference: { weeks: 1, from: 2026-11-09, absences: counted }, base: [{ code: OT, over: { reference: 480 } }, { code: N }] }',
      [
        { start: '2026-11-10T22:00:00+01:00', end: '2026-11-11T06:00:00+01:00' },
        { start: '2026-11-10T23:00:00+01:00', end: '2026-11-11T00:00:00+01:00' },
      ],
      split,
    );
    expect(byDateAndCode(lines)).toEqual({
      '2026-11-10 N': 180,
      '2026-11-11 N': 300,
      '2026-11-11 OT': 60,
    });
  });

  test('in a window with too few minutes moves to the next rule', () => {
    const { lines } = paid(
      'payRules: { base: [{ code: OTN, over: { day: 480 }, clock: ["20:00", "06:00"], minimumInWindow: 120 }, { code: OT, over: { day: 480 } }, { code: N }] }',
      [{ start: '2026-11-10T12:00:00+01:00', end: '2026-11-10T21:00:00+01:00' }],
    );
    expect(byCode(lines)).toEqual({ N: 480, OT: 60 });
  });

  test('has its start and end, also across midnight', () => {
    const { lines } = paid('payRules: { base: [{ code: OT, over: { day: 600 } }, { code: N }] }', [
      { start: '2026-11-10T20:00:00+01:00', end: '2026-11-11T08:00:00+01:00' },
    ]);
    expect(lines.map(({ payCode, fromEpoch, toEpoch }) => [payCode, at(fromEpoch), at(toEpoch)])).toEqual([
      ['N', '2026-11-10T19:00', '2026-11-11T05:00'],
      ['OT', '2026-11-11T05:00', '2026-11-11T07:00'],
    ]);
  });
});

describe('an entry without minutes on one of its days', () => {
  // Ten minutes within two hours: none of them is a minute of the clock.
  const late: Work = { start: '2026-11-10T22:00:00+01:00', end: '2026-11-11T00:01:00+01:00', minutes: 10 };
  const early: Work = { start: '2026-11-10T23:59:00+01:00', end: '2026-11-11T02:00:00+01:00', minutes: 10 };
  const next: Work = { start: '2026-11-11T06:00:00+01:00', end: '2026-11-11T07:00:00+01:00' };

  test('rests until the next day from its last minute', () => {
    const config = 'payRules: { base: [{ code: N }], counts: [{ code: REST, per: rest, minutes: 660 }] }';
    const counted = (work: readonly Work[]) =>
      paid(config, work, split).lines.filter(({ payCode }) => payCode === 'REST').length;
    expect({ late: counted([late, next]), early: counted([early, next]) }).toEqual({ late: 1, early: 0 });
  });

  test('has no line on that day, and reaches no window there', () => {
    const config =
      'payRules: { base: [{ code: N }], counts: [{ code: C, per: entry, clock: ["00:00", "06:00"] }] }';
    expect(byDateAndCode(paid(config, [late], split).lines)).toEqual({ '2026-11-10 N': 10 });
    expect(paid(config, [late], split).lines).toHaveLength(1);
  });

  test('counts as work on the day of its first minute', () => {
    const config = 'minimumPaid: { again: 180, code: AGAIN }';
    expect(byCode(paid(config, [early, next], split).lines)).toEqual({ NORMAL: 70, AGAIN: 120 });
    expect(byCode(paid(config, [late, next], split).lines)).not.toHaveProperty('AGAIN');
  });

  test('does not count as a consecutive day', () => {
    const config = 'payRules: { base: [{ code: N }], loadings: [{ code: SECOND, consecutiveDay: 2 }] }';
    expect(byCode(paid(config, [early, next], split).lines)).toEqual({ N: 70 });
    expect(byCode(paid(config, [{ ...early, minutes: 100 }, next], split).lines)).toMatchObject({
      SECOND: expect.any(Number),
    });
  });

  test('gets none of the rounding of a day', () => {
    const { entries } = paid('rounding: { level: day, step: 15, mode: up }', [
      { start: '2026-11-10T08:00:00+01:00', end: '2026-11-10T12:07:00+01:00', id: 'worked' },
      { start: '2026-11-10T13:00:00+01:00', end: '2026-11-10T13:10:00+01:00', minutes: 0, id: 'empty' },
    ]);
    expect(entries.map(({ entryId, paidMinutes }) => [entryId, paidMinutes])).toEqual([
      ['worked', 255],
      ['empty', 0],
    ]);
  });
});

test('overlapping entries have no rest, and adjacent ones have a rest of zero', () => {
  const config = 'payRules: { base: [{ code: N }], counts: [{ code: REST, per: rest, minutes: 660 }] }';
  const night: Work = { start: '2026-11-10T22:00:00+01:00', end: '2026-11-11T06:00:00+01:00' };
  const rests = (from: string) =>
    paid(config, [
      night,
      { start: `2026-11-11T${from}:00+01:00`, end: '2026-11-11T13:00:00+01:00' },
    ]).lines.filter(({ payCode }) => payCode === 'REST').length;
  expect([rests('05:00'), rests('06:00'), rests('07:00')]).toEqual([0, 1, 1]);
});

describe.each(['start', 'split', 'end', 'majority'] as const)(
  'short rests at the border of two periods, attribution %s',
  (attribution) => {
    const config = 'payRules: { base: [{ code: N }], counts: [{ code: REST, per: rest, minutes: 660 }] }';
    const before: Work = { start: '2026-10-31T10:00:00+01:00', end: '2026-10-31T18:00:00+01:00' };
    const through: Work = { start: '2026-10-31T23:00:00+01:00', end: '2026-11-01T07:00:00+01:00' };
    const after: Work = { start: '2026-11-01T12:00:00+01:00', end: '2026-11-01T20:00:00+01:00' };
    const early: Work = { ...after, start: '2026-11-01T04:00:00+01:00' };
    const rests = (work: readonly Work[], from: string, to: string) =>
      paid(config, work, { attribution, period: [from, to] }).lines.filter(
        ({ payCode }) => payCode === 'REST',
      ).length;

    test.each<readonly [string, readonly Work[]]>([
      ['before an entry through midnight', [before, through]],
      ['after it', [through, after]],
      ['before and after it', [before, through, after]],
      ['that begins on one side and ends on the other', [before, early]],
    ])('%s: each is counted in exactly one of them', (_, work) => {
      const both = rests(work, '2026-10-01', '2026-11-30');
      expect(rests(work, '2026-10-01', '2026-10-31') + rests(work, '2026-11-01', '2026-11-30')).toBe(both);
      if (work.includes(early)) expect(both).toBe(1);
    });
  },
);

test('times are rounded on the local clock, whatever its offset', () => {
  const { lines } = paid('rounding: { level: stamp, step: 60, mode: nearest }', [
    { start: '2026-11-10T08:10:00+05:45', end: '2026-11-10T12:40:00+05:45', zone: 'Asia/Kathmandu' },
  ]);
  expect(byCode(lines)).toEqual({ NORMAL: 300 });
});

describe('minimums for planned work', () => {
  const work: Work[] = [{ start: '2026-11-10T08:00:00+01:00', end: '2026-11-10T12:00:00+01:00' }];
  const known = { ...NO_PAY_FACTS, plannedMinutes: new Map([['2026-11-10', 480]]) };
  const PLAN = 'planned: { share: 0.75, least: 120, most: 360 }, code: PLAN';
  test.each([
    [
      'are listed next to those of other kinds',
      `[{ entry: 30, code: E }, { ${PLAN} }]`,
      { NORMAL: 240, PLAN: 120 },
    ],
    ['do not apply elsewhere', `[{ ${PLAN}, teams: [x] }]`, { NORMAL: 240 }],
    [
      'add nothing if the share was reached, to the minute',
      '{ planned: { share: 0.5, least: 300, most: 360 }, code: PLAN }',
      { NORMAL: 240 },
    ],
  ])('%s', (_what, minimums, expected) => {
    expect(byCode(paid(`minimumPaid: ${minimums}`, work, { known }).lines)).toEqual(expected);
  });

  test('apply to every worked day', () => {
    const config = `minimumPaid: { ${PLAN} }`;
    const plannedMinutes = new Map([['2026-11-11', 640]]);
    const night = { start: '2026-11-10T22:00:00+01:00', end: '2026-11-11T06:00:00+01:00' };
    const { lines } = paid(config, [night], { ...split, known: { ...known, plannedMinutes } });
    expect(byDateAndCode(lines)).toEqual({ '2026-11-10 NORMAL': 120, '2026-11-11 NORMAL': 360 });
    const more = { ...known, plannedMinutes: new Map([['2026-11-11', 720]]) };
    const wide = config.replace('most: 360', 'most: 500');
    expect(byDateAndCode(paid(wide, [night], { ...split, known: more }).lines)).toMatchObject({
      '2026-11-11 PLAN': 140,
    });
  });
});
