import type { Period } from '../../../src/domain/period/period.js';
import type { PeriodData } from '../../../src/domain/records/periodData.js';
import type { Shift, TimeEntry } from '../../../src/domain/records/records.js';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../../src/domain/time/stamp.js';
import { buildTimesheet } from '../../../src/domain/timesheet/buildTimesheet.js';
import type { Timesheet } from '../../../src/domain/timesheet/timesheet.js';

export function stamp(text: string): Stamp {
  const parsed = parseStamp(text);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

/**
 * Brussels in October until the 25th: `10-06 08:00` is `2026-10-06T08:00:00+02:00`; anything longer is used unchanged.
 */
function stampText(text: string): string {
  return text.length === 11 ? `2026-${text.replace(' ', 'T')}:00+02:00` : text;
}

export interface EntryInput extends Partial<Omit<TimeEntry, 'start' | 'end' | 'workDate'>> {
  readonly id?: string;
  readonly start: string;
  readonly end: string | null;
  readonly workDate?: string;
  /** @default the whole minutes between the stamps, for a completed entry */
  readonly minutes?: number;
}

/** A completed, reviewed entry of Ann in Ghent, on shift `s-<id>` unless stated otherwise. */
export function entry({ start, end, workDate, minutes, ...more }: EntryInput): TimeEntry {
  const from = stamp(stampText(start));
  const until = end === null ? null : stamp(stampText(end));
  const elapsed = until === null ? 0 : Math.floor((until.epochSeconds - from.epochSeconds) / 60);
  const id = more.id ?? 'e';
  const isCompleted = (more.status ?? 'Completed') === 'Completed';
  return {
    id,
    workDate: toLocalDate(workDate ?? from.text.slice(0, 10)),
    status: 'Completed',
    start: from,
    end: until,
    workedMinutes: isCompleted ? (minutes ?? elapsed) : null,
    shiftId: null,
    employeeId: 'ann',
    reviewedAtUtc: '2026-11-01T08:00:00Z',
    establishmentId: 'ghent',
    teamId: null,
    taskId: null,
    agencyId: null,
    agencyWorkerId: null,
    ...more,
  };
}

export interface ShiftInput extends Partial<Omit<Shift, 'start' | 'end' | 'date'>> {
  readonly start: string;
  readonly end: string;
  readonly date?: string;
}

/** A published shift of Ann in Ghent without a break. */
export function shift({ start, end, date, ...more }: ShiftInput): Shift {
  const from = stamp(stampText(start));
  const until = stamp(stampText(end));
  const breakMinutes = more.breakMinutes ?? 0;
  return {
    id: 's',
    date: toLocalDate(date ?? from.text.slice(0, 10)),
    start: from,
    end: until,
    breakMinutes,
    plannedMinutes: Math.floor((until.epochSeconds - from.epochSeconds) / 60) - breakMinutes,
    fillType: 'Internal',
    employeeId: 'ann',
    establishmentId: 'ghent',
    teamId: null,
    taskId: null,
    agencyId: null,
    agencyWorkerId: null,
    ...more,
  };
}

export const PLACES = [
  { id: 'ghent', zone: 'Europe/Brussels', label: 'Ghent' },
  { id: 'cairo', zone: 'Africa/Cairo', label: 'Cairo' },
];

export function periodData(change: Partial<PeriodData> = {}): PeriodData {
  return {
    establishments: PLACES,
    holidays: [],
    employees: [
      { id: 'ann', firstName: 'Ann', lastName: 'Aerts', isActive: true },
      { id: 'bob', firstName: 'Bob', lastName: 'Baert', isActive: true },
    ],
    rememberedEmployees: [],
    agencyWorkers: [{ id: 'agency-worker', label: 'Ana Pop' }],
    teams: [],
    tasks: [],
    shifts: [],
    entries: [],
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: Date.parse('2027-01-01') / 1000,
    employerZone: 'Europe/Brussels',
    ...change,
  };
}

export const OCTOBER = period('2026-10-01', '2026-10-31');

export function period(from: string, to: string): Period {
  return { from: toLocalDate(from), to: toLocalDate(to), label: `${from}..${to}` };
}

export function timesheetOf(
  data: PeriodData,
  attribution: Attribution = 'start',
  of: Period = OCTOBER,
): Timesheet {
  return buildTimesheet(data, of, { attribution, dst: 'elapsed' });
}
