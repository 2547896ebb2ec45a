import { expect, test } from 'vitest';
import { entry, periodData } from '../../domain/timesheet/periodFixture.js';
import { modelOf, rowsOf } from './modelOf.js';

const e = (id: string, start: string, end: string | null, more = {}) => entry({ id, start, end, ...more });
const OPEN = { minutes: 60 };

test.each([
  ['one entry', [e('a', '10-06 08:00', '10-06 16:00')], ['08:00', '16:00']],
  [
    'two in turn',
    [e('a', '10-06 08:00', '10-06 12:00'), e('b', '10-06 13:00', '10-06 17:00')],
    ['08:00', '17:00'],
  ],
  [
    'one inside the other',
    [e('a', '10-06 08:00', '10-06 18:00'), e('b', '10-06 09:00', '10-06 12:00')],
    ['08:00', '18:00'],
  ],
  [
    'the same, read in another order',
    [e('b', '10-06 09:00', '10-06 12:00'), e('a', '10-06 08:00', '10-06 18:00')],
    ['08:00', '18:00'],
  ],
  [
    'a night after a day',
    [e('a', '10-06 08:00', '10-06 12:00'), e('b', '10-06 22:00', '10-07 06:00')],
    ['08:00', '06:00'],
  ],
  [
    'by the instant, not by the clock: Cairo is ahead',
    [
      e('a', '10-06 08:00', '10-06 17:30'),
      e('b', '2026-10-06T10:00:00+03:00', '2026-10-06T18:00:00+03:00', { establishmentId: 'cairo' }),
    ],
    ['08:00', '17:30'],
  ],
  [
    'the last entry has no end',
    [e('a', '10-06 08:00', '10-06 12:00'), e('b', '10-06 13:00', null, OPEN)],
    ['08:00', null],
  ],
  [
    'an earlier one has no end',
    [e('a', '10-06 08:00', null, OPEN), e('b', '10-06 13:00', '10-06 17:00')],
    ['08:00', '17:00'],
  ],
] as const)('first start and last end of a day: %s', (_name, entries, expected) => {
  const rows = rowsOf(
    modelOf(periodData({ entries: [...entries] })),
    'calendar',
    'date',
    'startTime',
    'endTime',
  );
  expect(rows.filter(([date]) => date === '2026-10-06')).toEqual([['2026-10-06', ...expected]]);
});
