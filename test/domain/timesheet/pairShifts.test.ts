import { describe, expect, test } from 'vitest';
import type { Shift, TimeEntry } from '../../../src/domain/records/records.js';
import { pairShifts } from '../../../src/domain/timesheet/pairShifts.js';
import { entry, periodData, shift, timesheetOf } from '../../support/records/periodFixture.js';

const DAY = { start: '10-06 08:00', end: '10-06 16:00' };
const LAST_NIGHT = { start: '2026-10-31T22:00:00+01:00', end: '2026-11-01T06:00:00+01:00' };
const EVE = { start: '09-30 22:00', end: '10-01 06:00' };

interface Case {
  readonly name: string;
  readonly attribution?: 'start' | 'split' | 'end';
  readonly shifts?: readonly Shift[];
  readonly entries?: readonly TimeEntry[];
  /** `employee shift entry planned worked status`, `-` if there is none. */
  readonly pairs: readonly string[];
}

// biome-ignore format: a table
const CASES: readonly Case[] = [
  { name: 'worked as planned', shifts: [shift(DAY)], entries: [entry({ ...DAY, shiftId: 's', minutes: 470 })], pairs: ['ann s e 480 470 matched'] },
  { name: 'a shift without an entry', shifts: [shift(DAY)], pairs: ['ann s - 480 0 no-show'] },
  { name: 'an entry without a shift', entries: [entry(DAY)], pairs: ['ann - e 0 480 unplanned'] },
  { name: 'its shift is not published', entries: [entry({ ...DAY, shiftId: 'gone' })], pairs: ['ann - e 0 480 unplanned'] },
  { name: 'two entries on one shift: planned once', shifts: [shift(DAY)], entries: [entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00', shiftId: 's' }), entry({ id: 'b', start: '10-06 13:00', end: '10-06 16:00', shiftId: 's' })], pairs: ['ann s a 480 240 matched', 'ann s b 0 180 matched'] },
  { name: 'worked by another employee', shifts: [shift(DAY)], entries: [entry({ ...DAY, shiftId: 's', employeeId: 'bob' })], pairs: ['ann s - 480 0 no-show', 'bob s e 0 480 matched'] },
  { name: 'worked by both employees', shifts: [shift(DAY)], entries: [entry({ id: 'b', ...DAY, shiftId: 's', employeeId: 'bob' }), entry({ id: 'a', ...DAY, shiftId: 's' })], pairs: ['ann s a 480 480 matched', 'bob s b 0 480 matched'] },
  { name: 'still at work', shifts: [shift(DAY)], entries: [entry({ ...DAY, end: null, status: 'Working', shiftId: 's' })], pairs: ['ann s e 480 0 matched'] },
  { name: 'at work without a shift', entries: [entry({ ...DAY, end: null, status: 'Working' })], pairs: ['ann - e 0 0 unplanned'] },
  { name: 'cancelled work does not count', shifts: [shift(DAY)], entries: [entry({ ...DAY, status: 'Cancelled', shiftId: 's' })], pairs: ['ann s - 480 0 no-show'] },
  { name: 'an employee on a shift of an agency', shifts: [shift({ ...DAY, employeeId: null, fillType: 'External' })], entries: [entry({ ...DAY, shiftId: 's' })], pairs: ['ann s e 0 480 matched'] },
  { name: 'an agency worker on a shift of an employee', shifts: [shift(DAY)], entries: [entry({ ...DAY, shiftId: 's', employeeId: null })], pairs: ['ann s - 480 0 no-show'] },
  { name: 'planned in this period, counted in the next', attribution: 'end', shifts: [shift(LAST_NIGHT)], entries: [entry({ ...LAST_NIGHT, shiftId: 's' })], pairs: ['ann s e 480 0 matched'] },
  { name: 'planned in the last period, counted in this one', attribution: 'end', shifts: [shift(EVE)], entries: [entry({ ...EVE, shiftId: 's' })], pairs: ['ann s e 0 480 matched'] },
  { name: 'across the edge, with a part of it here', attribution: 'split', shifts: [shift(EVE)], entries: [entry({ ...EVE, shiftId: 's' })], pairs: ['ann s e 0 360 matched'] },
  { name: 'in order of start, planned or not', shifts: [shift(DAY)], entries: [entry({ id: 'later', start: '10-06 18:00', end: '10-06 19:00' }), entry({ ...DAY, shiftId: 's' })], pairs: ['ann s e 480 480 matched', 'ann - later 0 60 unplanned'] },
  { name: 'wholly in the margin', shifts: [shift(EVE)], entries: [entry({ ...EVE, shiftId: 's' })], pairs: [] },
];

describe('shifts paired with entries', () => {
  test.each(CASES)('$name', ({ attribution = 'start', shifts = [], entries = [], pairs }) => {
    const data = periodData({ shifts, entries });
    const timesheet = timesheetOf(data, attribution);
    const found = pairShifts(timesheet, shifts);
    expect(
      found.map(({ employeeId, shift: planned, entry: worked, plannedMinutes, workedMinutes, status }) =>
        [employeeId, planned?.id ?? '-', worked?.id ?? '-', plannedMinutes, workedMinutes, status].join(' '),
      ),
    ).toEqual(pairs);
    // For each employee the pairs add up to the days.
    for (const id of ['ann', 'bob']) {
      const days = timesheet.days.filter(({ personId }) => personId === id);
      const own = found.filter(({ employeeId }) => employeeId === id);
      const sum = (minutes: readonly (number | null)[]) => minutes.reduce((a: number, b) => a + (b ?? 0), 0);
      expect(sum(own.map((each) => each.plannedMinutes))).toBe(sum(days.map((day) => day.plannedMinutes)));
      expect(sum(own.map((each) => each.workedMinutes))).toBe(sum(days.map((day) => day.workedMinutes)));
    }
  });
});
