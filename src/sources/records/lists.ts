import type { Employee, ListName, References, Shift, TimeEntry } from '../../domain/records/records.js';
import { type LocalDate, toEpochDay } from '../../domain/time/localDate.js';
import { type Stamp, wallClockSeconds } from '../../domain/time/stamp.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { shown } from '../../runtime/outsideText.js';
import {
  anyText,
  date,
  fieldProblem,
  flag,
  type IdRule,
  idFields,
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
export interface ListShape<T> extends Pick<IdRule, 'isId'> {
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

/** A record for which the service documents only `id`: establishments, agency workers, teams, tasks. */
export interface Identified {
  readonly id: string;
}

/** A shift as it is stored; the names of reference fields are found in the records. */
export interface WireShift extends Omit<Shift, keyof References | 'start' | 'end'> {
  readonly startsAt: Stamp;
  readonly endsAt: Stamp;
}

/** A time entry as it is stored, without its references. */
export interface WireTimeEntry extends Omit<TimeEntry, keyof References | 'start' | 'end'> {
  readonly startsAt: Stamp;
  readonly endsAt: Stamp | null;
}

/** The lists of a source. */
export interface ListShapes {
  readonly ESTABLISHMENTS: ListShape<Identified>;
  readonly AGENCY_WORKERS: ListShape<Identified>;
  readonly TEAMS: ListShape<Identified>;
  readonly TASKS: ListShape<Identified>;
  readonly EMPLOYEES: ListShape<Employee>;
  readonly SHIFTS: ListShape<WireShift>;
  /** A completed entry without `endsAt` is kept: the exception MISSING_END reports it. */
  readonly TIME_ENTRIES: ListShape<WireTimeEntry>;
  /**
   * No field of a holiday is documented: discovery finds the date and the name. An `id` may identify the holiday in
   * every year, so it does not distinguish two records.
   */
  readonly HOLIDAYS: ListShape<WireRecord>;
}

/** The lists in the form in which every source stages its records (docs/service.md, "Lists"), with its own IDs. */
export function listShapes(rule: IdRule): ListShapes {
  const { isId } = rule;
  const { id, idOrNull } = idFields(rule);
  const shape = <T>(
    list: ListName,
    fields: RecordFields<T>,
    { keep, dayField, crossCheck }: ShapeOptions<T>,
  ): ListShape<T> => {
    const documented = new Set(Object.keys(fields));
    return { list, parse: recordParser(fields, crossCheck), documented, dayField, keep, isId };
  };
  const identified = (list: ListName) => shape<Identified>(list, { id }, { keep: 'texts' });
  return {
    ESTABLISHMENTS: identified('establishments'),
    AGENCY_WORKERS: identified('agency-workers'),
    TEAMS: identified('teams'),
    TASKS: identified('tasks'),
    EMPLOYEES: shape('employees', { id, ...employeeFields }, { keep: 'ids' }),
    SHIFTS: shape<WireShift>(
      'shifts',
      { id, ...shiftFields, employeeId: idOrNull },
      {
        keep: 'ids',
        dayField: 'date',
        crossCheck: (shift) => distantTimeProblems(shift, shift.date),
      },
    ),
    TIME_ENTRIES: shape<WireTimeEntry>(
      'time-entries',
      { id, ...timeEntryFields, shiftId: idOrNull, employeeId: idOrNull },
      {
        keep: 'ids',
        dayField: 'workDate',
        crossCheck: (entry) => [...statusProblems(entry), ...distantTimeProblems(entry, entry.workDate)],
      },
    ),
    HOLIDAYS: {
      list: 'public-holidays',
      parse: (record) => ({ ok: true, value: record }),
      documented: new Set(['id']),
      dayField: undefined,
      identity: 'content',
      keep: 'texts',
      isId,
    },
  };
}

interface ShapeOptions<T> extends Pick<ListShape<T>, 'keep'> {
  readonly dayField?: string;
  readonly crossCheck?: (record: T) => readonly AnyMessage[];
}

/** See docs/service.md, "Employees". */
const employeeFields = { firstName: anyText, lastName: anyText, isActive: flag };

/** See docs/service.md, "Shifts". */
const shiftFields = {
  date,
  startsAt: stamp,
  endsAt: stamp,
  breakMinutes: minutes,
  plannedMinutes: minutes,
  fillType: oneOf('Internal', 'External'),
};

/** See docs/service.md, "Time entries". */
const timeEntryFields = {
  workDate: date,
  status: oneOf('Working', 'OnBreak', 'Completed', 'Cancelled'),
  startsAt: stamp,
  endsAt: stampOrEmpty,
  workedMinutes: minutesOrNull,
  reviewedAtUtc: utcOrEmpty,
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
