import { describe, expect, test } from 'vitest';
import type { PeriodData } from '../../../src/domain/records/periodData.js';
import { entry, periodData, shift } from '../../support/records/periodFixture.js';
import { modelOf, rowsOf } from './modelOf.js';

const FIELDS = [
  'establishment.id',
  'establishment.name',
  'team.id',
  'team.name',
  'task.id',
  'task.name',
  'entry.reviewed',
] as const;
const GHENT = ['ghent', 'Ghent', 't1', 'Ovens', 'k1', 'Bread', true];
const NOTHING = [null, null, null, null, null, null, null];

const JOINED = [
  'establishments',
  'establishmentIds',
  'teams',
  'teamIds',
  'tasks',
  'taskIds',
  'reviewed',
] as const;
const ONE = ['Ghent', 'ghent', 'Ovens', 't1', 'Bread', 'k1', true];
const BOTH = ['Cairo; Ghent', 'cairo; ghent', 'Ovens; Shop', 't1; t2', 'Bread', 'k1', false];
const SETS_OF_SUMS = ['employee-days', 'agency-days', 'employees', 'calendar'];

const LABELS: Partial<PeriodData> = {
  teams: [
    { id: 't1', label: 'Ovens' },
    { id: 't2', label: 'Shop' },
  ],
  tasks: [{ id: 'k1', label: 'Bread' }],
};
const OVENS = { teamId: 't1', taskId: 'k1' };
const SHOP = { teamId: 't2', establishmentId: 'cairo', reviewedAtUtc: null };
const NIGHT = { start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00' };
const EDGE = { start: '09-30 22:00', end: '10-01 06:00' };

/** The work fields of every row of a set. */
function work(name: string, records: Partial<PeriodData>, ...first: readonly string[]) {
  return rowsOf(
    modelOf(periodData({ ...LABELS, ...records }), { attribution: 'split' }),
    name,
    ...first,
    ...(SETS_OF_SUMS.includes(name) ? JOINED : FIELDS),
  );
}

describe('every set about work has its place, team, task and review status', () => {
  const one = { entries: [entry({ ...OVENS, start: '10-06 08:00', end: '10-06 10:00' })] };
  test.each<[string, Partial<PeriodData>, unknown[]]>([
    ['entries', one, GHENT],
    ['employee-days', one, ONE],
    ['employees', one, ONE],
    ['pay-lines', one, GHENT],
    ['planned-worked', one, GHENT],
    ['clock-changes', { entries: [entry({ ...OVENS, ...NIGHT })] }, GHENT],
    ['period-edges', { entries: [entry({ ...OVENS, ...EDGE })] }, GHENT],
    [
      'agency-days',
      {
        entries: [
          entry({
            ...OVENS,
            employeeId: null,
            agencyWorkerId: 'agency-worker',
            start: '10-06 08:00',
            end: '10-06 10:00',
          }),
        ],
      },
      ONE,
    ],
    [
      'exceptions',
      {
        entries: [
          entry({ ...OVENS, reviewedAtUtc: null, shiftId: 's', start: '10-06 08:00', end: '10-06 10:00' }),
        ],
        shifts: [shift({ start: '10-06 08:00', end: '10-06 10:00' })],
      },
      [...GHENT.slice(0, 6), false],
    ],
  ])('%s', (name, records, expected) => {
    expect(work(name, records)).toEqual([expected]);
  });

  test('calendar: on days with work, and empty on the others', () => {
    const rows = work('calendar', one, 'date');
    expect(rows.filter(([date]) => date === '2026-10-06')).toEqual([['2026-10-06', ...ONE]]);
    expect(rows.filter(([date]) => date !== '2026-10-06').map((row) => row.slice(1))).toEqual(
      Array.from({ length: 30 }, () => NOTHING),
    );
  });
});

describe('rows that combine several entries', () => {
  const entries = [
    entry({ ...OVENS, id: 'a', start: '10-06 08:00', end: '10-06 10:00' }),
    entry({ ...SHOP, id: 'b', start: '10-06 12:00', end: '10-06 14:00' }),
    entry({ ...OVENS, id: 'c', start: '10-07 08:00', end: '10-07 10:00' }),
    entry({ ...OVENS, id: 'd', start: '10-07 12:00', end: '10-07 14:00' }),
  ];

  test('have distinct values, joined; one value stays single; reviewed means all of them', () => {
    expect(work('employee-days', { entries })).toEqual([BOTH, ONE]);
    expect(work('employees', { entries })).toEqual([BOTH]);
    const calendar = work('calendar', { entries });
    expect([calendar[5], calendar[6]]).toEqual([BOTH, ONE]);
  });

  test('a pay line of two entries is reviewed if both are', () => {
    const [first, second] = [true, false].map((reviewed) => {
      const more = reviewed ? {} : { reviewedAtUtc: null };
      const two = [entries[2], { ...entries[3], ...more }] as PeriodData['entries'];
      return work('pay-lines', { entries: two }, 'minutes');
    });
    expect(first).toEqual([[240, ...GHENT]]);
    expect(second).toEqual([[240, ...GHENT.slice(0, 6), false]]);
  });
});

test('joined values do not have the names by which workbook bands are grouped', () => {
  const { dataSets } = modelOf(periodData());
  for (const name of SETS_OF_SUMS) {
    const fields = dataSets.get(name)?.fields.map((each) => each.name) ?? [];
    expect(
      fields.filter((each) => FIELDS.includes(each as (typeof FIELDS)[number])),
      name,
    ).toEqual([]);
    expect(fields, name).toEqual(expect.arrayContaining([...JOINED]));
  }
});

describe('the work of an exception and of a pair', () => {
  test('a shift without work has its place, and no review status', () => {
    const shifts = [shift({ ...OVENS, start: '10-06 08:00', end: '10-06 16:00' })];
    const expected = [...GHENT.slice(0, 6), null];
    expect(work('planned-worked', { shifts })).toEqual([expected]);
    expect(work('exceptions', { shifts }, 'code')).toContainEqual(['SHIFT_NO_ENTRY', ...expected]);
  });

  test('fields that the shift lacks come from the entry', () => {
    const shifts = [shift({ id: 's', establishmentId: null, start: '10-06 08:00', end: '10-06 16:00' })];
    const entries = [entry({ ...OVENS, shiftId: 's', start: '10-06 08:00', end: '10-06 16:00' })];
    expect(work('planned-worked', { shifts, entries })).toEqual([GHENT]);
  });

  test('an establishment that no longer exists; a record that is not work', () => {
    const records = { goneEstablishments: ['paris'], changedWhileReading: ['x'] };
    const rows = work('exceptions', records, 'code');
    expect(rows).toContainEqual(['ESTABLISHMENT_GONE', 'paris', 'paris', null, null, null, null, null]);
    expect(rows).toContainEqual(['CHANGED_WHILE_READING', ...NOTHING]);
  });
});
