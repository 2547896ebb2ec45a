import type { Employee, ListName, References, Shift, TimeEntry } from '../../../domain/records/records.js';
import { type LocalDate, toEpochDay } from '../../../domain/time/localDate.js';
import { type Stamp, wallClockSeconds } from '../../../domain/time/stamp.js';
import { type AnyMessage, message } from '../../../i18n/message.js';
import { shown } from '../../../runtime/outsideText.js';
import {
  anyText,
  date,
  fieldProblem,
  flag,
  guid,
  guidOrNull,
  minutes,
  minutesOrNull,
  oneOf,
  type RecordFields,
  type RecordParser,
  recordParser,
  stamp,
  stampOrEmpty,
  utcOrEmpty,
  type WireRecord,
} from './fields.js';

/** How to read the records of one list (docs/service.md, "Lists"). */
export interface ListShape<T> {
  readonly list: ListName;
  readonly parse: RecordParser<T>;
  /** Documented fields; the others are searched for undocumented ones. */
  readonly documented: ReadonlySet<string>;
  /** The field of the day to which `from` and `to` apply; undefined for lists without days. */
  readonly dayField: string | undefined;
  /** Records without IDs are distinguished by their content. */
  readonly identity?: 'content';
  /** Which undocumented values are kept: all of a small list, only ids of a large one. */
  readonly keep: 'texts' | 'ids';
}

function listShape<T>(
  list: ListName,
  fields: RecordFields<T>,
  { keep, dayField, crossCheck }: ShapeOptions<T>,
): ListShape<T> {
  const documented = new Set(Object.keys(fields));
  return { list, parse: recordParser(fields, crossCheck), documented, dayField, keep };
}

interface ShapeOptions<T> extends Pick<ListShape<T>, 'keep'> {
  readonly dayField?: string;
  readonly crossCheck?: (record: T) => readonly AnyMessage[];
}

/** A record for which the service documents only `id`: establishments, agency workers, teams, tasks. */
export interface Identified {
  readonly id: string;
}

const identifiedFields: RecordFields<Identified> = { id: guid };

export const ESTABLISHMENTS = listShape('establishments', identifiedFields, { keep: 'texts' });
export const AGENCY_WORKERS = listShape('agency-workers', identifiedFields, { keep: 'texts' });
export const TEAMS = listShape('teams', identifiedFields, { keep: 'texts' });
export const TASKS = listShape('tasks', identifiedFields, { keep: 'texts' });

const employeeFields: RecordFields<Employee> = {
  id: guid,
  firstName: anyText,
  lastName: anyText,
  isActive: flag,
};

/** See docs/service.md, "Employees". */
export const EMPLOYEES = listShape('employees', employeeFields, { keep: 'ids' });

/** A shift as the service sends it; the names of reference fields are not documented. */
export interface WireShift extends Omit<Shift, keyof References | 'start' | 'end'> {
  readonly startsAt: Stamp;
  readonly endsAt: Stamp;
}

const shiftFields: RecordFields<WireShift> = {
  id: guid,
  date,
  startsAt: stamp,
  endsAt: stamp,
  breakMinutes: minutes,
  plannedMinutes: minutes,
  fillType: oneOf('Internal', 'External'),
  employeeId: guidOrNull,
};

/** See docs/service.md, "Shifts". */
export const SHIFTS = listShape('shifts', shiftFields, {
  keep: 'ids',
  dayField: 'date',
  crossCheck: (shift) => distantTimeProblems(shift, shift.date),
});

/** A time entry as the service sends it, without its references. */
export interface WireTimeEntry extends Omit<TimeEntry, keyof References | 'start' | 'end'> {
  readonly startsAt: Stamp;
  readonly endsAt: Stamp | null;
}

const timeEntryFields: RecordFields<WireTimeEntry> = {
  id: guid,
  workDate: date,
  status: oneOf('Working', 'OnBreak', 'Completed', 'Cancelled'),
  startsAt: stamp,
  endsAt: stampOrEmpty,
  workedMinutes: minutesOrNull,
  shiftId: guidOrNull,
  employeeId: guidOrNull,
  reviewedAtUtc: utcOrEmpty,
};

/**
 * See docs/service.md, "Time entries". A completed entry without `endsAt` is kept: the exception MISSING_END reports
 * it.
 */
export const TIME_ENTRIES = listShape('time-entries', timeEntryFields, {
  keep: 'ids',
  dayField: 'workDate',
  crossCheck: (entry) => [...statusProblems(entry), ...distantTimeProblems(entry, entry.workDate)],
});

/**
 * No field of a holiday is documented: discovery finds the date and the name. An `id` may identify the holiday in every
 * year, so it does not distinguish two records.
 */
export const HOLIDAYS: ListShape<WireRecord> = {
  list: 'public-holidays',
  parse: (record) => ({ ok: true, value: record }),
  documented: new Set(Object.keys(identifiedFields)),
  dayField: undefined,
  identity: 'content',
  keep: 'texts',
};

const SECONDS_PER_DAY = 86_400;
/** The maximum distance between a record's day and its times. */
const FURTHEST_SECONDS = 366 * SECONDS_PER_DAY;

/**
 * A mistyped year is a problem of this record; without this check it would require the clock changes of the year 9999.
 */
function distantTimeProblems(
  { startsAt, endsAt }: { readonly startsAt: Stamp; readonly endsAt: Stamp | null },
  day: LocalDate,
): readonly AnyMessage[] {
  const daySeconds = toEpochDay(day) * SECONDS_PER_DAY;
  const isDistant = (time: Stamp | null): time is Stamp =>
    time !== null && Math.abs(wallClockSeconds(time) - daySeconds) > FURTHEST_SECONDS;
  const problem = (field: string, { text }: Stamp) =>
    fieldProblem(field, message('fields.farFromDay', { got: shown(text) }));
  return [
    ...(isDistant(startsAt) ? [problem('startsAt', startsAt)] : []),
    ...(isDistant(endsAt) ? [problem('endsAt', endsAt)] : []),
  ];
}

function statusProblems({ status, workedMinutes, endsAt }: WireTimeEntry): readonly AnyMessage[] {
  const isOpen = status === 'Working' || status === 'OnBreak';
  const problems: AnyMessage[] = [];
  if (status === 'Completed' && workedMinutes === null)
    problems.push(fieldProblem('workedMinutes', message('fields.missing', { status })));
  if (status !== 'Completed' && workedMinutes !== null)
    problems.push(fieldProblem('workedMinutes', message('fields.present', { status })));
  if (isOpen && endsAt !== null) problems.push(fieldProblem('endsAt', message('fields.filled', { status })));
  return problems;
}
