import { expect, test } from 'vitest';
import { publicHolidayName } from '../../../src/domain/records/records.js';

test.each([
  ['en', 'Public holiday'],
  ['nl', 'Feestdag'],
  ['nl-BE', 'Feestdag'],
  ['FR', 'Jour férié'],
  ['de-AT', 'Feiertag'],
  ['es', 'Public holiday'],
  ['toString', 'Public holiday'],
])('in %s a holiday without a name is a %s', (language, name) => {
  expect(publicHolidayName(language)).toBe(name);
});
