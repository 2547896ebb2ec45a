import { expect, test } from 'vitest';
import { allocate } from '../../../src/domain/time/allocate.js';
import { attributeMinutes, type Segment, splitIntoSegments } from '../../../src/domain/time/attribution.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { stampOf } from '../../support/records/stampOf.js';

const elapsedRows: [row: string, start: string, end: string, minutes: number][] = [
  ['Berlin, a forward change in between', '2020-03-29T01:49+01:00', '2020-03-29T03:15+02:00', 26],
  ['Helsinki, a backward change in between', '2022-10-30T03:05+03:00', '2022-10-30T06:00+02:00', 235],
  ['New York, spring', '2018-03-10T23:00-05:00', '2018-03-11T07:00-04:00', 420],
  ['New York, autumn', '2020-10-31T23:00-04:00', '2020-11-01T07:00-05:00', 540],
  ['Brussels, the clock runs backwards', '2026-10-25T02:45+02:00', '2026-10-25T02:15+01:00', 30],
];

test.each(elapsedRows)('elapsed: %s', (_row, start, end, minutes) => {
  expect(stampOf(end).epochSeconds - stampOf(start).epochSeconds).toBe(minutes * 60);
});

const splitRows: [row: string, zone: string, start: string, end: string, days: Record<string, number>][] = [
  [
    'Brussels, the short night',
    'Europe/Brussels',
    '2026-03-28T22:00+01:00',
    '2026-03-29T06:00+02:00',
    { '2026-03-28': 120, '2026-03-29': 300 },
  ],
  [
    'Brussels, the long night',
    'Europe/Brussels',
    '2026-10-24T22:00+02:00',
    '2026-10-25T06:00+01:00',
    { '2026-10-24': 120, '2026-10-25': 420 },
  ],
  [
    'Lord Howe, half an hour back',
    'Australia/Lord_Howe',
    '2026-04-04T22:00+11:00',
    '2026-04-05T06:00+10:30',
    { '2026-04-04': 120, '2026-04-05': 390 },
  ],
  [
    'Cairo, the evening hour repeats',
    'Africa/Cairo',
    '2026-10-29T20:00+03:00',
    '2026-10-30T04:00+02:00',
    { '2026-10-29': 300, '2026-10-30': 240 },
  ],
  [
    'an ordinary night',
    'Europe/Brussels',
    '2026-06-10T18:00+02:00',
    '2026-06-11T02:00+02:00',
    { '2026-06-10': 360, '2026-06-11': 120 },
  ],
];

test.each(splitRows)('split: %s', (_row, zone, start, end, days) => {
  const startEpoch = stampOf(start).epochSeconds;
  const endEpoch = stampOf(end).epochSeconds;
  const span = {
    startEpoch,
    endEpoch,
    workDate: toLocalDate(start.slice(0, 10)),
    workedMinutes: (endEpoch - startEpoch) / 60,
  };
  const parts = attributeMinutes(span, zoneByName(zone), 'split');
  expect(Object.fromEntries(parts.map(({ date, minutes }) => [date, minutes]))).toEqual(days);
});

const nightRows: [row: string, start: string, end: string, nightMinutes: number][] = [
  ['the short night: the skipped hour is not paid', '2026-03-28T22:00+01:00', '2026-03-29T06:00+02:00', 420],
  ['the long night: both passes count', '2026-10-24T22:00+02:00', '2026-10-25T06:00+01:00', 540],
];

/** Minute by minute on the local clock, 20:00 to 06:00. */
function nightMinutesOf({ startEpoch, endEpoch, offsetSeconds }: Segment): number {
  let minutes = 0;
  for (let at = startEpoch; at < endEpoch; at += 60) {
    const hour = new Date((at + offsetSeconds) * 1000).getUTCHours();
    if (hour >= 20 || hour < 6) minutes += 1;
  }
  return minutes;
}

test.each(nightRows)('night: %s', (_row, start, end, nightMinutes) => {
  const zone = zoneByName('Europe/Brussels');
  const pieces = splitIntoSegments(stampOf(start).epochSeconds, stampOf(end).epochSeconds, zone);
  expect(pieces.reduce((sum, piece) => sum + nightMinutesOf(piece), 0)).toBe(nightMinutes);
});

const allocateRows: [row: string, weights: number[], net: number, shares: number[]][] = [
  ['120 and 360 elapsed', [120, 360], 435, [109, 326]],
  ['three equal parts', [100, 100, 100], 290, [97, 97, 96]],
];

test.each(allocateRows)('allocate: %s', (_row, weights, net, shares) => {
  expect(allocate(net, weights)).toEqual(shares);
});

test('allocate: first over days, then over the windows of each day', () => {
  const [first = 0, second = 0] = allocate(475, [125, 380]);
  expect([allocate(first, [125]), allocate(second, [175, 205])]).toEqual([[118], [164, 193]]);
});
