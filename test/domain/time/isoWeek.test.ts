import { expect, test } from 'vitest';
import { isoWeek, isoWeekStart, toLocalDate } from '../../../src/domain/time/localDate.js';

test.each([
  ['in the middle of a year', '2026-10-28', '2026-W44', '2026-10-26'],
  ['a Sunday belongs to the week before', '2026-10-25', '2026-W43', '2026-10-19'],
  ['January in the last week of the year before', '2027-01-03', '2026-W53', '2026-12-28'],
  ['December in the first week of the next year', '2025-12-29', '2026-W01', '2025-12-29'],
  ['1 January on a Thursday', '2026-01-01', '2026-W01', '2025-12-29'],
])('%s: %s is in %s, from %s', (_, date, week, monday) => {
  expect([isoWeek(toLocalDate(date)), isoWeekStart(toLocalDate(date))]).toEqual([week, monday]);
});
