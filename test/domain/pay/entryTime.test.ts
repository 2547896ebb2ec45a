import { describe, expect, it } from 'vitest';
import { roundMinutes, roundStamp } from '../../../src/domain/pay/entryTime.js';
import type { Rounding } from '../../../src/domain/pay/payRules.js';
import { fixedZone } from '../../../src/domain/time/zone.js';
import {
  byCode,
  byDateAndCode,
  configured,
  daysOfWork,
  payOf,
  preset,
  stampOf,
  type Work,
} from '../../support/records/payFixture.js';

const rounding = (change: Partial<Rounding>): Rounding => ({
  level: 'stamp',
  step: 15,
  mode: 'nearest',
  grace: 0,
  ...change,
});

describe('rounding minutes', () => {
  const rows: readonly (readonly [string, number, Partial<Rounding>, number])[] = [
    ['nearest, below half', 487, {}, 480],
    ['nearest, above half', 488, {}, 495],
    ['nearest, half goes up', 5, { step: 10 }, 10],
    ['a multiple stays', 480, { mode: 'up' }, 480],
    ['up', 481, { mode: 'up' }, 495],
    ['up, forgiven', 483, { mode: 'up', grace: 3 }, 480],
    ['up, not forgiven', 484, { mode: 'up', grace: 3 }, 495],
    ['down', 494, { mode: 'down' }, 480],
    ['down, granted', 492, { mode: 'down', grace: 3 }, 495],
    ['down, not granted', 491, { mode: 'down', grace: 3 }, 480],
    ['nothing', 0, { mode: 'up' }, 0],
  ];
  it.each(rows)('%s', (_name, minutes, change, expected) => {
    expect(roundMinutes(minutes, rounding(change))).toBe(expected);
  });
});

describe('rounding times', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['08:07', '2026-11-09T08:07:00+01:00', '2026-11-09T08:00:00+01:00'],
    ['08:08', '2026-11-09T08:08:00+01:00', '2026-11-09T08:15:00+01:00'],
    ['seconds are cut off first', '2026-11-09T08:07:59+01:00', '2026-11-09T08:00:00+01:00'],
    ['minutes of the local clock, Kathmandu', '2026-11-09T08:07:00+05:45', '2026-11-09T08:00:00+05:45'],
    [
      'minutes of the local clock, step 30 in India',
      '2026-11-09T08:14:00+05:30',
      '2026-11-09T08:00:00+05:30',
    ],
    ['past midnight', '2026-11-09T23:53:00+01:00', '2026-11-10T00:00:00+01:00'],
  ];
  it.each(rows)('%s', (_name, stamp, expected) => {
    const step = stamp.endsWith('+05:30') ? 30 : 15;
    const { epochSeconds, offsetSeconds } = stampOf(stamp);
    expect(roundStamp(epochSeconds, fixedZone(offsetSeconds), rounding({ step }))).toBe(
      Date.parse(expected) / 1000,
    );
  });
});

const RULES =
  'payRules: { base: [{ code: OT, over: { day: 480 } }, { code: N }], loadings: [{ code: LATE, clock: ["16:00", "24:00"] }] }';
const SHIFT: Work = { start: '2026-11-09T08:08:00+01:00', end: '2026-11-09T16:52:00+01:00', minutes: 494 };

describe('the steps from worked to paid minutes', () => {
  const rows: readonly (readonly [
    string,
    string,
    readonly (readonly [string, number])[],
    Record<string, number>,
  ])[] = [
    ['nothing changed', 'none, step: 15', [], { N: 480, OT: 14, LATE: 49 }],
    [
      'stamps: 08:15 to 16:45, the break stays 30 minutes',
      'stamp, step: 15',
      [['stamp-rounding', -14]],
      { N: 480, LATE: 42 },
    ],
    ['the entry', 'entry, step: 15', [['entry-rounding', 1]], { N: 480, OT: 15, LATE: 49 }],
    [
      'the day: its last minutes carry it',
      'day, step: 15',
      [['day-rounding', 1]],
      { N: 480, OT: 15, LATE: 50 },
    ],
    ['the day, down', 'day, step: 60, mode: down', [['day-rounding', -14]], { N: 480, LATE: 35 }],
  ];
  it.each(rows)('rounding %s', (_name, level, adjustments, codes) => {
    const { lines, entries } = payOf({
      work: [SHIFT],
      config: configured(`{ rounding: { level: ${level} }, ${RULES} }`),
    });
    expect(byCode(lines)).toEqual(codes);
    expect(entries[0]?.adjustments.map(({ reason, minutes }) => [reason, minutes])).toEqual(adjustments);
    expect(entries[0]?.paidMinutes).toBe(494 + adjustments.reduce((sum, [, minutes]) => sum + minutes, 0));
  });

  it('rounding a day down can remove a whole entry', () => {
    const work = [
      { start: '2026-11-09T08:00:00+01:00', end: '2026-11-09T09:03:00+01:00', id: 'a' },
      { start: '2026-11-09T10:00:00+01:00', end: '2026-11-09T10:04:00+01:00', id: 'b' },
    ];
    const { lines, entries } = payOf({
      work,
      config: configured('rounding: { level: day, step: 60, mode: down }'),
    });
    expect(byCode(lines)).toEqual({ NORMAL: 60 });
    expect(entries.map(({ entryId, paidMinutes }) => [entryId, paidMinutes])).toEqual([
      ['a', 60],
      ['b', 0],
    ]);
  });
});

