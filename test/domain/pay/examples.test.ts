import { describe, expect, it } from 'vitest';
import {
  byCode,
  byDateAndCode,
  configured,
  daysOfWork,
  type PayCase,
  payOf,
  preset,
} from '../../support/records/payFixture.js';

const NIGHT = configured(
  'payRules: { base: [{ code: N }], loadings: [{ code: NIGHT, clock: ["20:00", "06:00"] }] }',
);
const HOLIDAY = configured('payRules: { base: [{ code: N }], loadings: [{ code: HOLIDAY, on: [holiday] }] }');

type Row = readonly [name: string, payCase: PayCase, expected: Readonly<Record<string, number>>];

/** Worked examples of the rules: the table of pay rules, and the night columns of the table of times. */
const ROWS: readonly Row[] = [
  [
    'Berlin across the autumn change, section 3b',
    {
      work: [{ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00', zone: 'Europe/Berlin' }],
      config: preset('germany'),
    },
    { NORMAL: 540, NIGHT40: 300, NIGHT25: 240, SUNDAY50: 420 },
  ],
  [
    'Sunday 22:00 to Monday 06:00, section 3b',
    {
      work: [{ start: '2026-11-08T22:00:00+01:00', end: '2026-11-09T06:00:00+01:00', zone: 'Europe/Berlin' }],
      config: preset('germany'),
    },
    { NORMAL: 480, NIGHT25: 240, NIGHT40: 240, SUNDAY50: 360 },
  ],
  [
    'Monday 00:30 to 06:00, section 3b',
    {
      work: [{ start: '2026-11-09T00:30:00+01:00', end: '2026-11-09T06:00:00+01:00', zone: 'Europe/Berlin' }],
      config: preset('germany'),
    },
    { NORMAL: 330, NIGHT25: 330 },
  ],
  [
    'New Year’s Eve 13:00 to 05:00, section 3b: from 14:00, then the holiday',
    {
      work: [{ start: '2026-12-31T13:00:00+01:00', end: '2027-01-01T05:00:00+01:00', zone: 'Europe/Berlin' }],
      config: preset('germany'),
      holidays: ['2027-01-01'],
    },
    { NORMAL: 960, HOLIDAY125: 900, NIGHT25: 300, NIGHT40: 240 },
  ],
  [
    'Christmas Eve 12:00 to 25th 02:00, section 3b: 150 % from 14:00',
    {
      work: [{ start: '2026-12-24T12:00:00+01:00', end: '2026-12-25T02:00:00+01:00', zone: 'Europe/Berlin' }],
      config: preset('germany'),
      holidays: ['2026-12-25', '2026-12-26'],
    },
    { NORMAL: 840, HOLIDAY150: 720, NIGHT25: 240, NIGHT40: 120 },
  ],
  [
    '26 December 22:00 to Sunday 27th 06:00, section 3b: 150 % until 04:00, then Sunday; they do not add up',
    {
      work: [{ start: '2026-12-26T22:00:00+01:00', end: '2026-12-27T06:00:00+01:00', zone: 'Europe/Berlin' }],
      config: preset('germany'),
      holidays: ['2026-12-25', '2026-12-26'],
    },
    { NORMAL: 480, HOLIDAY150: 360, SUNDAY50: 120, NIGHT25: 240, NIGHT40: 240 },
  ],
  [
    'France, a week of 46 hours',
    {
      work: daysOfWork({
        '2026-11-02': 480,
        '2026-11-03': 480,
        '2026-11-04': 480,
        '2026-11-05': 480,
        '2026-11-06': 480,
        '2026-11-07': 360,
      }),
      config: preset('france'),
    },
    { NORMAL: 2100, OT25: 480, OT50: 180 },
  ],
  [
    '15 August granted on Monday 17th, both worked: the 15th is ordinary',
    {
      work: [
        { start: '2026-08-15T08:00:00+02:00', end: '2026-08-15T16:00:00+02:00' },
        { start: '2026-08-17T08:00:00+02:00', end: '2026-08-17T15:00:00+02:00' },
      ],
      config: HOLIDAY,
      holidays: ['2026-08-17'],
    },
    { N: 900, HOLIDAY: 420 },
  ],
  [
    'a holiday without another one and without reach, 21:00 to 04:00',
    {
      work: [{ start: '2026-11-11T21:00:00+01:00', end: '2026-11-12T04:00:00+01:00' }],
      config: HOLIDAY,
      holidays: ['2026-11-11'],
    },
    { N: 420, HOLIDAY: 180 },
  ],
  [
    'Brussels across the spring change, night',
    { work: [{ start: '2026-03-28T22:00:00+01:00', end: '2026-03-29T06:00:00+02:00' }], config: NIGHT },
    { N: 420, NIGHT: 420 },
  ],
  [
    'Brussels across the autumn change, night',
    { work: [{ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00' }], config: NIGHT },
    { N: 540, NIGHT: 540 },
  ],
  [
    'the clock runs backwards: 02:45+02 to 02:15+01 is 30 minutes of night',
    { work: [{ start: '2026-10-25T02:45:00+02:00', end: '2026-10-25T02:15:00+01:00' }], config: NIGHT },
    { N: 30, NIGHT: 30 },
  ],
  [
    'Belgium, 11 hours on a Sunday: double above 9 hours',
    { work: daysOfWork({ '2026-11-08': 660 }), config: preset('belgium') },
    { NORMAL: 540, OT100: 120, SUNDAY: 660 },
  ],
  [
    'Belgium, two hours pay three',
    { work: daysOfWork({ '2026-11-09': 120 }), config: preset('belgium') },
    { NORMAL: 120, TOPUP: 60 },
  ],
  [
    'Netherlands (example), Saturday 17:00 to Sunday 01:00: windows of the weekday',
    {
      work: [
        { start: '2026-11-07T17:00:00+01:00', end: '2026-11-08T01:00:00+01:00', zone: 'Europe/Amsterdam' },
      ],
      config: preset('netherlands'),
    },
    { NORMAL: 480, SATURDAY25: 60, SATURDAY50: 360, SUNDAY100: 60 },
  ],
];

describe('worked examples', () => {
  it.each(ROWS)('%s', (_name, payCase, expected) => {
    expect(byCode(payOf(payCase).lines)).toEqual(expected);
  });

  it('Lord Howe and Cairo: minutes split by local day', () => {
    const work = [
      { start: '2026-04-04T22:00:00+11:00', end: '2026-04-05T06:00:00+10:30', zone: 'Australia/Lord_Howe' },
      { start: '2026-10-29T20:00:00+03:00', end: '2026-10-30T04:00:00+02:00', zone: 'Africa/Cairo' },
    ];
    const { lines } = payOf({ work, config: configured('{}'), attribution: 'split' });
    expect(byDateAndCode(lines)).toEqual({
      '2026-04-04 NORMAL': 120,
      '2026-04-05 NORMAL': 390,
      '2026-10-29 NORMAL': 300,
      '2026-10-30 NORMAL': 240,
    });
  });

  it('125 minutes on one day, 175 of night and 205 of rest on the next, 475 net: days 118 and 357, then 164 and 193', () => {
    const config = configured(
      'payRules: { base: [{ code: N }], loadings: [{ code: NIGHT, clock: ["00:00", "02:55"] }] }',
    );
    const work = [{ start: '2026-11-09T21:55:00+01:00', end: '2026-11-10T06:20:00+01:00', minutes: 475 }];
    const { lines } = payOf({ work, config, attribution: 'split' });
    expect(byDateAndCode(lines)).toEqual({
      '2026-11-09 N': 118,
      '2026-11-10 N': 357,
      '2026-11-10 NIGHT': 164,
    });
  });
});
