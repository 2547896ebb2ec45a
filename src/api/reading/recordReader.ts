import type { InvalidRecord, ListName, References, Shift, TimeEntry } from '../../domain/records/records.js';
import { parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { PaytallyError } from '../../errors.js';
import type { FoundField } from '../discovery/targets.js';
import { textReader, UndocumentedFields } from '../discovery/undocumentedFields.js';
import { isGuid } from '../wire/fields.js';
import { type ListShape, SHIFTS, TIME_ENTRIES } from '../wire/lists.js';
import { isWireRecord, type WireRecord } from '../wire/parsed.js';

/** A record that a read has stored: its id as the read knows it, and its text. */
export interface RecordText {
  readonly id: string;
  readonly json: string;
}

/** Makes domain records of the texts that a read has stored. Undefined: a record that breaks a documented rule. */
export interface RecordReader {
  readonly shift: (record: RecordText) => Shift | undefined;
  readonly entry: (record: RecordText) => TimeEntry | undefined;
}

/** What the same read has found out about its records. */
export interface KnownOfRecords {
  /** Where it found what the service leaves open. */
  readonly fields: readonly FoundField[];
  /** The records that break a documented rule; every other one was checked when it came, and is not checked again. */
  readonly invalid: readonly Pick<InvalidRecord, 'list' | 'id'>[];
}

export function recordReader({ fields, invalid }: KnownOfRecords): RecordReader {
  return {
    shift: readerOf(SHIFTS, idsOf(invalid, 'shifts'), shiftOf, referenceReaders('shift', fields, SHIFTS)),
    entry: readerOf(
      TIME_ENTRIES,
      idsOf(invalid, 'time-entries'),
      entryOf,
      referenceReaders('timeEntry', fields, TIME_ENTRIES),
    ),
  };
}

type ReferenceReaders = { readonly [Kind in keyof References]: (record: WireRecord) => string | null };

type Make<T> = (record: WireRecord, references: ReferenceReaders) => T | undefined;

function readerOf<T>(
  { list }: Pick<ListShape<unknown>, 'list'>,
  invalid: ReadonlySet<string>,
  make: Make<T>,
  references: ReferenceReaders,
): (record: RecordText) => T | undefined {
  return ({ id, json }) => {
    if (invalid.has(id)) return undefined;
    const record: unknown = JSON.parse(json);
    const made = isWireRecord(record) ? make(record, references) : undefined;
    if (made === undefined) throw unsound(list, id);
    return made;
  };
}

function unsound(list: ListName, id: string): PaytallyError {
  return new PaytallyError('STORE_UNUSABLE', `A record of ${list} in the store cannot be read.`, {
    record: id,
  });
}

function idsOf(invalid: KnownOfRecords['invalid'], list: ListName): ReadonlySet<string> {
  return new Set(invalid.filter((record) => record.list === list).map(({ id }) => id));
}

/** Written out, so that all have one layout in memory: copied and grown, each would be a hash table. */
function shiftOf(record: WireRecord, references: ReferenceReaders): Shift | undefined {
  const start = stampOf(record.startsAt);
  const end = stampOf(record.endsAt);
  if (start === undefined || end === undefined) return undefined;
  const { id, date, breakMinutes, plannedMinutes, fillType, employeeId } = record as unknown as Shift;
  return {
    id,
    date,
    start,
    end,
    breakMinutes,
    plannedMinutes,
    fillType,
    employeeId: employeeId ?? null,
    establishmentId: references.establishmentId(record),
    teamId: references.teamId(record),
    taskId: references.taskId(record),
    agencyId: references.agencyId(record),
    agencyWorkerId: references.agencyWorkerId(record),
  };
}

function entryOf(record: WireRecord, references: ReferenceReaders): TimeEntry | undefined {
  const start = stampOf(record.startsAt);
  if (start === undefined) return undefined;
  const { id, workDate, status, workedMinutes, shiftId, employeeId, reviewedAtUtc } =
    record as unknown as TimeEntry;
  return {
    id,
    workDate,
    status,
    start,
    end: stampOf(record.endsAt) ?? null,
    workedMinutes: workedMinutes ?? null,
    shiftId: shiftId ?? null,
    employeeId: employeeId ?? null,
    reviewedAtUtc: reviewedAtUtc || null,
    establishmentId: references.establishmentId(record),
    teamId: references.teamId(record),
    taskId: references.taskId(record),
    agencyId: references.agencyId(record),
    agencyWorkerId: references.agencyWorkerId(record),
  };
}

function stampOf(text: unknown): Stamp | undefined {
  const stamp = typeof text === 'string' && text !== '' ? parseStamp(text) : undefined;
  return typeof stamp === 'string' ? undefined : stamp;
}

function referenceReaders(
  owner: 'timeEntry' | 'shift',
  fields: readonly FoundField[],
  shape: Pick<ListShape<unknown>, 'documented' | 'keep'>,
): ReferenceReaders {
  const at = (kind: keyof References) => {
    const path = fields.find(({ target }) => target === `${owner}.${kind}`)?.path;
    return path === undefined ? () => null : idReader(path, shape);
  };
  return {
    establishmentId: at('establishmentId'),
    teamId: at('teamId'),
    taskId: at('taskId'),
    agencyId: at('agencyId'),
    agencyWorkerId: at('agencyWorkerId'),
  };
}

/** The id at a path, as discovery sees it. A plain name is read straight away, which is nearly always all there is. */
function idReader(
  path: string,
  { documented, keep }: Pick<ListShape<unknown>, 'documented' | 'keep'>,
): (record: WireRecord) => string | null {
  if (!/[.+]/.test(path) && !documented.has(path)) {
    return (record) => {
      const value = Object.hasOwn(record, path) ? record[path] : undefined;
      return isGuid(value) ? value : null;
    };
  }
  const undocumented = new UndocumentedFields(documented, keep);
  const read = textReader(undocumented, path);
  return (record) => read(undocumented.read(record));
}
