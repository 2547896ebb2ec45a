import { describe, expect, test } from 'vitest';
import { isNearClockChange } from '../../../src/domain/time/clockChanges.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';

const second = (text: string) => Date.parse(text) / 1000;

test.each(['2026-02-30', '26-01-01', ''])('reports that %j is not a date', (text) => {
  expect(() => toLocalDate(text)).toThrow(`not a date: ${text}`);
});

describe('a clock change near an instant', () => {
  // Both are two hours ahead in summer; only one of them changes its clocks in October.
  const zones = [zoneByName('Europe/Brussels'), zoneByName('Africa/Johannesburg')];
  test.each([
    ['one of two matching zones', zones, '2026-10-24T12:00Z', 7200, true],
    ['no matching zone', zones, '2026-07-24T12:00Z', 7200, false],
    ['the zone that does not match', zones.slice(1), '2026-10-24T12:00Z', 7200, false],
    ['an offset that no zone has', zones, '2026-07-24T12:00Z', 3600, true],
    ['after the end of the table', zones, '2510-07-24T12:00Z', 7200, true],
  ] as const)('%s', (_name, near, instant, offsetSeconds, expected) => {
    expect(isNearClockChange(near, { epochSeconds: second(instant), offsetSeconds })).toBe(expected);
  });
});

describe('an instant after the last known change', () => {
  const brussels = zoneByName('Europe/Brussels');
  test('the last second before it is known', () => {
    expect(brussels.offsetAt(second('2499-10-25T00:59:59Z'))).toBe(7200);
  });
  test.each([
    [second('2499-10-25T01:00:00Z'), '2499-10-25T01:00:00.000Z'],
    [second('2510-01-01T00:00:00Z'), '2510-01-01T00:00:00.000Z'],
    [1e300, '1e+300 seconds since 1970'],
  ])('refuses %d and names it', (epochSeconds, record) => {
    const message = 'The clock changes of Europe/Brussels are known only until 2499-10-25.';
    expect(() => brussels.offsetAt(epochSeconds)).toThrow(
      expect.objectContaining({ code: 'ZONE_BEYOND_TABLE', message, record }),
    );
  });
});

test.each([
  ['Brussels', 'Europe/Brussels'],
  ['Europe/Brusels', 'Europe/Brussels'],
  ['new york', 'America/New_York'],
  ['Los Angelos', 'America/Los_Angeles'],
])('%s: the nearest zone is %s', (name, nearest) => {
  const remedy = `Use the name of an IANA time zone. The closest match is ${nearest}.`;
  expect(() => zoneByName(name)).toThrow(expect.objectContaining({ code: 'ZONE_UNKNOWN', remedy }));
});