describe('rounded times with seconds: the service’s figure is in whole minutes, and its rounding is unknown', () => {
  const day = (from: string, until: string): readonly [string, string] => [
    `2026-11-09T${from}+01:00`,
    `2026-11-09T${until}+01:00`,
  ];
  const SHORT = day('08:00:30', '16:00:29');
  const rows: readonly (readonly [string, readonly [string, string], number, number])[] = [
    ['no break, the service rounds up', SHORT, 480, 480],
    ['no break, the service cuts off', SHORT, 479, 480],
    ['a break of 30 minutes, to the nearest', SHORT, 450, 450],
    ['a break of 30 minutes, cut off: what is known is a break of 30:59', SHORT, 449, 449],
    ['longer than whole minutes, rounded up', day('08:00:00', '16:00:01'), 481, 480],
    ['longer than whole minutes, cut off', day('08:00:00', '16:00:59'), 480, 480],
    ['moved to the quarters', day('07:53:10', '16:07:40'), 494, 480],
    ['moved to the quarters, rounded up', day('07:53:10', '16:07:40'), 495, 480],
    ['a moment over a quarter, rounded down to nothing', day('08:07:40', '08:08:10'), 0, 15],
    ['the same, rounded up', day('08:07:40', '08:08:10'), 1, 15],
    ['a minute more than there is keeps being one', day('08:00:00', '16:00:00'), 481, 481],
    ['the break is longer than what is left', day('08:00:00', '08:20:00'), 4, 0],
  ];
  it.each(rows)('%s', (_name, [start, end], minutes, paid) => {
    const { entries, lines } = payOf({
      work: [{ start, end, minutes }],
      config: configured('rounding: { level: stamp, step: 15 }'),
    });
    expect(entries[0]?.paidMinutes).toBe(paid);
    expect(lines.reduce((sum, line) => sum + line.minutes, 0)).toBe(paid);
  });

  it('seconds of rounding are not placed as a break either', () => {
    const { lines } = payOf({
      work: [{ start: '2026-11-09T08:00:00+01:00', end: '2026-11-09T16:00:59+01:00', minutes: 480 }],
      config: configured(
        'breaks: { allocate: { after: 360 } }\npayRules: { base: [{ code: N }], loadings: [{ code: LATE, clock: ["14:00", "14:01"] }] }',
      ),
    });
    expect(byCode(lines)).toEqual({ N: 480, LATE: 1 });
  });
});

