import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, toLocalDate } from '../../../src/domain/time/localDate.js';
import { holidayYears, paddedWindow } from '../../../src/sources/records/readWindows.js';
import { splitWindow } from '../../../src/sources/workforce/reading/splitWindow.js';

const window = (from: string, to: string) => ({ from: toLocalDate(from), to: toLocalDate(to) });

describe('the window of a period', () => {
  it.each([
    ['a month with a day on each side', '2026-10-01', '2026-10-31', '2026-09-30', '2026-11-01'],
    ['across New Year', '2026-12-01', '2026-12-31', '2026-11-30', '2027-01-01'],
    ['the first day of the service', '2000-01-01', '2000-01-31', '2000-01-01', '2000-02-01'],
    ['the last day of the service', '2100-12-01', '2100-12-31', '2100-11-30', '2100-12-31'],
  ])('%s', (_name, from, to, paddedFrom, paddedTo) => {
    expect(paddedWindow(window(from, to), 1)).toEqual(window(paddedFrom, paddedTo));
  });
  it.each([
    ['before 2000', '1999-12-31', '2000-01-31'],
    ['after 2100', '2100-12-01', '2101-01-01'],
    ['an end before the start', '2026-10-31', '2026-10-01'],
  ])('%s is refused', (_name, from, to) => {
    expect(() => paddedWindow(window(from, to), 1)).toThrow(
      expect.objectContaining({ code: 'PERIOD_INVALID' }),
    );
  });
});

describe('requests', () => {
  it('cover every day once, in the fewest parts of at most 93 days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 1_000 }), (start, days) => {
        const from = addDays(toLocalDate('2000-01-01'), start);
        const parts = splitWindow({ from, to: addDays(from, days - 1) });
        expect(parts).toHaveLength(Math.ceil(days / 93));
        let next = from;
        for (const part of parts) {
          expect(part.from).toBe(next);
          expect(daysBetween(part.from, part.to)).toBeGreaterThanOrEqual(0);
          expect(daysBetween(part.from, part.to)).toBeLessThan(93);
          next = addDays(part.to, 1);
        }
        expect(next).toBe(addDays(from, days));
      }),
    );
  });
  it.each([
    ['the number of records is unknown', 0, 1],
    ['a day has one page', 6_200, 1],
    ['a day has far more than one page', 15_000, 4],
    ['a day has even more', 65_000, 7],
    ['a day has very many records', 1_000_000, 8],
  ])('a month in which %s', (_name, expected, parts) => {
    expect(splitWindow(window('2026-10-01', '2026-10-31'), expected)).toHaveLength(parts);
  });
  it('never more parts than days', () => {
    expect(splitWindow(window('2026-10-01', '2026-10-02'), 1_000_000)).toHaveLength(2);
  });
});

describe('the years of holidays: each year in the period, and the adjacent ones, which can grant days in it', () => {
  it.each([
    ['within a year', '2026-09-30', '2026-11-01', [2025, 2026, 2027]],
    ['across New Year', '2026-11-30', '2027-01-01', [2025, 2026, 2027, 2028]],
    ['a year with its margin', '2025-12-31', '2027-01-01', [2024, 2025, 2026, 2027, 2028]],
    ['the first year of the service', '2000-01-01', '2000-02-01', [2000, 2001]],
    ['the last year of the service', '2100-11-30', '2100-12-31', [2099, 2100]],
  ])('%s', (_name, from, to, years) => expect(holidayYears(window(from, to))).toEqual(years));

  it('every window with a day requests the years that can grant it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 36_889 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        (start, before, after) => {
          const day = addDays(toLocalDate('2000-01-01'), start);
          const period = paddedWindow(
            {
              from: addDays(toLocalDate('2000-01-01'), Math.max(start - before, 0)),
              to: addDays(toLocalDate('2000-01-01'), Math.min(start + after, 36_889)),
            },
            1,
          );
          const own = holidayYears({ from: day, to: day });
          expect(holidayYears(period)).toEqual(expect.arrayContaining([...own]));
          expect(own.every((year) => year >= 2000 && year <= 2100)).toBe(true);
        },
      ),
    );
  });
});
