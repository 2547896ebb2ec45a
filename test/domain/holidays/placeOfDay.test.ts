import { expect, test } from 'vitest';
import { placesOfDays } from '../../../src/domain/holidays/placeOfDay.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { entry } from '../../support/records/periodFixture.js';

const worked = (date: string, establishmentId: string) =>
  entry({ start: `${date}T08:00:00Z`, end: `${date}T16:00:00Z`, workDate: date, establishmentId });

test('a day without work is at the place of the next earlier entry', () => {
  const placeOf = placesOfDays(
    [worked('2026-10-05', 'A'), worked('2026-10-07', 'B')],
    toLocalDate('2026-10-01'),
  );
  expect(
    ['2026-10-04', '2026-10-06', '2026-10-07', '2026-10-20'].map((date) => placeOf(toLocalDate(date))),
  ).toEqual([null, 'A', 'B', 'B']);
});

test('entries that only a read of further periods includes give no place', () => {
  const placeOf = placesOfDays(
    [worked('2026-09-29', 'A'), worked('2026-10-07', 'B')],
    toLocalDate('2026-09-30'),
  );
  expect(['2026-10-06', '2026-10-08'].map((date) => placeOf(toLocalDate(date)))).toEqual([null, 'B']);
});
