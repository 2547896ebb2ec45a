import { expect, test } from 'vitest';
import { entry, PLACES, periodData } from '../../support/records/periodFixture.js';
import { modelOf, rowsOf } from './modelOf.js';

const e = (id: string, start: string, end: string | null, more = {}) => entry({ id, start, end, ...more });
const OPEN = { minutes: 60 };

test.each([
  ['one entry', [e('a', '10-06 08:00', '10-06 16:00')], ['08:00', '16:00']],
  [
    'two, one after the other',
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

const BRUSSELS = [{ id: 'ghent', zone: 'Europe/Brussels', label: 'Ghent' }];
const NO_ZONE = [{ id: 'ghent', zone: undefined, label: 'Ghent' }];
const BACK = e('a', '2026-10-25T02:45:00+02:00', '2026-10-25T02:15:00+01:00');

test.each([
  ['far from any change', BRUSSELS, [e('a', '10-06 08:00', '10-06 16:00')], '2026-10-06', [null, null]],
  ['the repeated hour', BRUSSELS, [BACK], '2026-10-25', ['+02:00', '+01:00']],
  [
    'within the second pass of the hour',
    BRUSSELS,
    [e('a', '2026-10-25T02:15:00+01:00', '2026-10-25T02:45:00+01:00')],
    '2026-10-25',
    ['+01:00', '+01:00'],
  ],
  [
    'the night before: none of its clock times repeats',
    BRUSSELS,
    [e('a', '10-23 22:00', '10-24 04:00')],
    '2026-10-23',
    [null, null],
  ],
  ['Cairo changes on another day', PLACES, [BACK], '2026-10-25', ['+02:00', '+01:00']],
  [
    'Cairo before its own change',
    PLACES,
    [e('a', '2026-10-29T14:57:00+03:00', '2026-10-29T23:20:00+02:00', { establishmentId: 'cairo' })],
    '2026-10-29',
    ['+03:00', '+02:00'],
  ],
  ['no known zone, and the offsets differ', NO_ZONE, [BACK], '2026-10-25', ['+02:00', '+01:00']],
  [
    'no known zone, and the offsets are equal',
    NO_ZONE,
    [e('a', '10-06 08:00', '10-06 16:00')],
    '2026-10-06',
    [null, null],
  ],
  [
    'no end, so no time for it',
    BRUSSELS,
    [e('a', '2026-10-25T02:15:00+01:00', null, OPEN)],
    '2026-10-25',
    ['+01:00', null],
  ],
] as const)('offsets with clock times: %s', (_name, establishments, entries, day, expected) => {
  const model = modelOf(periodData({ establishments: [...establishments], entries: [...entries] }));
  const rows = rowsOf(model, 'calendar', 'date', 'startOffset', 'endOffset');
  expect(rows.filter(([date]) => date === day)).toEqual([[day, ...expected]]);
  expect(rowsOf(model, 'entries', 'entry.startOffset', 'entry.endOffset')[0]).toEqual(expected);
  expect(
    rowsOf(model, 'planned-worked', 'shift.startOffset', 'entry.startOffset', 'entry.endOffset'),
  ).toEqual([[null, ...expected]]);
});
