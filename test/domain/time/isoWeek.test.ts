import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { resolvePeriod } from '../../../src/domain/period/period.js';
import { dateOfEpochDay, isoWeek, isoWeekStart, toLocalDate } from '../../../src/domain/time/localDate.js';

test.each([
  ['in the middle of a year', '2026-10-28', '2026-W44', '2026-10-26'],
  ['a Sunday belongs to the week before', '2026-10-25', '2026-W43', '2026-10-19'],
  ['January in the last week of the year before', '2027-01-03', '2026-W53', '2026-12-28'],
  ['December in the first week of the next year', '2025-12-29', '2026-W01', '2025-12-29'],
  ['1 January on a Thursday', '2026-01-01', '2026-W01', '2025-12-29'],
])('%s: %s is in %s, from %s', (_, date, week, monday) => {
  expect([isoWeek(toLocalDate(date)), isoWeekStart(toLocalDate(date))]).toEqual([week, monday]);
});

test('luxon finds the same weeks, of every day and of every year', { tags: 'slow' }, () => {
  const days = Array.from({ length: 80_000 }, (_, index) => dateOfEpochDay(index - 20_000));
  const differing = days.filter(
    (day) => DateTime.fromISO(day, { zone: 'utc' }).toFormat("kkkk-'W'WW") !== isoWeek(day),
  );
  expect(differing).toEqual([]);
  for (let year = 2000; year < 2100; year += 1) {
    for (const week of [0, 1, 2, 26, 52, 53, 54, 99]) {
      const monday = DateTime.fromObject({ weekYear: year, weekNumber: week, weekday: 1 }, { zone: 'utc' });
      const label = `${year}-W${String(week).padStart(2, '0')}`;
      const found = () => resolvePeriod(label, toLocalDate('2026-11-02'));
      if (monday.isValid) expect([label, found().from]).toEqual([label, monday.toISODate()]);
      else expect(found, label).toThrow();
    }
  }
  for (const label of ['0000-W01', '9999-W53', '9999-W99'])
    expect(() => resolvePeriod(label, toLocalDate('2026-11-02'))).toThrow(/PERIOD|period/);
});
