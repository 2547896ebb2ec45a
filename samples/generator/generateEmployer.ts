import { type AgencyStaffMember, agencyStaff } from './agencyStaff.js';
import { addMonths, dayNumberOf } from './calendar.js';
import { entryRecordOf, shiftRecordOf } from './draft.js';
import { extraPerson } from './extraPeople.js';
import { holidays } from './holidays.js';
import { establishments, TASKS, TEAMS } from './places.js';
import { uuidFor } from './random.js';
import type {
  AgencyWorkerRecord,
  EmployeeRecord,
  EstablishmentRecord,
  HolidayRecord,
  NamedRecord,
  ShiftRecord,
  TimeEntryRecord,
} from './records.js';
import { type Frame, regularDay, type WorkDay } from './regularDay.js';
import { specialDay } from './specials.js';
import { type StaffMember, staff } from './staff.js';
import type { Worker } from './worker.js';

export interface GeneratorOptions {
  /** The number of people on the payroll; the first are those of staff.ts, the others are made up. */
  readonly employees?: number;
  /** Length in months from 15 September 2026; the clock-change rules hold until 2037. */
  readonly months?: number;
  readonly seed?: number;
}

export interface GeneratedEmployer {
  /** First and last planned day, inclusive. */
  readonly from: string;
  readonly to: string;
  readonly people: readonly StaffMember[];
  readonly establishments: readonly EstablishmentRecord[];
  readonly holidays: readonly HolidayRecord[];
  readonly employees: readonly EmployeeRecord[];
  readonly agencyWorkers: readonly AgencyWorkerRecord[];
  readonly teams: readonly NamedRecord[];
  readonly tasks: readonly NamedRecord[];
  /** By planned day, generated while they are read: millions of them need no memory. Each call starts again. */
  readonly shifts: () => Generator<ShiftRecord, void>;
  readonly timeEntries: () => Generator<TimeEntryRecord, void>;
}

const DEFAULTS = { employees: staff.length, months: 2, seed: 20_261_025 } as const;
const FROM = '2026-09-15';
const SECONDS_PER_DAY = 86_400;
/** 20:15 in Brussels, 21:15 in Cairo, on the last day. */
const NOW_SECONDS_OF_DAY = 19.25 * 3600;

/** The payroll ID of a person: the same for every seed, so that a mapping file remains valid. */
export function employeeIdOf(person: StaffMember): string {
  return uuidFor(`employee ${person.key}`);
}

function employeeRecordOf(person: StaffMember): EmployeeRecord {
  return {
    id: employeeIdOf(person),
    firstName: person.firstName,
    lastName: person.lastName,
    isActive: person.inactive !== true,
    ...(person.archived === true ? { archived: true } : {}),
  };
}

function lastDayNumberOf(member: { readonly lastDay?: string }): number {
  return member.lastDay === undefined ? Number.POSITIVE_INFINITY : dayNumberOf(member.lastDay);
}

function workerOf(person: StaffMember): Worker {
  const { key, role, place, weeks, placeBeforeOctober } = person;
  const employeeId = employeeIdOf(person);
  return {
    key,
    role,
    place,
    weeks,
    placeBeforeOctober,
    lastDayNumber: lastDayNumberOf(person),
    employeeId,
    agency: undefined,
  };
}

function agencyWorkerOf(member: AgencyStaffMember): Worker {
  const { role, place, weeks, record } = member;
  return {
    key: record.id,
    role,
    place,
    placeBeforeOctober: undefined,
    weeks,
    lastDayNumber: lastDayNumberOf(member),
    employeeId: null,
    agency: { agencyWorkerId: record.id, agencyId: record.agencyId },
  };
}

/** An employer with its records, the same on every machine for the same options. */
export function generateEmployer(options: GeneratorOptions = {}): GeneratedEmployer {
  const { employees, months, seed } = { ...DEFAULTS, ...options };
  const to = addMonths(FROM, months);
  const frame: Frame = { seed, nowEpochSeconds: dayNumberOf(to) * SECONDS_PER_DAY + NOW_SECONDS_OF_DAY };
  const people = Array.from({ length: employees }, (_, index) => staff[index] ?? extraPerson(seed, index));
  const workers = [...people.map(workerOf), ...agencyStaff.map(agencyWorkerOf)];

  function* days(): Generator<{ worker: Worker; day: WorkDay }, void> {
    for (let dayNumber = dayNumberOf(FROM); dayNumber <= dayNumberOf(to); dayNumber += 1) {
      for (const worker of workers) {
        const regular = regularDay(frame, worker, dayNumber);
        yield { worker, day: specialDay(frame, worker, dayNumber, regular) ?? regular };
      }
    }
  }

  return {
    from: FROM,
    to,
    people,
    establishments,
    holidays,
    employees: people.map(employeeRecordOf),
    agencyWorkers: agencyStaff.map((member) => member.record),
    teams: Object.values(TEAMS),
    tasks: Object.values(TASKS),
    *shifts() {
      for (const { worker, day } of days())
        for (const shift of day.shifts) yield shiftRecordOf(worker, shift);
    },
    *timeEntries() {
      for (const { worker, day } of days())
        for (const entry of day.entries) yield entryRecordOf(worker, entry);
    },
  };
}