describe('the clock’s hours instead of elapsed time', () => {
  const night = (start: string, end: string, zone = 'Europe/Berlin'): Work => ({ start, end, zone });
  const SPRING = night('2026-03-28T22:00:00+01:00', '2026-03-29T06:00:00+02:00');
  const AUTUMN = night('2026-10-24T22:00:00+02:00', '2026-10-25T06:00:00+01:00');
  const rows: readonly (readonly [string, Work, number, Record<string, number>])[] = [
    [
      'spring: the skipped hour is paid, at its own rate',
      SPRING,
      60,
      { NORMAL: 480, NIGHT25: 240, NIGHT40: 240, SUNDAY50: 360 },
    ],
    [
      'autumn: the repeated hour is paid once',
      AUTUMN,
      -60,
      { NORMAL: 480, NIGHT25: 240, NIGHT40: 240, SUNDAY50: 360 },
    ],
    [
      'the clock ran backwards: nothing is left to pay',
      night('2026-10-25T02:45:00+02:00', '2026-10-25T02:15:00+01:00'),
      -30,
      {},
    ],
    [
      'Cairo: the hour after midnight is skipped',
      night('2026-04-23T22:00:00+02:00', '2026-04-24T03:00:00+03:00', 'Africa/Cairo'),
      60,
      { NORMAL: 300, NIGHT25: 120, NIGHT40: 180 },
    ],
    [
      'no change of the clocks',
      night('2026-11-09T22:00:00+01:00', '2026-11-10T06:00:00+01:00'),
      0,
      { NORMAL: 480, NIGHT25: 240, NIGHT40: 240 },
    ],
  ];
  it.each(rows)('%s', (_name, work, minutes, codes) => {
    const { lines, entries } = payOf({ work: [work], config: preset('germany'), dst: 'wallclock' });
    expect(byCode(lines)).toEqual(codes);
    expect(entries[0]?.adjustments).toEqual(minutes === 0 ? [] : [{ reason: 'wallclock', minutes }]);
  });

  it('across midnight each day gets the hours that its clock shows', () => {
    const { lines } = payOf({
      work: [SPRING, { ...AUTUMN, id: 'b' }],
      config: configured('{}'),
      dst: 'wallclock',
      attribution: 'split',
    });
    expect(byDateAndCode(lines)).toEqual({
      '2026-03-28 NORMAL': 120,
      '2026-03-29 NORMAL': 360,
      '2026-10-24 NORMAL': 120,
      '2026-10-25 NORMAL': 360,
    });
  });
});

describe('minimum paid', () => {
  const twice = [
    { start: '2026-11-09T08:00:00+01:00', end: '2026-11-09T09:00:00+01:00', id: 'a' },
    { start: '2026-11-09T10:00:00+01:00', end: '2026-11-09T11:00:00+01:00', id: 'b' },
  ];
  const rows: readonly (readonly [
    string,
    string,
    readonly Work[],
    readonly (readonly [string, number])[],
  ])[] = [
    [
      'for each entry',
      'entry: 180',
      twice,
      [
        ['a', 120],
        ['b', 120],
      ],
    ],
    ['for the day', 'day: 180', twice, [['b', 60]]],
    ['nothing where it is reached', 'entry: 180', daysOfWork({ '2026-11-09': 180 }), []],
    ['nothing where nothing was worked', 'entry: 180', daysOfWork({ '2026-11-09': 0 }), []],
  ];
  it.each(rows)('%s', (_name, minimum, work, expected) => {
    const { lines, entries } = payOf({
      work,
      config: configured(`minimumPaid: { code: TOPUP, ${minimum} }`),
    });
    const added = lines.filter(({ kind }) => kind === 'topup');
    expect(added.map(({ entryId, minutes }) => [entryId, minutes])).toEqual(expected);
    for (const [entryId, minutes] of expected) {
      expect(entries.find((entry) => entry.entryId === entryId)).toMatchObject({
        paidMinutes: 60 + minutes,
        adjustments: [{ reason: 'minimum-paid', minutes }],
      });
    }
  });

  it('is not overtime and has no loading', () => {
    const config = configured(
      '{ minimumPaid: { code: TOPUP, entry: 180 }, payRules: { base: [{ code: OT, over: { day: 100 } }, { code: N }], loadings: [{ code: X }] } }',
    );
    expect(byCode(payOf({ work: daysOfWork({ '2026-11-09': 60 }), config }).lines)).toEqual({
      N: 60,
      X: 60,
      TOPUP: 120,
    });
  });
});

describe('minutes that cannot be placed on the clock are paid and marked', () => {
  it.each([
    ['no end', { start: '2026-11-09T22:00:00+01:00', end: null, minutes: 240 }, 'no-end'],
    [
      'no zone',
      { start: '2026-11-09T22:00:00+01:00', end: '2026-11-10T02:00:00+01:00', zone: null },
      'no-zone',
    ],
  ] as const)('%s', (_name, work, unplaced) => {
    const { entries, lines } = payOf({ work: [work], config: configured('{}') });
    expect(entries[0]).toMatchObject({ paidMinutes: 240, unplaced });
    expect(byCode(lines)).toEqual({ NORMAL: 240 });
  });

  it('an entry of zero length keeps its minutes', () => {
    const work = [{ start: '2026-11-09T22:00:00+01:00', end: '2026-11-09T22:00:00+01:00', minutes: 5 }];
    expect(byCode(payOf({ work, config: configured('{}') }).lines)).toEqual({ NORMAL: 5 });
  });
});
