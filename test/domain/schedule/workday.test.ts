import { expect, test } from 'vitest';
import { daysInMonth, workdayTimes } from '../../../src/domain/schedule/cron.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

/* Counted in a printed calendar. */

/** The days of a month on which the line is due. */
function due(month: string, workday: number, ...holidays: string[]): string[] {
  const { isOn, minutesOfDay } = workdayTimes(workday, 480, new Set(holidays.map(toLocalDate)));
  expect(minutesOfDay).toEqual([480]);
  const days = Array.from({ length: daysInMonth(toLocalDate(`${month}-01`)) }, (_, index) =>
    String(index + 1),
  );
  return days.map((day) => toLocalDate(`${month}-${day.padStart(2, '0')}`)).filter(isOn);
}

test.each([
  ['2026-02', 1, '2026-02-02'],
  ['2026-02', 3, '2026-02-04'],
  ['2026-05', 1, '2026-05-01'],
  ['2026-05', 21, '2026-05-29'],
  ['2026-02', -1, '2026-02-27'],
  ['2026-05', -1, '2026-05-29'],
  ['2026-05', -2, '2026-05-28'],
  ['2028-02', -1, '2028-02-29'],
])('%s: working day %i is %s', (month, workday, expected) => {
  expect(due(month, workday)).toEqual([expected]);
});

test('holidays are not working days', () => {
  expect(due('2026-05', 1, '2026-05-01')).toEqual(['2026-05-04']);
  expect(due('2026-05', 2, '2026-05-01', '2026-05-04')).toEqual(['2026-05-06']);
  expect(due('2026-12', -1, '2026-12-31')).toEqual(['2026-12-30']);
  expect(due('2026-05', 1, '2026-05-02')).toEqual(['2026-05-01']);
});

test('a working day that a month does not have is never due', () => {
  expect(due('2026-02', 21)).toEqual([]);
  expect(due('2026-02', -21)).toEqual([]);
});

test('months are separate', () => {
  const { isOn } = workdayTimes(1, 0, new Set());
  const days = ['2026-05-01', '2026-06-01', '2026-05-04', '2026-06-02', '2026-05-01'].map(toLocalDate);
  expect(days.map(isOn)).toEqual([true, true, false, false, true]);
});
