import type { Employee, References, Shift, TimeEntry } from '../../domain/records/records.js';
import { epochDayOf, type LocalDate } from '../../domain/time/localDate.js';
import { clockSecondsOf, type Stamp } from '../../domain/time/stamp.js';
import { anyText, date, flag, guid, guidOrNull, minutes, minutesOrNull, oneOf, stamp, stampOrEmpty, utcOrEmpty } from './fields.js';
import { type Fields, type Parser, parserOf } from './parsed.js';

const SECONDS_PER_DAY = 86_400;
/** Between a record's day and its times. */
const FURTHEST_DAYS = 366;

/** A record of which the service documents nothing but `id`: establishments, agency workers, teams, tasks. */
export interface Identified {
  readonly id: string;
}

/** A shift or time entry without what it refers to: the service does not document the names of these fields. */
export type BareShift = Omit<Shift, keyof References>;
export type BareTimeEntry = Omit<TimeEntry, keyof References>;

type WireShift = Omit<BareShift, 'start' | 'end'> & { readonly startsAt: Stamp; readonly endsAt: Stamp };
type WireTimeEntry = Omit<BareTimeEntry, 'start' | 'end'> & {
  readonly startsAt: Stamp;
  readonly endsAt: Stamp | null;
};

export const IDENTIFIED_FIELDS = ['id'];

const wireEmployee: Fields<Employee> = { id: guid, firstName: anyText, lastName: anyText, isActive: flag };

export const EMPLOYEE_FIELDS = Object.keys(wireEmployee);

const wireShift = {
  id: guid,
  date,
  startsAt: stamp,
  endsAt: stamp,
  breakMinutes: minutes,
  plannedMinutes: minutes,
  fillType: oneOf('Internal', 'External'),
  employeeId: guidOrNull,
};

export const SHIFT_FIELDS = Object.keys(wireShift);

const wireTimeEntry = {
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

export const TIME_ENTRY_FIELDS = Object.keys(wireTimeEntry);

export const parseIdentified: Parser<Identified> = parserOf({ id: guid });

/** See docs/service.md, "Employees". */
export const parseEmployee: Parser<Employee> = parserOf(wireEmployee);

const readShift = parserOf<WireShift>(wireShift, (shift) => farProblems(shift, shift.date));

/** See docs/service.md, "Shifts". */
export const parseShift: Parser<BareShift> = (record) => {
  const read = readShift(record);
  if (!read.ok) return read;
  const { id, date, startsAt, endsAt, breakMinutes, plannedMinutes, fillType, employeeId } = read.value;
  const value = {
    id,
    date,
    start: startsAt,
    end: endsAt,
    breakMinutes,
    plannedMinutes,
    fillType,
    employeeId,
  };
  return { ok: true, value };
};

const readTimeEntry = parserOf<WireTimeEntry>(wireTimeEntry, (entry) => [
  ...statusProblems(entry),
  ...farProblems(entry, entry.workDate),
]);

/** See docs/service.md, "Time entries". A completed entry without `endsAt` is kept: the exception MISSING_END is about it. */
export const parseTimeEntry: Parser<BareTimeEntry> = (record) => {
  const read = readTimeEntry(record);
  if (!read.ok) return read;
  const entry = read.value;
  return {
    ok: true,
    value: {
      id: entry.id,
      workDate: entry.workDate,
      status: entry.status,
      start: entry.startsAt,
      end: entry.endsAt,
      workedMinutes: entry.workedMinutes,
      shiftId: entry.shiftId,
      employeeId: entry.employeeId,
      reviewedAtUtc: entry.reviewedAtUtc,
    },
  };
};

/** A slip of the pen in a year is this record's finding; the clock changes of the year 9999 are nobody's. */
function farProblems(
  { startsAt, endsAt }: { readonly startsAt: Stamp; readonly endsAt: Stamp | null },
  day: LocalDate,
): readonly string[] {
  const daySeconds = epochDayOf(day) * SECONDS_PER_DAY;
  const isFar = (stamp: Stamp) =>
    Math.abs(clockSecondsOf(stamp) - daySeconds) > FURTHEST_DAYS * SECONDS_PER_DAY;
  const isEndFar = endsAt !== null && isFar(endsAt);
  if (!isFar(startsAt) && !isEndFar) return NOTHING_WRONG;
  return [
    ...(isFar(startsAt) ? [farProblem('startsAt', startsAt)] : []),
    ...(isEndFar ? [farProblem('endsAt', endsAt)] : []),
  ];
}

const NOTHING_WRONG: readonly string[] = [];

function farProblem(path: string, { text }: Stamp): string {
  return `${path}: over a year away from its day: ${JSON.stringify(text)}`;
}

function statusProblems({ status, workedMinutes, endsAt }: WireTimeEntry): readonly string[] {
  const isOpen = status === 'Working' || status === 'OnBreak';
  const problems: string[] = [];
  if (status === 'Completed' && workedMinutes === null)
    problems.push('workedMinutes: missing although status is Completed');
  if (status !== 'Completed' && workedMinutes !== null)
    problems.push(`workedMinutes: present although status is ${status}`);
  if (isOpen && endsAt !== null) problems.push(`endsAt: filled although status is ${status}`);
  return problems;
}
