import { payRulesOf, paySchema } from '../src/config/schema/paySchema.js';
import { holidaysEverywhere } from '../src/domain/holidays/holidayCalendar.js';
import { computePay } from '../src/domain/pay/computePay.js';
import { isPaidWork } from '../src/domain/pay/payLine.js';
import type { PeriodData } from '../src/domain/records/periodData.js';
import type { TimeEntry } from '../src/domain/records/records.js';
import { attributeMinutes, type DayPart } from '../src/domain/time/attribution.js';
import { resolveEntryZone } from '../src/domain/time/entryZone.js';
import { addDays, toLocalDate } from '../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../src/domain/time/stamp.js';
import { zoneByName } from '../src/domain/time/tzdata.js';
import { buildTimesheet } from '../src/domain/timesheet/buildTimesheet.js';
import type { WorkedEntry } from '../src/domain/timesheet/timesheet.js';
import type { Bench, Outcome } from './benchResult.js';

const ENTRIES = 1_300_000;
/** A year of one person, reused for every other person. */
const ENTRIES_OF_PERSON = 260;
const DIFFERENT_PEOPLE = 50;
const ZONE = zoneByName('Europe/Brussels');
const FIRST_DAY = toLocalDate('2026-01-01');
const YEAR = { from: FIRST_DAY, to: toLocalDate('2027-01-01'), label: '2026' };
const POLICY = { attribution: 'split', dst: 'elapsed' } as const;
const RULES = payRulesOf(
  paySchema.parse({
    payRules: {
      base: [
        { code: 'OT100', over: { day: 540, week: 2400 }, on: ['sunday', 'holiday'] },
        { code: 'OT50', over: { day: 540, week: 2400 } },
        { code: 'NORMAL' },
      ],
      loadings: [
        { code: 'SUNDAY', group: 'day', on: ['sunday'] },
        { code: 'NIGHT', clock: ['20:00', '06:00'] },
      ],
    },
  }),
);

function stampAt(epochSeconds: number): Stamp {
  const offset = ZONE.offsetAt(epochSeconds);
  const local = new Date((epochSeconds + offset) * 1000).toISOString().slice(0, 19);
  const stamp = parseStamp(`${local}+0${offset / 3600}:00`);
  if (typeof stamp === 'string') throw new RangeError(stamp);
  return stamp;
}

function partsOf({ start, end, workDate, workedMinutes }: TimeEntry): DayPart[] {
  const endEpoch = end?.epochSeconds ?? start.epochSeconds;
  const span = { startEpoch: start.epochSeconds, endEpoch, workDate, workedMinutes: workedMinutes ?? 0 };
  return attributeMinutes(span, ZONE, 'split');
}

/** About every third entry spans midnight. */
function workedEntry(person: number, index: number): WorkedEntry {
  const workDate = addDays(FIRST_DAY, Math.floor(index * 1.4));
  const startEpoch = Date.parse(`${workDate}T06:00:00Z`) / 1000 + ((person * 37 + index * 61) % 840) * 60;
  const minutes = 240 + ((index * 37) % 360);
  const [start, end] = [stampAt(startEpoch), stampAt(startEpoch + minutes * 60)];
  const entry: TimeEntry = {
    id: `entry-${person}-${index}`,
    workDate,
    status: 'Completed',
    start,
    end,
    workedMinutes: minutes - 30,
    shiftId: null,
    employeeId: `employee-${person}`,
    reviewedAtUtc: null,
    establishmentId: 'place',
    teamId: null,
    taskId: null,
    agencyId: null,
    agencyWorkerId: null,
  };
  const parts = partsOf(entry);
  const zone = resolveEntryZone({ start, end, establishmentZone: ZONE, employerZones: [ZONE] });
  return { entry, zone, parts, inside: parts };
}

/** From records to days: the zone and clock of each entry, its parts by local day, and the table of days. */
function timesheetMinutes(worked: readonly WorkedEntry[]): number {
  const data = dataOf(worked);
  const timesheet = buildTimesheet(data, YEAR, POLICY);
  let minutes = 0;
  for (const { parts } of timesheet.exported) for (const part of parts) minutes += part.minutes;
  return minutes;
}

const NO_RECORDS: PeriodData = {
  establishments: [{ id: 'place', zone: ZONE.name, label: 'Place' }],
  holidays: [],
  employees: [],
  rememberedEmployees: [],
  agencyWorkers: [],
  teams: [],
  tasks: [],
  shifts: [],
  entries: [],
  invalid: [],
  changedWhileReading: [],
  goneEstablishments: [],
  unavailable: [],
  readBeganEpoch: 0,
  employerZone: ZONE.name,
};

function dataOf(worked: readonly WorkedEntry[]): PeriodData {
  return { ...NO_RECORDS, entries: worked.map(({ entry }) => entry) };
}

function cutAtMidnight(worked: readonly WorkedEntry[]): number {
  let minutes = 0;
  for (const { entry } of worked) for (const part of partsOf(entry)) minutes += part.minutes;
  return minutes;
}

function paidMinutes(worked: readonly WorkedEntry[]): number {
  const { lines, outsideLines } = computePay({
    worked,
    period: YEAR,
    policy: POLICY,
    rules: RULES,
    holidaysAt: holidaysEverywhere([]),
    columnsOf: () => undefined,
  });
  let minutes = 0;
  for (const line of [...lines, ...outsideLines]) if (isPaidWork(line.kind)) minutes += line.minutes;
  return minutes;
}

function candidate(name: string, minutesOf: (worked: readonly WorkedEntry[]) => number) {
  return {
    name,
    prepare: (scale: number) => {
      const people = Array.from({ length: DIFFERENT_PEOPLE }, (_, person) =>
        Array.from({ length: ENTRIES_OF_PERSON }, (__, index) => workedEntry(person, index)),
      );
      return (): Outcome => {
        const rounds = Math.round((ENTRIES * scale) / (DIFFERENT_PEOPLE * ENTRIES_OF_PERSON));
        let minutes = 0;
        for (let round = 0; round < rounds; round += 1)
          for (const worked of people) minutes += minutesOf(worked);
        return { units: rounds * DIFFERENT_PEOPLE * ENTRIES_OF_PERSON, result: `${minutes} minutes` };
      };
    },
  };
}

export const bench: Bench = {
  title: 'A year of many people: records split into days, and what pay rules take on top of that',
  unit: 'entries',
  candidates: [
    candidate('splitting into days', timesheetMinutes),
    candidate('pay rules', paidMinutes),
    candidate('midnights alone', cutAtMidnight),
  ],
};
