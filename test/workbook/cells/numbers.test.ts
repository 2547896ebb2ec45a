import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoSerial, serialDate, storedNumber } from '../../../src/workbook/cells/numbers.js';

describe('serialDate', () => {
  test.each([
    ['the first day on which programs agree', '1900-03-01', 61, undefined],
    ['the day before it', '1900-02-28', undefined, undefined],
    ['the first day in old Mac workbooks', '1904-01-01', 1462, 0],
    ['the day before that', '1903-12-31', 1461, undefined],
    ['a day that exists in no year', '2026-02-30', undefined, undefined],
    ['not a leap year', '2025-02-29', undefined, undefined],
    ['other text', '2026-10', undefined, undefined],
  ])('%s', (_, date, from1900, from1904) => {
    expect([serialDate(date, false), serialDate(date, true)]).toEqual([from1900, from1904]);
  });
});

describe('isoSerial', () => {
  test.each([
    ['a day', '2026-10-01', 46_296],
    ['a day with a time', '2026-10-01T12:00:00', 46_296.5],
    ['only a time', '18:00:00', 0.75],
    ['a time as programs write it', '1899-12-30T18:00:00', 0.75],
    ['a day that exists in no year', '2026-02-30T12:00:00', undefined],
  ])('%s', (_, text, serial) => expect(isoSerial(text, false)).toBe(serial));
});

test('a stored number has fifteen digits: of any number, of durations, and of sums of hundredths', () => {
  const rounded = (value: number) => Number(value.toPrecision(15));
  const minutes = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const numbers = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    minutes.map((count) => count / 1440),
    fc.tuple(minutes, minutes).map(([a, b]) => a / 100 + b / 100),
    minutes.map((count) => count * 1234.567891),
  );
  fc.assert(
    fc.property(numbers, (value) => {
      // Twice: the second time from the cache.
      expect([storedNumber(value) + 0, storedNumber(value) + 0]).toEqual([rounded(value), rounded(value)]);
    }),
    { numRuns: 2000 },
  );
});
