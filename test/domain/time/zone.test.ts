import { describe, expect, test } from 'vitest';
import { toEpochDay, toLocalDate } from '../../../src/domain/time/localDate.js';
import { tzdataVersion, zoneByName, zoneNames } from '../../../src/domain/time/tzdata.js';
import { fixedZone, formatOffset, localDateAt, Zone } from '../../../src/domain/time/zone.js';
import { PaytallyError } from '../../../src/errors.js';
import { stampOf } from '../../support/records/stampOf.js';

const dayNumber = (date: string) => toEpochDay(toLocalDate(date));
const at = (text: string) => stampOf(text).epochSeconds;

function errorOf(action: () => unknown): PaytallyError {
  try {
    action();
  } catch (error) {
    if (error instanceof PaytallyError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const dayRows: [zone: string, date: string, startsAt: string, minutes: number, what: string][] = [
  ['Europe/Brussels', '2026-03-29', '2026-03-29T00:00+01:00', 1380, 'an hour is skipped'],
  ['Europe/Brussels', '2026-10-25', '2026-10-25T00:00+02:00', 1500, 'an hour repeats'],
  ['Europe/Brussels', '2026-10-26', '2026-10-26T00:00+01:00', 1440, 'an ordinary day'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-05T00:00+11:00', 1470, 'half an hour repeats'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-04T00:00+10:30', 1410, 'half an hour is skipped'],
  ['Antarctica/Troll', '2026-03-29', '2026-03-29T00:00+00:00', 1320, 'two hours are skipped'],
  ['America/Havana', '2026-03-08', '2026-03-08T01:00-04:00', 1380, 'midnight does not exist'],
  ['America/Havana', '2025-11-02', '2025-11-02T00:00-04:00', 1500, 'midnight repeats: the first one counts'],
  ['Africa/Cairo', '2026-10-29', '2026-10-29T00:00+03:00', 1500, 'the evening hour repeats before midnight'],
  ['Africa/Cairo', '2026-10-30', '2026-10-30T00:00+02:00', 1440, 'the day after it'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00+00:00', 1500, 'the hour after midnight repeats'],
  ['Pacific/Apia', '2011-12-29', '2011-12-29T00:00-10:00', 1440, 'before the missing day'],
  ['Pacific/Apia', '2011-12-30', '2011-12-31T00:00+14:00', 0, 'does not exist'],
  ['Pacific/Apia', '2011-12-31', '2011-12-31T00:00+14:00', 1440, 'after the missing day'],
  [
    'America/St_Johns',
    '2010-11-07',
    '2010-11-07T00:00-02:30',
    1500,
    'at 00:01 back to 23:01 of the day before',
  ],
  [
    'America/St_Johns',
    '2010-11-06',
    '2010-11-06T00:00-02:30',
    1440,
    'the evening that comes again is the next day',
  ],
];

test.each(dayRows)('%s %s starts at %s and has %i minutes: %s', (zoneName, date, startsAt, minutes) => {
  const zone = zoneByName(zoneName);
  const day = dayNumber(date);
  expect(zone.dayStart(day)).toBe(at(startsAt));
  expect(zone.daySeconds(day)).toBe(minutes * 60);
  if (minutes > 0) {
    expect(localDateAt(at(startsAt), zone)).toBe(date);
    expect(localDateAt(at(startsAt) + minutes * 60 - 1, zone)).toBe(date);
  }
  expect(zone.dayAt(at(startsAt) - 1)).toBeLessThan(day);
});

describe('offsets', () => {
  const rows: [row: string, zone: string, instant: string, offset: string][] = [
    ['the second before a change', 'Europe/Brussels', '2026-10-25T00:59:59Z', '+02:00'],
    ['the second of a change', 'Europe/Brussels', '2026-10-25T01:00:00Z', '+01:00'],
    ['Casablanca before it left +01:00 for good', 'Africa/Casablanca', '2026-09-19T12:00:00Z', '+01:00'],
    [
      'Casablanca after it did: ICU of 2025 is wrong by an hour',
      'Africa/Casablanca',
      '2026-09-21T12:00:00Z',
      '+00:00',
    ],
    ['Vancouver keeps summer time from November 2026', 'America/Vancouver', '2026-12-01T12:00:00Z', '-07:00'],
    ['Havana keeps summer time from November 2026', 'America/Havana', '2026-12-01T12:00:00Z', '-04:00'],
    ['Kathmandu', 'Asia/Kathmandu', '2026-01-01T00:00:00Z', '+05:45'],
    ['a link', 'Asia/Calcutta', '2026-01-01T00:00:00Z', '+05:30'],
    ['another letter case', 'europe/BRUSSELS', '2026-01-01T00:00:00Z', '+01:00'],
    ['before the first change of the table', 'Europe/Brussels', '1800-01-01T00:00:00Z', '+00:17:30'],
    ['the second half of the century', 'Europe/Brussels', '2099-07-01T00:00:00Z', '+02:00'],
    ['no changes, no end of the table', 'Etc/UTC', '9000-01-01T00:00:00Z', '+00:00'],
    ['Etc names have the sign the other way round', 'Etc/GMT+5', '2026-01-01T00:00:00Z', '-05:00'],
  ];
  test.each(rows)('%s', (_row, zone, instant, offset) => {
    expect(formatOffset(zoneByName(zone).offsetAt(at(instant)))).toBe(offset);
  });

  test('does not depend on earlier calls', () => {
    const instants = ['2026-01-01T00:00Z', '2026-07-01T00:00Z', '2025-07-01T00:00Z', '2026-12-01T00:00Z'].map(
      at,
    );
    const zone = zoneByName('Europe/Paris');
    const alone = instants.map((instant) => zone.offsetAt(instant));
    expect(instants.toReversed().map((instant) => zone.offsetAt(instant))).toEqual(alone.toReversed());
    expect(alone).toEqual([3600, 7200, 7200, 3600]);
  });
});

describe('clock changes in a span', () => {
  const change = at('2026-10-25T01:00Z');
  const rows: [row: string, from: number, to: number, count: number][] = [
    ['none', change + 1, change + 3600, 0],
    ['the change is the end', change - 3600, change, 1],
    ['the change is the start', change, change + 3600, 0],
    ['most of a year', change - 360 * 86_400, change, 2],
    ['no length', change, change, 0],
  ];
  test.each(rows)('%s', (_row, from, to, count) => {
    expect(zoneByName('Europe/Brussels').transitionsBetween(from, to)).toHaveLength(count);
  });
  test('says when and by how much', () => {
    const changes = zoneByName('Europe/Brussels').transitionsBetween(change - 1, change);
    expect(changes).toEqual([{ epochSeconds: change, changeSeconds: -3600 }]);
  });
});

describe('unknown names', () => {
  const rows: [wrong: string, nearest: string][] = [
    ['Europe/Bruxelles', 'Europe/Brussels'],
    ['Brussels', 'Europe/Brussels'],
    ['Europe/Berln', 'Europe/Berlin'],
    ['America/New York', 'America/New_York'],
  ];
  test.each(rows)('%s: suggests %s', (wrong, nearest) => {
    const error = errorOf(() => zoneByName(wrong));
    expect(error.code).toBe('ZONE_UNKNOWN');
    expect(error.message).toContain(wrong);
    expect(error.remedy).toContain(nearest);
  });
  test.each(['', '+02:00', 'constructor', 'Europe/Brussels '])('%j is refused', (name) => {
    expect(errorOf(() => zoneByName(name)).code).toBe('ZONE_UNKNOWN');
  });
});

describe('the end of the table', () => {
  const zone = zoneByName('Europe/Brussels');
  const beyond = at('2600-01-01T00:00Z');
  const rows: [row: string, action: () => unknown][] = [
    ['offset', () => zone.offsetAt(beyond)],
    ['day', () => zone.dayAt(beyond)],
    ['start of a day', () => zone.dayStart(dayNumber('2600-01-01'))],
    ['changes', () => zone.transitionsBetween(beyond, beyond + 1)],
  ];
  test.each(rows)('%s: an error, not a guess', (_row, action) => {
    const error = errorOf(action);
    expect(error.code).toBe('ZONE_BEYOND_TABLE');
    expect(error.message).toContain('Europe/Brussels');
  });
});

test('a fixed zone keeps its offset and its midnight', () => {
  const zone = fixedZone(-(9 * 3600 + 30 * 60));
  expect(zone.name).toBe('-09:30');
  expect(zone.offsetAt(at('2026-07-01T00:00Z'))).toBe(-34_200);
  expect(localDateAt(at('2026-07-01T09:29:59Z'), zone)).toBe('2026-06-30');
  expect(zone.dayStart(dayNumber('2026-07-01'))).toBe(at('2026-07-01T09:30Z'));
});

test('a day that has begun stays begun if a second change repeats its midnight', () => {
  const midnight = 10 * 86_400;
  const at = Float64Array.of(midnight + 60, midnight + 1860);
  const zone = new Zone('Test', 'Test', { at, offsets: Int32Array.of(0, -7200, -3600) });
  expect(zone.dayAt(midnight - 1)).toBe(9);
  expect(
    [midnight, midnight + 60, midnight + 1860, midnight + 3000].map((instant) => zone.dayAt(instant)),
  ).toEqual([10, 10, 10, 10]);
  expect(zone.dayStart(10)).toBe(midnight);
  expect(zone.daySeconds(10)).toBe(25 * 3600);
});

test('every name can be decoded, and the version is that of the package', () => {
  expect(tzdataVersion).toMatch(/^20\d\d[a-z]+$/);
  expect(zoneNames.length).toBeGreaterThan(590);
  for (const name of zoneNames) expect(zoneByName(name).name).toBe(name);
});
