import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type GeneratorOptions, generateEmployer } from '../../samples/generator/generateEmployer.js';
import type { ShiftRecord, TimeEntryRecord } from '../../samples/generator/records.js';
import { writeDataFolder } from '../../samples/generator/writeDataFolder.js';
import { readDataFolder } from '../../src/sandbox/dataFolder.js';
import { findZonePython } from '../support/programs/zonePython.js';

const employer = generateEmployer();
const shifts = [...employer.shifts()];
const entries = [...employer.timeEntries()];
const inOctober = (date: string) => date.startsWith('2026-10-');
const workedShifts = new Set(entries.map((entry) => entry.shiftId));
const shiftById = new Map(shifts.map((shift) => [shift.id, shift]));
const archived = new Set(employer.employees.filter((person) => person.archived).map((person) => person.id));
const closed = new Set(employer.establishments.filter((place) => place.deleted).map((place) => place.id));
const goneTeams = new Set(employer.teams.filter((team) => team.deleted).map((team) => team.id));
const goneWorkers = new Set(
  employer.agencyWorkers.filter((worker) => worker.deleted).map((worker) => worker.id),
);
const overlapping = (a: TimeEntryRecord, b: TimeEntryRecord) =>
  a.employeeId === b.employeeId &&
  a.employeeId !== null &&
  Date.parse(a.startsAt) < Date.parse(b.startsAt) &&
  a.status === 'Completed' &&
  b.status === 'Completed' &&
  Date.parse(b.startsAt) < Date.parse(a.endsAt ?? '');
const offsetsDiffer = (record: { startsAt: string; endsAt: string | null }) =>
  record.endsAt !== null && record.startsAt.slice(-6) !== record.endsAt.slice(-6);

function placesByPersonDay(): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const { employeeId, workDate, establishmentId } of entries) {
    const key = `${employeeId ?? 'agency'} ${workDate}`;
    if (employeeId !== null) places.set(key, (places.get(key) ?? new Set()).add(establishmentId));
  }
  return places;
}

const ofShifts = (keep: (shift: ShiftRecord) => boolean) => shifts.filter(keep).length;
const ofEntries = (keep: (entry: TimeEntryRecord) => boolean) =>
  entries.filter((entry) => inOctober(entry.workDate) && keep(entry)).length;

/** What other tests and the demo rely on; counts are for October unless the name says otherwise. */
// biome-ignore format: a table
const CONTENTS: readonly (readonly [name: string, least: number, found: number])[] = [
  ['completed entries', 700, ofEntries((entry) => entry.status === 'Completed')],
  ['cancelled entries', 2, ofEntries((entry) => entry.status === 'Cancelled')],
  ['entries still working', 1, ofEntries((entry) => entry.status === 'Working')],
  ['entries on a break', 1, ofEntries((entry) => entry.status === 'OnBreak')],
  ['unreviewed entries', 1, ofEntries((entry) => entry.status === 'Completed' && entry.reviewedAtUtc === null)],
  ['unplanned entries', 3, ofEntries((entry) => entry.shiftId === null)],
  ['entries of agency workers', 30, ofEntries((entry) => entry.employeeId === null)],
  ['entries of a deleted agency worker', 2, ofEntries((entry) => goneWorkers.has(entry.agencyWorkerId ?? ''))],
  ['entries of archived employees', 10, ofEntries((entry) => archived.has(entry.employeeId ?? ''))],
  ['entries of a deleted team', 2, ofEntries((entry) => goneTeams.has(entry.teamId ?? ''))],
  ['entries across the clock change in Brussels', 4, ofEntries((entry) => entry.workDate === '2026-10-24' && offsetsDiffer(entry))],
  ['entries across the clock change in Cairo', 3, ofEntries((entry) => entry.workDate === '2026-10-29' && offsetsDiffer(entry))],
  ['entries with the clock running backwards', 1, ofEntries((entry) => (entry.endsAt ?? '9') .slice(0, 19) < entry.startsAt.slice(0, 19))],
  ['entries across the end of the month', 5, ofEntries((entry) => entry.workDate === '2026-10-31' && (entry.endsAt ?? '').startsWith('2026-11-01'))],
  ['entries across the end of September', 5, entries.filter((entry) => entry.workDate === '2026-09-30' && (entry.endsAt ?? '').startsWith('2026-10-01')).length],
  ['entries at a closed establishment in September', 10, entries.filter((entry) => closed.has(entry.establishmentId)).length],
  ['entries of more than 16 hours', 1, ofEntries((entry) => (entry.workedMinutes ?? 0) > 900)],
  ['completed entries of 0 minutes', 1, ofEntries((entry) => entry.workedMinutes === 0)],
  ['entries on a shift that is not published', 1, ofEntries((entry) => shiftById.get(entry.shiftId ?? '')?.published === false)],
  ['days with two establishments', 2, [...placesByPersonDay().values()].filter((places) => places.size > 1).length],
  ['no-shows', 1, ofShifts((shift) => inOctober(shift.date) && shift.published !== false && !workedShifts.has(shift.id))],
  ['unpublished shifts', 2, ofShifts((shift) => inOctober(shift.date) && shift.published === false)],
  ['external shifts', 30, ofShifts((shift) => inOctober(shift.date) && shift.fillType === 'External')],
  ['employees', 40, employer.employees.length],
  ['inactive employees who are not archived', 2, employer.employees.filter((person) => !person.isActive && !person.archived).length],
  ['open establishments', 3, employer.establishments.filter((place) => !place.deleted).length],
  ['holidays granted in October', 1, employer.holidays.filter((holiday) => inOctober(holiday.replacementDate ?? '')).length],
];

describe('the sample has', () => {
  test.each(CONTENTS)('%s: at least %d', (_name, least, found) => {
    expect(found).toBeGreaterThanOrEqual(least);
  });

  test('exactly one overlap', () => {
    const pairs = entries.flatMap((entry) => entries.filter((other) => overlapping(entry, other)));
    expect(pairs).toHaveLength(1);
  });

  test('the data that the sandbox accepts', async () => {
    const data = await readDataFolder(fileURLToPath(new URL('../../samples/data', import.meta.url)));
    expect(data.employers).toHaveLength(1);
    expect(data.employers[0]?.edits).toHaveLength(1);
  });
});

const python = findZonePython('2026f');
const SIZES: readonly (readonly [name: string, options: GeneratorOptions])[] = [
  ['as committed', {}],
  ['eleven months, across both spring changes, with another seed', { employees: 50, months: 11, seed: 7 }],
  ['three employees', { employees: 3 }],
];

describe.skipIf(python === undefined)('every record follows the rules of the service, by zoneinfo', () => {
  test.each(SIZES)('%s', async (_name, options) => {
    const folder = mkdtempSync(join(tmpdir(), 'paytally-proof-'));
    try {
      await writeDataFolder(generateEmployer(options), folder);
      expect(python?.('sample_proof.py', ['records', join(folder, 'bakery')])).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
