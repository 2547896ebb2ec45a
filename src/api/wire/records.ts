import { z } from 'zod';
import type { Employee, References, Shift, TimeEntry } from '../../domain/records/records.js';
import { epochDayOf, type LocalDate } from '../../domain/time/localDate.js';
import { clockSecondsOf, type Stamp } from '../../domain/time/stamp.js';
import {
  date,
  flag,
  guid,
  guidOrNull,
  minutes,
  minutesOrNull,
  oneOf,
  stamp,
  stampOrEmpty,
  text,
  utcOrEmpty,
} from './fields.js';
import { parserOf } from './parsed.js';

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

export const IDENTIFIED_FIELDS = ['id'];

const wireEmployee = z.looseObject({ id: guid, firstName: text, lastName: text, isActive: flag });

export const EMPLOYEE_FIELDS = Object.keys(wireEmployee.shape);

const wireShift = z.looseObject({
  id: guid,
  date,
  startsAt: stamp,
  endsAt: stamp,
  breakMinutes: minutes,
  plannedMinutes: minutes,
  fillType: oneOf('Internal', 'External'),
  employeeId: guidOrNull.optional(),
});

export const SHIFT_FIELDS = Object.keys(wireShift.shape);

const wireTimeEntry = z.looseObject({
  id: guid,
  workDate: date,
  status: oneOf('Working', 'OnBreak', 'Completed', 'Cancelled'),
  startsAt: stamp,
  endsAt: stampOrEmpty.optional(),
  workedMinutes: minutesOrNull.optional(),
  shiftId: guidOrNull.optional(),
  employeeId: guidOrNull.optional(),
  reviewedAtUtc: utcOrEmpty.optional(),
});

export const TIME_ENTRY_FIELDS = Object.keys(wireTimeEntry.shape);

export const parseIdentified = parserOf<Identified>(
  z.looseObject({ id: guid }).transform(({ id }) => ({ id })),
);

/** See docs/service.md, "Employees". */
export const parseEmployee = parserOf<Employee>(
  wireEmployee.transform(({ id, firstName, lastName, isActive }) => ({ id, firstName, lastName, isActive })),
);

/** See docs/service.md, "Shifts". */
export const parseShift = parserOf<BareShift>(
  wireShift
    .superRefine((shift, context) => {
      report(farProblems(shift, shift.date), context);
    })
    .transform((shift) => ({
      id: shift.id,
      date: shift.date,
      start: shift.startsAt,
      end: shift.endsAt,
      breakMinutes: shift.breakMinutes,
      plannedMinutes: shift.plannedMinutes,
      fillType: shift.fillType,
      employeeId: shift.employeeId ?? null,
    })),
);

/** See docs/service.md, "Time entries". A completed entry without `endsAt` is kept: the exception MISSING_END is about it. */
export const parseTimeEntry = parserOf<BareTimeEntry>(
  wireTimeEntry
    .superRefine((entry, context) => {
      report([...statusProblems(entry), ...farProblems(entry, entry.workDate)], context);
    })
    .transform((entry) => ({
      id: entry.id,
      workDate: entry.workDate,
      status: entry.status,
      start: entry.startsAt,
      end: entry.endsAt ?? null,
      workedMinutes: entry.workedMinutes ?? null,
      shiftId: entry.shiftId ?? null,
      employeeId: entry.employeeId ?? null,
      reviewedAtUtc: entry.reviewedAtUtc ?? null,
    })),
);

interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

function report(problems: readonly FieldProblem[], context: z.core.$RefinementCtx): void {
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path: [path], message });
}

/** A slip of the pen in a year is this record's finding; the clock changes of the year 9999 are nobody's. */
function farProblems(
  { startsAt, endsAt }: { readonly startsAt: Stamp; readonly endsAt?: Stamp | null | undefined },
  day: LocalDate,
): FieldProblem[] {
  const isFar = (stamp: Stamp) =>
    Math.abs(clockSecondsOf(stamp) / SECONDS_PER_DAY - epochDayOf(day)) > FURTHEST_DAYS;
  return Object.entries({ startsAt, endsAt }).flatMap(([path, stamp]) =>
    stamp && isFar(stamp)
      ? [{ path, message: `over a year away from its day: ${JSON.stringify(stamp.text)}` }]
      : [],
  );
}

type WireTimeEntry = z.infer<typeof wireTimeEntry>;

function statusProblems({ status, workedMinutes, endsAt }: WireTimeEntry): FieldProblem[] {
  const hasMinutes = workedMinutes !== null && workedMinutes !== undefined;
  const isOpen = status === 'Working' || status === 'OnBreak';
  const problems: FieldProblem[] = [];
  if (status === 'Completed' && !hasMinutes)
    problems.push({ path: 'workedMinutes', message: 'missing although status is Completed' });
  if (status !== 'Completed' && hasMinutes)
    problems.push({ path: 'workedMinutes', message: `present although status is ${status}` });
  if (isOpen && endsAt !== null && endsAt !== undefined)
    problems.push({ path: 'endsAt', message: `filled although status is ${status}` });
  return problems;
}
