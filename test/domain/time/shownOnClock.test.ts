import { describe, expect, test } from 'vitest';
import { instantsAtReading, lastInstantBefore } from '../../../src/domain/time/clockChanges.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { fixedZone } from '../../../src/domain/time/zone.js';

/** The time on the local clock, as seconds since 1970 on that clock. */
const reading = (text: string) => Date.parse(`${text}Z`) / 1000;
const instant = (text: string) => Date.parse(text) / 1000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);
const clockTime = (text: string) => Number(text.slice(0, 2)) * 3600 + Number(text.slice(3)) * 60;

describe('the instants at which a clock shows a time', () => {
  test.each([
    ['Europe/Brussels', 'winter', '2026-01-15T08:00', ['2026-01-15T07:00']],
    ['Europe/Brussels', 'summer', '2026-07-15T08:00', ['2026-07-15T06:00']],
    ['Europe/Brussels', 'the minute before the gap', '2026-03-29T01:59', ['2026-03-29T00:59']],
    ['Europe/Brussels', 'the start of the gap: its end', '2026-03-29T02:00', ['2026-03-29T01:00']],
    ['Europe/Brussels', 'in the gap: its end', '2026-03-29T02:30', ['2026-03-29T01:00']],
    ['Europe/Brussels', 'the end of the gap', '2026-03-29T03:00', ['2026-03-29T01:00']],
    ['Europe/Brussels', 'after the gap', '2026-03-29T03:01', ['2026-03-29T01:01']],
    ['Europe/Brussels', 'before the repeated hour', '2026-10-25T01:59', ['2026-10-24T23:59']],
    [
      'Europe/Brussels',
      'the repeated hour begins',
      '2026-10-25T02:00',
      ['2026-10-25T00:00', '2026-10-25T01:00'],
    ],
    ['Europe/Brussels', 'in the repeated hour', '2026-10-25T02:30', ['2026-10-25T00:30', '2026-10-25T01:30']],
    ['Europe/Brussels', 'after the repeated hour', '2026-10-25T03:00', ['2026-10-25T02:00']],
    [
      'America/New_York',
      'west of UTC, repeated',
      '2026-11-01T01:30',
      ['2026-11-01T05:30', '2026-11-01T06:30'],
    ],
    ['America/New_York', 'west of UTC, skipped', '2026-03-08T02:30', ['2026-03-08T07:00']],
    [
      'Australia/Lord_Howe',
      'half an hour repeated',
      '2026-04-05T01:45',
      ['2026-04-04T14:45', '2026-04-04T15:15'],
    ],
    ['Pacific/Apia', 'a day that was left out', '2011-12-30T12:00', ['2011-12-30T10:00']],
    ['Pacific/Apia', 'the day before it', '2011-12-29T12:00', ['2011-12-29T22:00']],
    ['Pacific/Apia', 'the day after it', '2011-12-31T12:00', ['2011-12-30T22:00']],
  ])('%s, %s: %s', (zone, _what, text, expected) => {
    expect(instantsAtReading(reading(text), zoneByName(zone)).map(iso)).toEqual(expected);
  });

  test('a fixed offset shows every time once', () => {
    expect(instantsAtReading(reading('2026-10-25T02:30'), fixedZone(7200)).map(iso)).toEqual([
      '2026-10-25T00:30',
    ]);
  });
});

describe('the last time before an instant at which a clock showed a time of day', () => {
  test.each([
    ['earlier on the day', 'Europe/Brussels', '06:00', '2026-10-12T08:00Z', '2026-10-12T04:00'],
    [
      'at exactly that instant: the day before',
      'Europe/Brussels',
      '06:00',
      '2026-10-12T04:00Z',
      '2026-10-11T04:00',
    ],
    ['later on the day: the day before', 'Europe/Brussels', '22:00', '2026-10-12T08:00Z', '2026-10-11T20:00'],
    ['the second of two', 'Europe/Brussels', '02:30', '2026-10-25T08:00Z', '2026-10-25T01:30'],
    ['the first of two', 'Europe/Brussels', '02:30', '2026-10-25T01:00Z', '2026-10-25T00:30'],
    ['skipped: the end of the gap', 'Europe/Brussels', '02:30', '2026-03-29T08:00Z', '2026-03-29T01:00'],
    ['on the next day of the clock', 'Pacific/Auckland', '06:00', '2026-07-01T20:00Z', '2026-07-01T18:00'],
    ['on the day before on the clock', 'Pacific/Honolulu', '18:00', '2026-07-02T06:00Z', '2026-07-02T04:00'],
    ['across a skipped day', 'Pacific/Apia', '23:00', '2011-12-30T12:00Z', '2011-12-30T10:00'],
  ])('%s', (_name, zone, time, limit, expected) => {
    expect(iso(lastInstantBefore(clockTime(time), instant(limit), zoneByName(zone)))).toBe(expected);
  });
});

test('a time shortly before, far east of UTC, is on the same local day', () => {
  const before = instant('2026-06-10T03:00:00+14:00');
  expect(iso(lastInstantBefore(clockTime('01:00'), before, zoneByName('Pacific/Kiritimati')))).toBe(
    '2026-06-09T11:00',
  );
});
