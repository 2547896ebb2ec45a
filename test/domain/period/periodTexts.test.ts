import { describe, expect, test } from 'vitest';
import { isInside, isRelativePeriod, periodDays, resolvePeriod } from '../../../src/domain/period/period.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { PaytallyError } from '../../../src/errors.js';
import { period } from '../../support/records/periodFixture.js';

const CALENDARS = {
  weekly: { anchor: toLocalDate('2026-01-05'), days: 7 },
  fifth: { fromDay: 5 },
  first: { fromDay: 1 },
};
const TODAY = toLocalDate('2026-11-20');
const said = (text: string, calendars: Parameters<typeof resolvePeriod>[2] = {}): string => {
  try {
    const { from, to } = resolvePeriod(text, TODAY, calendars);
    return `${from}..${to}`;
  } catch (error) {
    if (!(error instanceof PaytallyError) || error.code !== 'PERIOD_INVALID') throw error;
    expect(error.record).toBe(text);
    return error.message;
  }
};
const noPeriod = (text: string, hint = '') => `"${text}" is not a period.${hint}`;

describe('refused texts', () => {
  test.each([
    'x2026-10',
    '2026-10x',
    'x2026-Q4',
    '2026-Q44',
    'x2026',
    'x2026-W44',
    '2026-W444',
    'x2026-10-01..2026-10-31',
    '2026-10-01..2026-10-311',
    '2026-10-01..2026-02-30',
    '2026-02-30..2026-10-01',
    '0000-W01',
  ])('%s is not a period, not even in part', (text) => {
    expect(said(text)).toBe(noPeriod(text));
  });

  test('the message gives the reason and the available periods', () => {
    expect(said('2026-10-02..2026-10-01')).toBe('The period "2026-10-02..2026-10-01" ends before it starts.');
    expect(said('1999-12')).toBe('The period "1999-12" is not within the years 2000 to 2100.');
    expect(said('2026-13', CALENDARS)).toBe(
      noPeriod('2026-13', ' Pay calendars in the configuration: weekly, fifth, first.'),
    );
    expect(said('weekli', CALENDARS)).toBe(noPeriod('weekli', ' Did you mean weekly?'));
  });

  test('the first and last day of the service are periods, and no later or earlier days', () => {
    expect(said('2000-01-01..2100-12-31')).toBe('2000-01-01..2100-12-31');
    expect(said('1999-12-31..2000-01-01')).toContain('years 2000 to 2100');
    expect(said('2100-12-31..2101-01-01')).toContain('years 2000 to 2100');
  });
});

describe('suggestions', () => {
  const meant = (text: string) => /Did you mean (.*)\?$/.exec(said(text, CALENDARS))?.[1];
  test.each<[string, string | undefined]>([
    ['1.2026', '2026-01'],
    ['01-2026', '2026-01'],
    ['x1.2026', undefined],
    ['1.2026x', undefined],
    ['2026.1', '2026-01'],
    ['2026/12', '2026-12'],
    ['20261', '2026-01'],
    ['x2026.1', undefined],
    ['2026-Q4 ', '2026-Q4'],
    ['2026 q4', '2026-Q4'],
    ['2026q4', '2026-Q4'],
    ['2026xq4', undefined],
    ['x2026q4', undefined],
    ['2026q44', undefined],
    ['q42026', '2026-Q4'],
    ['Q4-2026', '2026-Q4'],
    ['xq42026', undefined],
    ['q42026x', undefined],
    ['2026w5', '2026-W05'],
    ['2026 W44', '2026-W44'],
    ['2026w44', '2026-W44'],
    ['x2026w44', undefined],
    ['2026w44x', undefined],
    ['2026-10-01 to 2026-10-31', '2026-10-01..2026-10-31'],
    ['x2026-10-01 to 2026-10-31', undefined],
    ['2026-10-01 to 2026-10-31x', undefined],
    ['2026-10-31 to 2026-10-01', undefined],
    [' 2026-10 ', '2026-10'],
    ['  2026-10-15  ', '2026-10-15..2026-10-15'],
    ['lastmont', 'last-month'],
    ['lastmon', undefined],
    ['WEEKLY', 'weekly'],
    ['nothing at all', undefined],
  ])('%j: %s', (text, expected) => {
    expect(meant(text)).toBe(expected);
  });

  test('no name is suggested if none exists', () => {
    expect(said('x')).toBe(noPeriod('x'));
  });
});

describe('pay calendars', () => {
  test.each([
    ['fifth@2026-10-05', '2026-10-05..2026-11-04'],
    ['fifth@2026-10-04', '2026-09-05..2026-10-04'],
    ['fifth@2026-01-04', '2025-12-05..2026-01-04'],
    ['first@2026-12-31', '2026-12-01..2026-12-31'],
    ['fifth', '2026-10-05..2026-11-04'],
    ['first', '2026-10-01..2026-10-31'],
    ['weekly@2026-01-04', '2025-12-29..2026-01-04'],
    ['weekly', '2026-11-09..2026-11-15'],
  ])('%s is %s', (text, expected) => {
    expect(said(text, CALENDARS)).toBe(expected);
  });

  test('are relative only if given without a date', () => {
    expect([
      isRelativePeriod('toString', CALENDARS),
      isRelativePeriod('a@b', { 'a@b': CALENDARS.first }),
    ]).toEqual([false, false]);
  });
});

test('the days of a period, including both ends', () => {
  const days = period('2026-02-27', '2026-03-01');
  expect(periodDays(days)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(
    ['2026-02-26', '2026-02-27', '2026-03-01', '2026-03-02'].map((day) => isInside(toLocalDate(day), days)),
  ).toEqual([false, true, true, false]);
});
