import type { Config } from '../../config/config.js';
import { employerZone } from '../../config/employerPeriod.js';
import { isInside } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { carrySeconds } from '../../domain/records/carrySeconds.js';
import { pairWithShifts } from '../../domain/records/pairWithShifts.js';
import type { PeriodRecords, PersonRecords } from '../../domain/records/periodData.js';
import type {
  Establishment,
  InvalidRecord,
  ListName,
  References,
  Shift,
  TimeEntry,
} from '../../domain/records/records.js';
import { parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import type { Store } from '../../store/store.js';
import { isRecordId, isWireRecord, type WireRecord } from '../records/fields.js';
import type { FoundField } from '../records/foundFields.js';
import { type ListShape, listShapes } from '../records/lists.js';
import { textReader, UndocumentedFields } from '../records/undocumentedFields.js';
import { mergeConfiguredZones, parseStoredFacts } from './storedFacts.js';

/**
 * A stored read, one person at a time, treated in the same way at any age. The zones are those of the current
 * configuration.
 * @throws PaytallyError STORE_UNUSABLE for a read that was deleted
 */
export function loadPeriodRecords(store: Store, readId: string, config: Config): PeriodRecords {
  const read = store.read(readId);
  if (read === undefined) {
    throw new PaytallyError('STORE_UNUSABLE', message('read.stored.gone', { read: readId }), {
      record: store.path,
    });
  }
  const { fields, digests: _, counted, pairsShifts = false, ...facts } = parseStoredFacts(read);
  const reader = recordReader({ fields, invalid: facts.invalid });
  const establishments = mergeConfiguredZones(facts.establishments, config.zones);
  const asNamed = (personId: string | null) => loadPersonRecords(store, readId, personId, reader, counted);
  const of = pairsShifts ? (personId: string | null) => pairWithShifts(asNamed(personId)) : asNamed;
  const places = new Map<string, string[]>();
  // Namesakes are told apart in several documents of a run: their records are read once.
  const placesOf = (id: string): string[] => {
    const known = places.get(id) ?? workplacesOf(of(id), establishments);
    places.set(id, known);
    return known;
  };
  return {
    facts: {
      ...facts,
      establishments,
      placesOf,
      readBeganEpoch: Math.floor(read.startedAt.getTime() / 1000),
      employerZone: employerZone(config, facts.establishments),
    },
    personIds: store.peopleOf(readId),
    of,
    known: { from: read.from, to: read.to },
  };
}

/** Names of the establishments where a person worked or was planned, sorted. */
function workplacesOf(
  { entries, shifts }: Pick<PersonRecords, 'entries' | 'shifts'>,
  establishments: readonly Establishment[],
): string[] {
  const ids = new Set([...entries, ...shifts].map((each) => each.establishmentId));
  return establishments.flatMap(({ id, label }) => (ids.has(id) ? [label ?? id] : [])).sort();
}

/**
 * The records of one person in a read, in the service's form.
 * @param counted days whose records count, if more were read; all by default
 */
export function loadPersonRecords(
  store: Store,
  readId: string,
  personId: string | null,
  reader: ReturnType<typeof recordReader>,
  counted?: Days,
): PersonRecords {
  refuseFullMemory();
  const shifts = { own: [] as Shift[], related: [] as Shift[] };
  const entries = { own: [] as TimeEntry[], related: [] as TimeEntry[] };
  const around: TimeEntry[] = [];
  for (const record of store.recordsOf(readId, personId)) {
    const { list, relation, day } = record;
    if (counted !== undefined && day !== null && !isInside(day, counted)) {
      if (list === 'time-entries' && relation === 'own') addTo(around, reader.entry(record));
      continue;
    }
    if (list === 'shifts') addTo(shifts[relation], reader.shift(record));
    if (list === 'time-entries') addTo(entries[relation], reader.entry(record));
  }
  return {
    personId,
    shifts: shifts.own,
    entries: carrySeconds(entries.own),
    relatedShifts: shifts.related,
    relatedEntries: entries.related,
    entriesAround: carrySeconds(around),
  };
}

/** A record that breaks a documented rule is listed in the facts. */
function addTo<Item>(items: Item[], item: Item | undefined): void {
  if (item !== undefined) items.push(item);
}

/** A stored record of a read: its ID in the read, and its text. */
interface RecordText {
  readonly id: string;
  readonly json: string;
}

/** Converts the stored texts of a read to domain records. Undefined for a record that breaks a documented rule. */
interface RecordReader {
  readonly shift: (record: RecordText) => Shift | undefined;
  readonly entry: (record: RecordText) => TimeEntry | undefined;
}

/** The read's facts about its records. */
interface DiscoveredFacts {
  /** The paths of its undocumented fields. */
  readonly fields: readonly FoundField[];
  /** The records that break a documented rule; all others were checked on arrival, and are not checked again. */
  readonly invalid: readonly Pick<InvalidRecord, 'list' | 'id'>[];
}

export function recordReader({ fields, invalid }: DiscoveredFacts): RecordReader {
  return {
    shift: createReader(
      SHIFTS,
      invalidIds(invalid, 'shifts'),
      buildShift,
      referenceReaders('shift', fields, SHIFTS),
    ),
    entry: createReader(
      TIME_ENTRIES,
      invalidIds(invalid, 'time-entries'),
      buildTimeEntry,
      referenceReaders('timeEntry', fields, TIME_ENTRIES),
    ),
  };
}

/** The form is the same for all sources; IDs were checked on arrival. */
const { SHIFTS, TIME_ENTRIES } = listShapes({ isId: isRecordId, kind: message('fields.kind.text') });

type ReferenceReaders = { readonly [Kind in keyof References]: (record: WireRecord) => string | null };

type Make<T> = (record: WireRecord, references: ReferenceReaders) => T | undefined;

function createReader<T>(
  { list }: Pick<ListShape<unknown>, 'list'>,
  invalid: ReadonlySet<string>,
  make: Make<T>,
  references: ReferenceReaders,
): (record: RecordText) => T | undefined {
  return ({ id, json }) => {
    if (invalid.has(id)) return undefined;
    const record: unknown = JSON.parse(json);
    const made = isWireRecord(record) ? make(record, references) : undefined;
    if (made === undefined) throw unreadableRecord(list, id);
    return made;
  };
}

function unreadableRecord(list: ListName, id: string): PaytallyError {
  return new PaytallyError(
    'STORE_UNUSABLE',
    message('read.stored.unreadable', { list: message(`read.list.${list}`) }),
    {
      record: id,
    },
  );
}

function invalidIds(invalid: DiscoveredFacts['invalid'], list: ListName): ReadonlySet<string> {
  return new Set(invalid.filter((record) => record.list === list).map(({ id }) => id));
}

/** Written out, so that all share one hidden class: as growing copies, each would be a hash table. */
function buildShift(record: WireRecord, references: ReferenceReaders): Shift | undefined {
  const start = readStamp(record.startsAt);
  const end = readStamp(record.endsAt);
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

function buildTimeEntry(record: WireRecord, references: ReferenceReaders): TimeEntry | undefined {
  const start = readStamp(record.startsAt);
  if (start === undefined) return undefined;
  const { id, workDate, status, workedMinutes, shiftId, employeeId, reviewedAtUtc } =
    record as unknown as TimeEntry;
  const entry: TimeEntry = {
    id,
    workDate,
    status,
    start,
    end: readStamp(record.endsAt) ?? null,
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
  const { workedSeconds } = record;
  return typeof workedSeconds === 'number' && status === 'Completed' ? { ...entry, workedSeconds } : entry;
}

function readStamp(text: unknown): Stamp | undefined {
  const stamp = typeof text === 'string' && text !== '' ? parseStamp(text) : undefined;
  return typeof stamp === 'string' ? undefined : stamp;
}

function referenceReaders(
  owner: 'timeEntry' | 'shift',
  fields: readonly FoundField[],
  shape: Pick<ListShape<unknown>, 'documented'>,
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

/** The ID at a path, as in discovery. A plain name, which is the usual case, is read directly. */
function idReader(
  path: string,
  { documented }: Pick<ListShape<unknown>, 'documented'>,
): (record: WireRecord) => string | null {
  if (!/[.+]/.test(path) && !documented.has(path)) {
    return (record) => {
      const id = Object.hasOwn(record, path) ? record[path] : undefined;
      return isRecordId(id) ? id : null;
    };
  }
  const undocumented = new UndocumentedFields(documented, isRecordId);
  const read = textReader(undocumented, path);
  return (record) => read(undocumented.read(record));
}
