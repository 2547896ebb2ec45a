// @module-tag slow
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { randomFor } from '../../samples/generator/random.js';
import type {
  EmployeeRecord,
  EstablishmentRecord,
  ShiftRecord,
  TimeEntryRecord,
} from '../../samples/generator/records.js';
import { inheritFromShifts, type PeriodData } from '../../src/domain/records/periodData.js';
import type { References } from '../../src/domain/records/records.js';
import { ATTRIBUTIONS, type Attribution, attributeMinutes } from '../../src/domain/time/attribution.js';
import { resolveEntryZone } from '../../src/domain/time/entryZone.js';
import { addDays, dateOfEpochDay, toLocalDate } from '../../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../src/domain/time/stamp.js';
import { zoneByName } from '../../src/domain/time/tzdata.js';
import { buildTimesheet, marginDays } from '../../src/domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../src/domain/timesheet/controlTotals.js';
import { type EntryCase, findEmployeeDaysOracle } from './employeeDaysOracle.js';

const oracle = findEmployeeDaysOracle('2026f');
const bakery = fileURLToPath(new URL('../../samples/data/bakery/', import.meta.url));

function stamp(text: string): Stamp {
  const parsed = parseStamp(text);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

/** Zones with a change within a day of the instant: plain, across midnight, half an hour, two hours, a lost day. */
const CHANGES: readonly (readonly [zone: string, instant: string])[] = [
  ['Europe/Brussels', '2026-03-29T01:00:00Z'],
  ['Europe/Brussels', '2026-10-25T01:00:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['Africa/Casablanca', '2026-09-20T01:00:00Z'],
  ['America/Havana', '2026-03-08T05:00:00Z'],
  ['America/Havana', '2025-11-02T05:00:00Z'],
  ['America/St_Johns', '2010-11-07T02:31:00Z'],
  ['America/Vancouver', '2026-11-01T09:00:00Z'],
  ['Antarctica/Troll', '2026-03-29T01:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
  ['Atlantic/Azores', '2026-10-25T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
];

function stampIn(zone: string, epochSeconds: number): string {
  const offset = zoneByName(zone).offsetAt(epochSeconds);
  const [sign, size] = offset < 0 ? ['-', -offset] : ['+', offset];
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const local = new Date((epochSeconds + offset) * 1000).toISOString().slice(0, 19);
  return `${local}${sign}${two(size / 3600)}:${two((size % 3600) / 60)}`;
}

/** Entries of up to 20 hours around the changes; one in five has UTC times, which contradict most tables. */
function randomCases(): EntryCase[] {
  const random = randomFor('entries around clock changes');
  return Array.from({ length: 280 }, (_, index) => {
    const [zone = '', instant = ''] = CHANGES[index % CHANGES.length] ?? [];
    const start =
      Date.parse(instant) / 1000 + random.between(-26 * 60, 8 * 60) * 60 + random.between(0, 1) * 17;
    const seconds = random.between(1, 20 * 60) * 60 + random.between(-1, 1);
    const workedMinutes = Math.max(0, Math.floor(seconds / 60) - random.between(0, 50));
    const shown = random.chance(0.2) ? 'Etc/UTC' : zone;
    return { zone, startsAt: stampIn(shown, start), endsAt: stampIn(shown, start + seconds), workedMinutes };
  });
}

describe.skipIf(oracle === undefined)('our days match the oracle’s', () => {
  const cases = randomCases();
  const answers = oracle?.entries(cases) ?? [];

  test('many of the entries are cut', () => {
    expect(answers.filter((answer) => Object.keys(answer.split).length > 1).length).toBeGreaterThan(80);
  });

  test.each(ATTRIBUTIONS)('280 entries around clock changes, %s', (attribution) => {
    const ours = cases.map(({ zone, startsAt, endsAt, workedMinutes }, index) => {
      const [start, end] = [stamp(startsAt), stamp(endsAt)];
      const found = resolveEntryZone({ start, end, establishmentZone: zoneByName(zone), employerZones: [] });
      if (found === undefined) throw new Error(`no zone for ${zone}`);
      const workDate = dateOfEpochDay(found.clock.dayAt(start.epochSeconds));
      const span = { startEpoch: start.epochSeconds, endEpoch: end.epochSeconds, workDate, workedMinutes };
      const parts = attributeMinutes(span, found.clock, attribution);
      return { case: cases[index], days: Object.fromEntries(parts.map((part) => [part.date, part.minutes])) };
    });
    expect(ours).toEqual(answers.map((answer, index) => ({ case: cases[index], days: answer[attribution] })));
  });
});

function listOf<T>(name: string): T[] {
  return JSON.parse(readFileSync(join(bakery, `${name}.json`), 'utf8'));
}

function referencesOf(record: ShiftRecord | TimeEntryRecord): References & { employeeId: string | null } {
  return {
    employeeId: record.employeeId,
    establishmentId: record.establishmentId,
    agencyWorkerId: record.agencyWorkerId ?? null,
    agencyId: record.agencyId ?? null,
    teamId: record.teamId ?? null,
    taskId: record.taskId ?? null,
  };
}

/** The sample as a complete read of the service would give it, made here without client or sandbox. */
function sampleData(from: string, to: string, attribution: Attribution): PeriodData {
  const margin = marginDays({ attribution });
  const [first, last] = [addDays(toLocalDate(from), -margin), addDays(toLocalDate(to), margin)];
  const places = listOf<EstablishmentRecord>('establishments').filter((place) => !place.deleted);
  const open = new Set(places.map((place) => place.id));
  const isRead = (date: string, place: string) => open.has(place) && date >= first && date <= last;
  return {
    establishments: places.map(({ id, zone, name }) => ({ id, zone, label: name })),
    holidays: [],
    employees: listOf<EmployeeRecord>('employees').filter((person) => !person.archived),
    rememberedEmployees: [],
    readBeganEpoch: Date.parse('2027-01-01') / 1000,
    employerZone: undefined,
    agencyWorkers: [],
    teams: [],
    tasks: [],
    shifts: listOf<ShiftRecord>('shifts')
      .filter((shift) => shift.published !== false && isRead(shift.date, shift.establishmentId))
      .map((shift) => ({
        ...shift,
        ...referencesOf(shift),
        date: toLocalDate(shift.date),
        start: stamp(shift.startsAt),
        end: stamp(shift.endsAt),
      })),
    entries: listOf<TimeEntryRecord>('time-entries')
      .filter((entry) => isRead(entry.workDate, entry.establishmentId))
      .map((entry) => ({
        ...entry,
        ...referencesOf(entry),
        workDate: toLocalDate(entry.workDate),
        start: stamp(entry.startsAt),
        end: entry.endsAt === null ? null : stamp(entry.endsAt),
        workedMinutes: entry.workedMinutes ?? null,
      })),
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
  };
}

const PERIODS = [
  ['2026-10-01', '2026-10-31'],
  ['2026-10-25', '2026-10-25'],
  ['2026-09-26', '2026-10-25'],
] as const;

describe.skipIf(oracle === undefined)('the timesheet of the sample matches the oracle’s', () => {
  const rows = PERIODS.flatMap(([from, to]) =>
    ATTRIBUTIONS.map((attribution) => ({ from, to, attribution })),
  );
  test.each(rows)('$from to $to, $attribution', ({ from, to, attribution }) => {
    const period = { from: toLocalDate(from), to: toLocalDate(to), label: 'test' };
    const data = sampleData(from, to, attribution);
    const records = { personId: null, entries: data.entries, shifts: data.shifts ?? [] };
    const related = { relatedShifts: [], relatedEntries: [] };
    const { entries } = inheritFromShifts({ ...records, ...related }, marginDays({ attribution }));
    const timesheet = buildTimesheet({ ...data, entries }, period, { attribution, dst: 'elapsed' });
    const expected = oracle?.days({ folder: bakery, from, to, attribution });
    const minutes = timesheet.days.map((day) => [
      day.personId,
      day.date,
      String(day.plannedMinutes),
      String(day.workedMinutes),
      String(day.entryCount),
    ]);
    // Names have no commas, establishments do: the first columns count from the left, minutes from the right.
    const theirs = (expected?.csv.trimEnd().split('\n').slice(1) ?? []).map((line) => {
      const cells = line.replaceAll(/"[^"]*"/g, 'quoted').split(',');
      return [cells[0], cells[4], cells.at(-4), cells.at(-3), cells.at(-1)];
    });
    expect(minutes).toEqual(theirs);
    const { fetched, exported, excluded } = controlTotals(timesheet, []);
    expect({
      fetchedEntries: fetched.entries,
      fetchedMinutes: fetched.minutes,
      exportedEntries: exported.entries,
      exportedMinutes: exported.minutes,
      excluded,
    }).toEqual(expected?.control);
  });
});
