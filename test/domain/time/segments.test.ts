import { expect, test } from 'vitest';
import { splitIntoSegments } from '../../../src/domain/time/attribution.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { fixedZone } from '../../../src/domain/time/zone.js';
import { stampOf } from '../../support/records/stampOf.js';

/** A segment as `date clock-clock`, on the local clock. */
function shown(startEpoch: number, endEpoch: number, zoneName: string): string[] {
  const zone = zoneByName(zoneName);
  const clock = (at: number, offset: number) => new Date((at + offset) * 1000).toISOString().slice(11, 16);
  return splitIntoSegments(startEpoch, endEpoch, zone).map(
    ({ date, startEpoch: from, endEpoch: to, offsetSeconds }) =>
      `${date} ${clock(from, offsetSeconds)}-${clock(to, offsetSeconds)}`,
  );
}

const rows: [row: string, zone: string, start: string, end: string, pieces: string[]][] = [
  [
    'a day',
    'Europe/Brussels',
    '2026-06-10T08:00+02:00',
    '2026-06-10T16:00+02:00',
    ['2026-06-10 08:00-16:00'],
  ],
  [
    'a night',
    'Europe/Brussels',
    '2026-06-10T22:00+02:00',
    '2026-06-11T06:00+02:00',
    ['2026-06-10 22:00-00:00', '2026-06-11 00:00-06:00'],
  ],
  [
    'a skipped hour is in no segment',
    'Europe/Brussels',
    '2026-03-28T22:00+01:00',
    '2026-03-29T06:00+02:00',
    ['2026-03-28 22:00-00:00', '2026-03-29 00:00-02:00', '2026-03-29 03:00-06:00'],
  ],
  [
    'both passes of a repeated hour are',
    'Europe/Brussels',
    '2026-10-24T22:00+02:00',
    '2026-10-25T06:00+01:00',
    ['2026-10-24 22:00-00:00', '2026-10-25 00:00-03:00', '2026-10-25 02:00-06:00'],
  ],
  [
    'a change exactly at midnight cuts once',
    'America/Havana',
    '2026-03-07T22:00-05:00',
    '2026-03-08T06:00-04:00',
    ['2026-03-07 22:00-00:00', '2026-03-08 01:00-06:00'],
  ],
  [
    'the repeated evening hour is still the old day',
    'Africa/Cairo',
    '2026-10-29T22:00+03:00',
    '2026-10-30T01:00+02:00',
    ['2026-10-29 22:00-00:00', '2026-10-29 23:00-00:00', '2026-10-30 00:00-01:00'],
  ],
  [
    'an end at the change makes no empty segment',
    'Europe/Brussels',
    '2026-10-25T00:00+02:00',
    '2026-10-25T02:00+01:00',
    ['2026-10-25 00:00-03:00'],
  ],
  ['zero length, no segment', 'Europe/Brussels', '2026-06-10T08:00+02:00', '2026-06-10T08:00+02:00', []],
];

test.each(rows)('%s', (_row, zone, start, end, pieces) => {
  expect(shown(stampOf(start).epochSeconds, stampOf(end).epochSeconds, zone)).toEqual(pieces);
});

test('days and offsets follow one clock, even if the times contradict the table', () => {
  const start = stampOf('2026-06-10T22:00+01:00').epochSeconds;
  expect(splitIntoSegments(start, start + 4 * 3600, fixedZone(3600))).toMatchObject([
    { date: '2026-06-10', endEpoch: start + 2 * 3600, offsetSeconds: 3600 },
    { date: '2026-06-11', startEpoch: start + 2 * 3600, offsetSeconds: 3600 },
  ]);
});
