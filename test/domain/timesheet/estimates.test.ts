import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { buildTimesheet } from '../../../src/domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../../src/domain/timesheet/controlTotals.js';
import { clipAtEstimates } from '../../../src/domain/timesheet/estimates.js';
import { verifyControlTotals } from '../../../src/domain/timesheet/verifyControlTotals.js';
import { anyEntries, anyPlaces, daysOf } from '../../support/records/anyEntry.js';
import { entry, period, periodData, shift } from '../../support/records/periodFixture.js';

const OCTOBER = period('2026-10-01', '2026-10-31');
const estimated = (
  data: Parameters<typeof buildTimesheet>[0],
  attribution: Attribution,
  from = '2026-10-20',
) => buildTimesheet(data, OCTOBER, { attribution, dst: 'elapsed', estimateFrom: toLocalDate(from) });

const NIGHT = { start: '10-19 22:00', end: '10-20 06:00' };

describe('published shifts replace time entries', () => {
  const ROWS = [
    {
      name: 'a night across the start of the first estimated day, split',
      attribution: 'split',
      exported: [1, 120],
      excluded: [['estimated', 0, 360]],
      days: [
        ['2026-10-19', 120, 0],
        ['2026-10-20', 0, 360],
      ],
    },
    {
      name: 'the same on the day on which it starts',
      attribution: 'start',
      exported: [1, 480],
      excluded: [],
      days: [['2026-10-19', 480, 0]],
    },
    {
      name: 'the same on the day on which it ends',
      attribution: 'end',
      exported: [0, 0],
      excluded: [['estimated', 1, 480]],
      days: [
        ['2026-10-19', 0, 0],
        ['2026-10-20', 0, 480],
      ],
    },
  ] as const;
  test.each(ROWS)('$name', ({ attribution, exported, excluded, days }) => {
    const data = periodData({ entries: [entry(NIGHT)], shifts: [shift(NIGHT)] });
    const timesheet = estimated(data, attribution);
    const control = controlTotals(timesheet, []);
    verifyControlTotals(control, data, timesheet);
    expect([control.exported.entries, control.exported.minutes]).toEqual(exported);
    expect(control.excluded.map(({ reason, entries, minutes }) => [reason, entries, minutes])).toEqual(
      excluded,
    );
    const worked = timesheet.days.map(({ date, workedMinutes, estimatedMinutes = 0 }) => [
      date,
      workedMinutes,
      estimatedMinutes,
    ]);
    expect(worked).toEqual(days);
  });

  test('pay rules see the night once: the entry before midnight, the shift after it', () => {
    const data = periodData({ entries: [entry(NIGHT)], shifts: [shift(NIGHT)] });
    const { exported, estimated: plan, policy } = estimated(data, 'split');
    const seen = [...exported, ...(plan?.estimates ?? [])].map((each) => clipAtEstimates(each, policy));
    expect(
      seen.map(({ entry: { workedMinutes }, parts }) => [
        workedMinutes,
        ...parts.map(({ minutes }) => minutes),
      ]),
    ).toEqual([
      [480, 120],
      [480, 360],
    ]);
  });

  test('an unpaid minute makes no estimate and replaces nothing', () => {
    // 180 minutes of 361: none of them is the one minute before the end of October.
    const late = { start: '2026-10-31T23:59:00+01:00', end: '2026-11-01T06:00:00+01:00' };
    const data = periodData({
      entries: [entry({ ...late, minutes: 180 })],
      shifts: [shift({ ...late, breakMinutes: 181 })],
    });
    const timesheet = estimated(data, 'split');
    const control = controlTotals(timesheet, []);
    verifyControlTotals(control, data, timesheet);
    expect([timesheet.estimated?.estimates, control.excluded]).toEqual([
      [],
      [{ reason: 'outside-period', entries: 1, minutes: 180 }],
    ]);
  });

  test('unassigned shifts and agency work are unchanged', () => {
    const late = { start: '10-21 08:00', end: '10-21 12:00' };
    const data = periodData({
      entries: [entry({ ...late, employeeId: null, agencyWorkerId: 'w' })],
      shifts: [shift({ ...late, employeeId: null })],
    });
    const timesheet = estimated(data, 'start');
    expect(timesheet.estimated?.estimates).toEqual([]);
    expect(timesheet.days).toEqual([]);
    expect(timesheet.agencyDays.map(({ workedMinutes }) => workedMinutes)).toEqual([240]);
    expect(controlTotals(timesheet, []).excluded).toEqual([{ reason: 'agency', entries: 1, minutes: 240 }]);
  });

  test('fetched equals exported plus excluded, counted twice in different ways, for any data', () => {
    const situation = anyPlaces.chain((places) =>
      fc.tuple(
        fc.constant(places),
        anyEntries(places),
        fc.constantFrom<Attribution>('start', 'split', 'end', 'majority'),
        fc.nat(2),
      ),
    );
    fc.assert(
      fc.property(situation, ([establishments, entries, attribution, at]) => {
        const days = period(...daysOf(entries));
        const estimateFrom = [days.from, days.to, entries[0]?.workDate ?? days.to][at] ?? days.to;
        const data = periodData({ establishments, entries, shifts: [] });
        const timesheet = buildTimesheet(data, days, { attribution, dst: 'elapsed', estimateFrom });
        const control = controlTotals(timesheet, []);
        verifyControlTotals(control, data, timesheet);
        expect(timesheet.days.every(({ date }) => date < estimateFrom)).toBe(true);
      }),
    );
  });
});
