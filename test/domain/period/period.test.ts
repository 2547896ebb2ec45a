import { describe, expect, test } from 'vitest';
import { isRelativePeriod, resolvePeriod } from '../../../src/domain/period/period.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const TODAY = toLocalDate('2026-11-20');
const CALENDARS = {
  'four-weekly': { anchor: toLocalDate('2026-01-05'), days: 28 },
  fortnightly: { anchor: toLocalDate('2026-01-05'), days: 14 },
  offset: { fromDay: 26 },
  half: { fromDays: [1, 16] as const },
  shifted: { fromDays: [11, 26] as const },
};

const ROWS: readonly [text: string, from: string, to: string, label: string][] = [
  ['2026-10', '2026-10-01', '2026-10-31', '2026-10'],
  ['2026-02', '2026-02-01', '2026-02-28', '2026-02'],
  ['2024-02', '2024-02-01', '2024-02-29', '2024-02'],
  ['2026-12', '2026-12-01', '2026-12-31', '2026-12'],
  ['2026-Q4', '2026-10-01', '2026-12-31', '2026-Q4'],
  ['2026-Q1', '2026-01-01', '2026-03-31', '2026-Q1'],
  ['2026', '2026-01-01', '2026-12-31', '2026'],
  ['2026-W44', '2026-10-26', '2026-11-01', '2026-W44'],
  ['2026-W53', '2026-12-28', '2027-01-03', '2026-W53'],
  ['2025-W01', '2024-12-30', '2025-01-05', '2025-W01'],
  ['2026-10-01..2026-10-31', '2026-10-01', '2026-10-31', '2026-10-01..2026-10-31'],
  ['2026-10-05..2026-10-05', '2026-10-05', '2026-10-05', '2026-10-05..2026-10-05'],
  ['this-month', '2026-11-01', '2026-11-30', '2026-11'],
  ['last-month', '2026-10-01', '2026-10-31', '2026-10'],
  ['last-week', '2026-11-09', '2026-11-15', '2026-W46'],
  ['four-weekly', '2026-10-12', '2026-11-08', 'four-weekly-2026-10-12'],
  ['fortnightly@2026-10-14', '2026-10-12', '2026-10-25', 'fortnightly-2026-10-12'],
  ['offset', '2026-09-26', '2026-10-25', 'offset-2026-09-26'],
  ['offset@2026-01-03', '2025-12-26', '2026-01-25', 'offset-2025-12-26'],
  ['half', '2026-11-01', '2026-11-15', 'half-2026-11-01'],
  ['half@2026-11-15', '2026-11-01', '2026-11-15', 'half-2026-11-01'],
  ['half@2026-11-16', '2026-11-16', '2026-11-30', 'half-2026-11-16'],
  ['half@2027-02-28', '2027-02-16', '2027-02-28', 'half-2027-02-16'],
  ['half@2028-02-29', '2028-02-16', '2028-02-29', 'half-2028-02-16'],
  ['half@2026-12-31', '2026-12-16', '2026-12-31', 'half-2026-12-16'],
  ['shifted@2026-11-10', '2026-10-26', '2026-11-10', 'shifted-2026-10-26'],
  ['shifted@2026-11-11', '2026-11-11', '2026-11-25', 'shifted-2026-11-11'],
  ['shifted@2027-01-05', '2026-12-26', '2027-01-10', 'shifted-2026-12-26'],
];

describe('resolvePeriod', () => {
  test.each(ROWS)('%s is %s to %s', (text, from, to, label) => {
    expect(resolvePeriod(text, TODAY, CALENDARS)).toEqual({ from, to, label });
  });

  test('last-month in January is December of the year before', () => {
    expect(resolvePeriod('last-month', toLocalDate('2026-01-31')).label).toBe('2025-12');
  });

  test.each([
    '2026-13',
    '2026-00',
    '2026-Q5',
    '2025-W53',
    '2026-W00',
    '2026-10-31..2026-10-01',
    '2026-02-30..2026-03-01',
    'soon',
    '',
    '1999',
    '2101-01',
    'offset@nonsense',
    'toString',
  ])('refuses "%s"', (text) => {
    expect(() => resolvePeriod(text, TODAY, CALENDARS)).toThrow(
      expect.objectContaining({ code: 'PERIOD_INVALID' }),
    );
  });

  test('knows which periods depend on today', () => {
    const texts = [
      '2026-10',
      'last-month',
      'this-month',
      'last-week',
      'fortnightly',
      'fortnightly@2026-10-14',
    ];
    expect(texts.map((text) => isRelativePeriod(text, CALENDARS))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
