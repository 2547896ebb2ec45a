import { describe, expect, test } from 'vitest';
import type { TimeEntry } from '../../../src/domain/records/records.js';
import { entry, period, periodData, shift, timesheetOf } from '../../support/records/periodFixture.js';

interface Case {
  readonly name: string;
  readonly attribution: 'start' | 'split' | 'end' | 'majority';
  readonly entry: TimeEntry;
  /** `date: minutes` of the days inside October. */
  readonly days: readonly string[];
}

const NIGHT = { start: '10-06 22:00', end: '10-07 06:00', minutes: 435 };

// biome-ignore format: a table
const CASES: readonly Case[] = [
  { name: 'the service’s day', attribution: 'start', entry: entry({ ...NIGHT, workDate: '2026-10-05' }), days: ['2026-10-05: 435'] },
  { name: 'cut at midnight', attribution: 'split', entry: entry(NIGHT), days: ['2026-10-06: 109', '2026-10-07: 326'] },
  { name: 'the day of the last second', attribution: 'end', entry: entry(NIGHT), days: ['2026-10-07: 435'] },
  { name: 'until midnight: the day before', attribution: 'end', entry: entry({ start: '10-06 16:00', end: '10-07 00:00' }), days: ['2026-10-06: 480'] },
  { name: 'the day with most of its time', attribution: 'majority', entry: entry(NIGHT), days: ['2026-10-07: 435'] },
  { name: 'a tie: the day of the start', attribution: 'majority', entry: entry({ start: '10-06 20:00', end: '10-07 04:00' }), days: ['2026-10-06: 480'] },
  { name: 'across the clock change', attribution: 'split', entry: entry({ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00' }), days: ['2026-10-24: 120', '2026-10-25: 420'] },
  { name: 'the repeated evening hour, in the establishment’s zone', attribution: 'split', entry: entry({ establishmentId: 'cairo', start: '2026-10-29T20:00:00+03:00', end: '2026-10-30T04:00:00+02:00' }), days: ['2026-10-29: 300', '2026-10-30: 240'] },
  { name: 'the clock runs backwards', attribution: 'split', entry: entry({ start: '2026-10-25T02:45:00+02:00', end: '2026-10-25T02:15:00+01:00' }), days: ['2026-10-25: 30'] },
  { name: 'into the period', attribution: 'split', entry: entry({ start: '09-30 22:00', end: '10-01 06:00' }), days: ['2026-10-01: 360'] },
  { name: 'out of the period', attribution: 'split', entry: entry({ start: '2026-10-31T22:00:00+01:00', end: '2026-11-01T06:00:00+01:00' }), days: ['2026-10-31: 120'] },
  { name: 'no end: the service’s day', attribution: 'split', entry: entry({ ...NIGHT, end: null }), days: ['2026-10-06: 435'] },
  { name: 'ends before it starts: its minutes stay on the day of the start', attribution: 'split', entry: entry({ start: '10-07 06:00', end: '10-06 22:00', minutes: 10 }), days: ['2026-10-07: 10'] },
  { name: 'more net than gross minutes are still divided', attribution: 'split', entry: entry({ ...NIGHT, minutes: 500 }), days: ['2026-10-06: 125', '2026-10-07: 375'] },
  { name: 'times before the service’s day: all of it stays on the service’s day', attribution: 'split', entry: entry({ ...NIGHT, workDate: '2026-10-08' }), days: ['2026-10-08: 435'] },
  { name: 'an entry with its own offset has its own midnight', attribution: 'split', entry: entry({ start: '2026-10-06T20:00:00+00:00', end: '2026-10-07T01:00:00+00:00' }), days: ['2026-10-06: 240', '2026-10-07: 60'] },
];

describe('the days of minutes', () => {
  test.each(CASES)('$name ($attribution)', ({ attribution, entry: one, days }) => {
    const timesheet = timesheetOf(periodData({ entries: [one] }), attribution);
    expect(timesheet.days.map(({ date, workedMinutes }) => `${date}: ${workedMinutes}`)).toEqual(days);
  });
});

describe('a day of an employee', () => {
  const entries = [
    entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00' }),
    entry({
      id: 'b',
      establishmentId: 'cairo',
      start: '2026-10-06T15:00:00+03:00',
      end: '2026-10-06T17:00:00+03:00',
    }),
    entry({ id: 'c', start: '10-06 18:00', end: '10-06 18:00', establishmentId: 'nowhere' }),
    entry({
      id: 'd',
      employeeId: null,
      agencyId: 'x',
      agencyWorkerId: 'agency-worker',
      start: '10-06 08:00',
      end: '10-06 09:00',
    }),
  ];
  const shifts = [
    shift({ id: 's', start: '10-06 08:00', end: '10-06 12:00', breakMinutes: 15 }),
    shift({ id: 't', start: '10-06 14:00', end: '10-06 16:00' }),
    shift({ id: 'u', start: '10-08 14:00', end: '10-08 16:00' }),
    shift({
      id: 'v',
      employeeId: null,
      fillType: 'External',
      agencyWorkerId: 'agency-worker',
      start: '10-06 08:00',
      end: '10-06 10:00',
    }),
    shift({ id: 'w', employeeId: null, start: '10-06 08:00', end: '10-06 10:00' }),
  ];

  test('adds up entries with minutes, their places, and the day’s shifts', () => {
    const { days, agencyDays } = timesheetOf(periodData({ entries, shifts }));
    expect(days).toEqual([
      {
        personId: 'ann',
        date: '2026-10-06',
        establishments: ['Cairo', 'Ghent'],
        plannedMinutes: 345,
        workedMinutes: 360,
        entryCount: 2,
      },
      {
        personId: 'ann',
        date: '2026-10-08',
        establishments: [],
        plannedMinutes: 120,
        workedMinutes: 0,
        entryCount: 0,
      },
    ]);
    expect(agencyDays).toEqual([
      {
        personId: 'agency-worker',
        date: '2026-10-06',
        establishments: ['Ghent'],
        plannedMinutes: 120,
        workedMinutes: 60,
        entryCount: 1,
      },
    ]);
  });

  test('has planned minutes on the day of the shift, whatever the attribution', () => {
    const night = [shift({ start: '10-06 22:00', end: '10-07 06:00' })];
    const { days } = timesheetOf(periodData({ shifts: night, entries: [entry(NIGHT)] }), 'end');
    expect(
      days.map(({ date, plannedMinutes, workedMinutes }) => [date, plannedMinutes, workedMinutes]),
    ).toEqual([
      ['2026-10-06', 480, 0],
      ['2026-10-07', 0, 435],
    ]);
  });

  test('without planning has no planned minutes', () => {
    const { days } = timesheetOf(periodData({ entries, shifts: null }));
    expect(days.map(({ plannedMinutes }) => plannedMinutes)).toEqual([null]);
  });
});

test('a year outside the tables is an error that names the entry', () => {
  const late = entry({ id: 'late', start: '9050-10-06T08:00:00+02:00', end: '9050-10-06T16:00:00+02:00' });
  const of = period('9050-10-01', '9050-10-31');
  expect(() => timesheetOf(periodData({ entries: [late] }), 'split', of)).toThrow(
    expect.objectContaining({ code: 'ZONE_BEYOND_TABLE', record: 'late' }),
  );
});
