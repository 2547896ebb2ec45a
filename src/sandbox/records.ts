import { z } from 'zod';

/*
 * The sandbox's internal records have neutral names, because the service documents only some names of its format.
 * `shapes.ts` converts them to what the service sends.
 */

const id = z.guid();
const text = z.string().min(1);
const reference = id.nullable();
const date = z.string().refine(isDate, 'expected an existing day written YYYY-MM-DD');
const minutes = z.int().min(0);
const stamp = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?[+-]\d{2}:\d{2}$/,
    'expected a local date-time with offset such as 2026-10-25T06:00:00+02:00',
  )
  .refine((value) => isDate(value.slice(0, 10)), 'expected an existing day');
const utcStamp = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
    'expected a UTC time such as 2026-10-25T06:00:00Z',
  );

/** True for a time zone in this machine's ICU data. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const establishment = z.strictObject({
  id,
  name: text,
  zone: z.string().refine(isZone, 'expected an IANA time zone such as Europe/Brussels'),
  /** Removed from the list; its shifts and time entries are omitted (docs/service.md, "Every record"). */
  deleted: z.boolean().optional(),
});

/** `replacementDate`: the day on which the employer grants it instead; `date` itself if null or absent. */
const publicHoliday = z.strictObject({
  id: id.optional(),
  date,
  name: text,
  replacementDate: date.nullish(),
});

const employee = z.strictObject({
  id,
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean().default(true),
  /** Removed from the list; shifts and time entries keep the ID (docs/service.md, "Every record"). */
  archived: z.boolean().optional(),
});

const named = z.strictObject({ id, name: text, deleted: z.boolean().optional() });
const team = named;
const task = named;
/** The API has no list of agencies; the file is needed only to delete one. */
const agency = named;
const agencyWorker = z.strictObject({
  id,
  name: text,
  agencyId: reference.default(null),
  deleted: z.boolean().optional(),
});

const references = {
  employeeId: reference.default(null),
  agencyWorkerId: reference.optional(),
  agencyId: reference.optional(),
  establishmentId: id,
  teamId: reference.optional(),
  taskId: reference.optional(),
};

const shift = z.strictObject({
  id,
  date,
  startsAt: stamp,
  endsAt: stamp,
  breakMinutes: minutes.default(0),
  /** By default the elapsed minutes minus `breakMinutes` (docs/service.md, "Shifts"). */
  plannedMinutes: minutes.optional(),
  fillType: z.enum(['Internal', 'External']).default('Internal'),
  ...references,
  published: z.boolean().default(true),
});

const timeEntry = z
  .strictObject({
    id,
    workDate: date,
    status: z.enum(['Working', 'OnBreak', 'Completed', 'Cancelled']),
    startsAt: stamp,
    endsAt: stamp.nullable().default(null),
    workedMinutes: minutes.optional(),
    shiftId: reference.default(null),
    reviewedAtUtc: utcStamp.nullable().default(null),
    ...references,
  })
  .refine((entry) => entry.status !== 'Completed' || entry.workedMinutes !== undefined, {
    path: ['workedMinutes'],
    message: 'a Completed entry needs it',
  });

/** The schema of each file of a data folder, by file name without extension. */
export const RECORD_SCHEMAS = {
  establishments: establishment,
  'public-holidays': publicHoliday,
  employees: employee,
  agencies: agency,
  'agency-workers': agencyWorker,
  teams: team,
  tasks: task,
  shifts: shift,
  'time-entries': timeEntry,
} as const;

export type FileName = keyof typeof RECORD_SCHEMAS;
export type ListName = Exclude<FileName, 'agencies'>;

/** The same as people may write it: fields with a default are optional. */
export type RecordInputOf = { [Name in FileName]: z.input<(typeof RECORD_SCHEMAS)[Name]> };

export const FILE_NAMES = Object.keys(RECORD_SCHEMAS) as readonly FileName[];
export const LIST_NAMES: readonly ListName[] = FILE_NAMES.filter((name) => name !== 'agencies');

const DAY_MS = 86_400_000;

/** True for `YYYY-MM-DD` that names an existing calendar day. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const dayNumber = dayNumberOf(text);
  // `Date` turns 30 February into 2 March.
  return !Number.isNaN(dayNumber) && dateOfDayNumber(dayNumber) === text;
}

/** Days since 1970-01-01 of an existing calendar day. */
export function dayNumberOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

export function dateOfDayNumber(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}
