import { expect, test } from 'vitest';
import { holidayTexts } from '../../../src/documents/model/holidayTexts.js';
import { parseHolidays } from '../../../src/domain/absences/parseHolidays.js';
import { HolidayCalendar } from '../../../src/domain/holidays/holidayCalendar.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const FILE = `date;name;part;where;action
2026-08-17;;;m1;limit
2026-12-24;Eve;pm;;
2026-12-31;Old year;18:00-24:00;region=BY;
`;
const FEAST = {
  date: toLocalDate('2026-08-17'),
  name: 'Assumption',
  originalDate: toLocalDate('2026-08-15'),
};
const PLACES = [
  { id: 'm1', zone: undefined, label: 'Munich' },
  { id: 'b1', zone: undefined, label: 'Berlin' },
];

function label(language: string, date: string): string {
  const rows = parseHolidays(new TextEncoder().encode(FILE), 'holidays.csv');
  const calendar = new HolidayCalendar({ holidays: [FEAST], establishments: PLACES }, rows);
  const nameOf = (id: string) => PLACES.find((place) => place.id === id)?.label ?? id;
  return holidayTexts(language, nameOf).label(calendar.sourcesOn(toLocalDate(date)));
}

test.each([
  ['en', '2026-08-17', 'Assumption (for 15 August, Munich)'],
  ['de', '2026-08-17', 'Assumption (für den 15. August, Munich)'],
  ['fr', '2026-08-17', 'Assumption (pour le 15 août, Munich)'],
  ['nl', '2026-08-17', 'Assumption (voor 15 augustus, Munich)'],
  ['en', '2026-12-24', 'Eve (afternoon)'],
  ['en', '2026-12-31', 'Old year (18:00-24:00, region=BY)'],
  ['en', '2026-12-30', ''],
])('a holiday in sheets: %s %s', (language, date, expected) => {
  expect(label(language, date)).toBe(expected);
});
