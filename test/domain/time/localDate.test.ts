import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  dateOfEpochDay,
  daysBetween,
  parseLocalDate,
  toEpochDay,
  toLocalDate,
  weekdayNumber,
} from '../../../src/domain/time/localDate.js';

const rows: [text: string, isDate: boolean][] = [
  ['2026-10-25', true],
  ['2028-02-29', true],
  ['2000-02-29', true],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['2026-02-29', false],
  ['2100-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-01', false],
  ['2026-01-00', false],
  ['0000-01-01', false],
  ['2026-1-01', false],
  ['2026-10-25T00:00', false],
  ['2026-10-2', false],
  [' 2026-10-25', false],
  ['20261025', false],
  ['', false],
];

test.each(rows)('%j is a date: %s', (text, isDate) => {
  expect(parseLocalDate(text)).toBe(isDate ? text : undefined);
});

test('day numbers match those of Date, over the whole calendar', () => {
  const days = fc.integer({ min: Date.UTC(1, 0, 3) / 86_400_000, max: Date.UTC(9999, 11, 31) / 86_400_000 });
  fc.assert(
    fc.property(days, (day) => {
      const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
      expect(toEpochDay(toLocalDate(text))).toBe(day);
      expect(dateOfEpochDay(day)).toBe(text);
      expect(weekdayNumber(toLocalDate(text))).toBe(new Date(day * 86_400_000).getUTCDay() || 7);
    }),
    { numRuns: 1000 },
  );
});

test('days are added and counted across a leap day and a year end', () => {
  expect(addDays(toLocalDate('2028-02-28'), 2)).toBe('2028-03-01');
  expect(addDays(toLocalDate('2026-01-01'), -1)).toBe('2025-12-31');
  expect(daysBetween(toLocalDate('2027-12-31'), toLocalDate('2028-12-31'))).toBe(366);
});
