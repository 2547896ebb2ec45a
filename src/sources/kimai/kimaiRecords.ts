import { z } from 'zod';
import type { Employee, Establishment, NamedRecord } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { createStamp, parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { shown } from '../../runtime/outsideText.js';
import type { ReadRecord } from '../rows/stageRecords.js';
import { workedFields } from '../rows/workedTime.js';

const id = z.union([z.number().int().positive(), z.string().regex(/^\d+$/)]).transform(String);

const userShape = z.object({
  id,
  username: z.string().nullish(),
  alias: z.string().nullish(),
  enabled: z.boolean().default(true),
  timezone: z.string().nullish(),
});

const namedShape = z.object({ id, name: z.string().nullish() });

/** An ID, or with `full` the whole object. */
const reference = z.union([id, z.object({ id }).transform((whole) => whole.id)]);

const seconds = z.number().int().min(0).nullish();

const timesheetShape = z.object({
  id,
  begin: z.string(),
  end: z.string().nullish(),
  duration: seconds,
  break: seconds,
  user: reference,
  project: reference.nullish(),
  activity: reference.nullish(),
});

/** A user of Kimai. */
export interface KimaiUser {
  readonly employee: Employee;
  /** The IANA name; undefined if this version of Kimai does not say it, or it is not known. */
  readonly zone: string | undefined;
}

/** @throws PaytallyError SERVICE_PROTOCOL for a user without an ID */
export function readUser(item: unknown): KimaiUser {
  const { id: userId, username, alias, enabled, timezone } = parsed(userShape, item, 'employees');
  const employee = {
    id: userId,
    firstName: '',
    lastName: alias || username || userId,
    isActive: enabled,
  };
  return { employee, zone: timezone ? properZoneName(timezone) : undefined };
}

/** @throws PaytallyError SERVICE_PROTOCOL for a project or activity without an ID */
export function readNamed(item: unknown, list: 'teams' | 'tasks'): NamedRecord {
  const { id: namedId, name } = parsed(namedShape, item, list);
  return { id: namedId, label: name || namedId };
}

/** The zones of the users are the places of work. */
export function placesOfUsers(
  users: readonly KimaiUser[],
  { employerName, zone }: { readonly employerName: string; readonly zone: string | undefined },
): readonly Establishment[] {
  const zones = [...new Set(users.map((user) => user.zone ?? zone))]
    .filter((each) => each !== undefined)
    .sort();
  const [only, second] = zones;
  if (only === undefined) return [];
  if (second === undefined) return [{ id: only, zone: only, label: employerName }];
  return zones.map((each) => ({ id: each, zone: each, label: each }));
}

/** Entries whose duration is not the time between begin and end without the break. */
export interface KimaiNotices {
  differing: number;
}

/**
 * A timesheet as a record. One without an end is running.
 * @param zoneOf the zone of a user
 * @throws PaytallyError SERVICE_PROTOCOL for one that cannot be read: it is never left out
 */
export function readTimesheet(
  item: unknown,
  zoneOf: (userId: string) => string | undefined,
  notices: KimaiNotices,
): ReadRecord {
  const sheet = parsed(timesheetShape, item, 'time-entries');
  const zone = zoneOf(sheet.user);
  if (zone === undefined) throw unreadable('time-entries', sheet.id, message('source.kimai.noZone'));
  const start = stampOf(sheet.begin, sheet.id);
  const end = sheet.end ? stampOf(sheet.end, sheet.id) : null;
  const day = start.text.slice(0, 10) as LocalDate;
  const record = {
    id: sheet.id,
    workDate: day,
    status: end === null ? 'Working' : 'Completed',
    startsAt: start.text,
    endsAt: end?.text ?? null,
    ...(end === null ? { workedMinutes: null } : workedFields(workedSeconds(sheet, start, end, notices))),
    shiftId: null,
    employeeId: sheet.user,
    reviewedAtUtc: null,
    establishmentId: zone,
    teamId: sheet.project ?? null,
    taskId: sheet.activity ?? null,
    agencyWorkerId: null,
  };
  return { record, day, line: Number(sheet.id) };
}

const MINUTE_SECONDS = 60;

/** Kimai's own duration, which its rounding rules may have changed. */
function workedSeconds(
  { id: sheetId, duration, break: pause }: z.infer<typeof timesheetShape>,
  start: Stamp,
  end: Stamp,
  notices: KimaiNotices,
): number {
  if (end.epochSeconds < start.epochSeconds)
    throw unreadable('time-entries', sheetId, message('source.csv.endBeforeStart'));
  const pauseSeconds = pause ?? 0;
  const net = end.epochSeconds - start.epochSeconds - pauseSeconds;
  if (duration === null || duration === undefined) {
    if (net < 0) throw unreadable('time-entries', sheetId, message('source.csv.breakTooLong'));
    return net;
  }
  if (Math.abs(net - duration) >= MINUTE_SECONDS) notices.differing += 1;
  return duration;
}

/** As Kimai writes it: on the clock that the user had then, whatever the user's zone is today. */
function stampOf(text: string, sheetId: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string')
    throw unreadable('time-entries', sheetId, message(`fields.stamp.${stamp}`, { got: shown(text) }));
  return createStamp(stamp.epochSeconds, stamp.offsetSeconds);
}

type ReadList = 'employees' | 'teams' | 'tasks' | 'time-entries';

function parsed<Shape extends z.ZodType>(shape: Shape, item: unknown, list: ReadList): z.output<Shape> {
  const result = shape.safeParse(item);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'id';
  const record = z.object({ id }).safeParse(item).data?.id ?? '?';
  throw unreadable(list, record, message('source.kimai.field', { field }));
}

function unreadable(list: ReadList, record: string, problem: AnyMessage): PaytallyError {
  const values = { list: message(`read.list.${list}`), record, problem };
  return new PaytallyError('SERVICE_PROTOCOL', message('source.kimai.unreadable', values), { record });
}
