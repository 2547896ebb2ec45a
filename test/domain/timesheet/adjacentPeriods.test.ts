import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findExceptions } from '../../../src/domain/exceptions/ratedFindings.js';
import type { Period } from '../../../src/domain/period/period.js';
import type { Establishment, TimeEntry } from '../../../src/domain/records/records.js';
import { ATTRIBUTIONS, type Attribution } from '../../../src/domain/time/attribution.js';
import { addDays } from '../../../src/domain/time/localDate.js';
import { controlTotals, insideMinutes } from '../../../src/domain/timesheet/controlTotals.js';
import type { Timesheet } from '../../../src/domain/timesheet/timesheet.js';
import { verifyControlTotals } from '../../../src/domain/timesheet/verifyControlTotals.js';
import { anyEntries, anyPlaces, daysOf } from '../../support/records/anyEntry.js';
import { period, periodData, timesheetOf } from '../../support/records/periodFixture.js';

interface Run {
  readonly timesheet: Timesheet;
  /** Entries that block a final, because minutes in an adjacent period could be missed. */
  readonly blocked: ReadonlySet<string>;
}

/** What a run over the period sees: the service returns entries by their `workDate`, with a margin of one day. */
function runOver(
  of: Period,
  all: readonly TimeEntry[],
  establishments: readonly Establishment[],
  attribution: Attribution,
): Run {
  const [first, last] = [addDays(of.from, -1), addDays(of.to, 1)];
  const entries = all.filter(({ workDate }) => workDate >= first && workDate <= last);
  const data = periodData({ establishments, entries, shifts: null });
  const timesheet = timesheetOf(data, attribution, of);
  const control = controlTotals(timesheet, []);
  verifyControlTotals(control, data, timesheet);
  const reasons = control.excluded.reduce((sum, { minutes }) => sum + minutes, 0);
  expect(control.fetched.minutes).toBe(control.exported.minutes + reasons);
  const blocked = findExceptions(data, timesheet).filter(
    ({ atLeast, code }) => atLeast === 'block-final' || code === 'ZONE_UNCLEAR',
  );
  return { timesheet, blocked: new Set(blocked.map(({ record }) => record)) };
}

const situation = anyPlaces.chain((places) =>
  fc.record({
    places: fc.constant(places),
    entries: anyEntries(places),
    lengths: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 8 }),
  }),
);

test.each(ATTRIBUTIONS)('adjacent periods count each minute exactly once: %s', (attribution) => {
  let cut = 0;
  fc.assert(
    fc.property(situation, ({ places, entries, lengths }) => {
      const [firstDay, lastDay] = daysOf(entries);
      const counted = new Map<string, number>();
      const blocked = new Set<string>();
      let from = addDays(firstDay, -5);
      for (let index = 0; from <= addDays(lastDay, 5); index += 1) {
        const to = addDays(from, (lengths[index % lengths.length] ?? 1) - 1);
        const run = runOver(period(from, to), entries, places, attribution);
        for (const id of run.blocked) blocked.add(id);
        for (const worked of run.timesheet.exported) {
          const { id } = worked.entry;
          if (worked.parts.length > worked.inside.length) cut += 1;
          counted.set(id, (counted.get(id) ?? 0) + insideMinutes(worked));
        }
        from = addDays(to, 1);
      }
      for (const { id, status, employeeId, workedMinutes } of entries) {
        const counts = status === 'Completed' && employeeId !== null;
        if (counts && blocked.has(id)) continue;
        expect(counted.get(id) ?? 0, id).toBe(counts ? workedMinutes : 0);
      }
    }),
    { numRuns: 150 },
  );
  // Otherwise the property would not test the edges.
  if (attribution === 'split') expect(cut).toBeGreaterThan(20);
});

test('the timesheet does not depend on the order in which entries were read', () => {
  fc.assert(
    fc.property(situation, fc.constantFrom(...ATTRIBUTIONS), ({ places, entries }, attribution) => {
      const [from, to] = daysOf(entries);
      const of = period(from, to);
      const data = periodData({ establishments: places, entries });
      const turned = { ...data, entries: [...entries].reverse() };
      expect(timesheetOf(turned, attribution, of)).toEqual(timesheetOf(data, attribution, of));
    }),
    { numRuns: 100 },
  );
});
