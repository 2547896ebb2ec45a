import { isInside } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { InvalidRecord, ListName } from '../../domain/records/records.js';
import { lowerUuid, lowerUuids } from '../../domain/records/uuid.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { ReadStaging, StagedName, StagedVersion } from '../../store/readStaging.js';
import type { StagedRecord } from '../../store/recordParts.js';
import { ColumnCounter, type ColumnTable } from './columns.js';
import { fieldProblem, isWireRecord, type ParsedRecord, received, type WireRecord } from './fields.js';
import type { ListShape } from './lists.js';
import { PlaceIndex } from './placeIndex.js';
import { DigestSum, recordHash } from './recordDigest.js';
import { UndocumentedFields, type UndocumentedValue } from './undocumentedFields.js';

/** A valid record of the accepted read of a small list. */
export interface ListRow<T> {
  /** The record's ID; if that is unusable, its position. */
  readonly id: string;
  readonly value: T;
  /** The values of its undocumented fields. */
  readonly values: readonly UndocumentedValue[];
}

/** Digest of a list's content, independent of the order of its records. */
export interface ListDigest {
  readonly records: number;
  readonly digest: string;
}

/** A thousand times the size of a real record. */
const MOST_CHARACTERS = 1_000_000;

/** A prefix that no ID has: records without a usable ID are distinguished by their content. */
const BY_CONTENT = 'content ';

/** The staging, where records are collected as they are read. */
export type RecordStaging = Pick<
  ReadStaging,
  'versions' | 'stage' | 'markSeen' | 'unstage' | 'record' | 'countSeenBefore' | 'seenBefore' | 'differing'
>;

/** An element of a page, and what identifies it. */
interface Received {
  readonly element: unknown;
  /** The record's ID; if that is unusable, its position in the read. */
  readonly id: string;
  readonly identity: string;
  readonly digest: string;
}

/**
 * The outcome of all passes over one list, by identity: paging is not a snapshot, so a record may be returned twice or
 * not at all, and the latest version counts. Records are staged page by page. Memory holds 36 bytes for each, counts of
 * undocumented fields, and the whole of small lists without days.
 */
export class ListCollector<T> {
  readonly shape: ListShape<T>;
  readonly undocumented: UndocumentedFields;
  readonly #staging: RecordStaging;
  readonly #columns: ColumnCounter;
  /** The positions of the staged records, by identity. */
  readonly #placeOf = new PlaceIndex();
  readonly #rows = new Map<number, ListRow<T>>();
  readonly #invalid = new Map<number, InvalidRecord>();
  readonly #removed: StagedName[] = [];
  readonly #digests = new DigestSum();
  #places = 0;
  #pass = 0;

  constructor(shape: ListShape<T>, staging: RecordStaging) {
    this.shape = shape;
    this.#staging = staging;
    this.undocumented = new UndocumentedFields(
      shape.documented,
      shape.keep === 'ids' ? shape.isId : undefined,
    );
    this.#columns = new ColumnCounter(this.undocumented);
  }

  get passes(): number {
    return this.#pass;
  }

  get size(): number {
    return this.#placeOf.size;
  }

  /** The number of records that cannot be read. */
  get invalidSize(): number {
    return this.#invalid.size;
  }

  /** Whether a record of this id was returned by any pass. */
  has(id: string): boolean {
    return this.#placeOf.has(lowerUuid(id));
  }

  beginPass(): void {
    this.#pass += 1;
  }

  /**
   * Stages the new and changed records of a page. `whereOf` names an element without a usable ID, by its index.
   * @returns whether a record is new in this pass
   * @throws PaytallyError SERVICE_PROTOCOL for a record of more than a million characters
   */
  addPage(items: readonly unknown[], whereOf: (index: number) => string): boolean {
    const { list } = this.shape;
    const received = items.map((item, index) => this.#identify(lowerUuids(item), whereOf(index)));
    const versions = this.#staging.versions(
      list,
      received.flatMap(({ identity }) => this.#placeOf.get(identity) ?? []),
    );
    const staged = new Map<number, StagedRecord>();
    const seen: number[] = [];
    let isNew = false;
    for (const each of received) {
      const place = this.#placeOf.get(each.identity);
      const before = place === undefined ? undefined : versions.get(place);
      const isSame = before?.digest === each.digest;
      if (!isSame || before.pass < this.#pass) isNew = true;
      if (isSame) {
        if (before.pass < this.#pass) seen.push(before.place);
        versions.set(before.place, { ...before, pass: this.#pass });
        continue;
      }
      if (before !== undefined) this.#uncount(before, staged.get(before.place));
      const record = this.#count(each, before);
      staged.set(record.place, record);
      versions.set(record.place, record);
    }
    if (seen.length > 0) this.#staging.markSeen(list, seen, this.#pass);
    if (staged.size > 0) this.#staging.stage(list, [...staged.values()]);
    return isNew;
  }

  /** The number of records of earlier passes that the current one has not returned. */
  countVanished(): number {
    return this.#staging.countSeenBefore(this.shape.list, this.#pass);
  }

  /** Removes the records that two consecutive complete passes lack: they were deleted or moved. */
  removeVanished(): void {
    const gone = this.#staging.seenBefore(this.shape.list, this.#pass - 1);
    if (gone.length === 0) return;
    for (const record of gone) {
      this.#removed.push(record);
      this.#uncount(record, undefined);
      this.#rows.delete(record.place);
    }
    const places = new Set(gone.map(({ place }) => place));
    this.#placeOf.deletePlaces(places);
    this.#staging.unstage(this.shape.list, [...places]);
  }

  /** Whether the accepted records are exactly those of an earlier read. */
  equals(earlier: ListDigest): boolean {
    return earlier.records === this.size && earlier.digest === this.#digests.text();
  }

  digest(): ListDigest {
    return { records: this.size, digest: this.#digests.text() };
  }

  /** IDs on which the passes differ: changed, new, removed, or missed by one of them. @param counted all by default */
  changedIds(counted?: Days): readonly string[] {
    const named = [...this.#removed, ...this.#staging.differing(this.shape.list, this.#pass)];
    const reported = named.filter(
      ({ day }) => counted === undefined || day === null || isInside(day, counted),
    );
    return [...new Set(reported.map(({ id }) => id))].sort();
  }

  /** The valid records of a list without days; a list with days has none here. */
  rows(): readonly ListRow<T>[] {
    return [...this.#rows.values()];
  }

  /** The contents of undocumented fields in valid records of a list with days. */
  columns(): ColumnTable {
    return this.#columns.table(this.size - this.#invalid.size);
  }

  invalid(): readonly InvalidRecord[] {
    return [...this.#invalid].sort(([a], [b]) => a - b).map(([, record]) => record);
  }

  #identify(element: unknown, where: string): Received {
    const digest = recordHash(element);
    const id = isWireRecord(element) && this.shape.isId(element.id) ? element.id : undefined;
    const isByContent = id === undefined || this.shape.identity === 'content';
    return { element, id: id ?? where, identity: isByContent ? BY_CONTENT + digest : id, digest };
  }

  /** Counts a new record, or the next version of one. */
  #count({ element, id, identity, digest }: Received, before: StagedVersion | undefined): StagedRecord {
    const json = JSON.stringify(element);
    if (json.length > MOST_CHARACTERS) throw recordTooLarge(this.shape.list, id, json.length);
    const place = before?.place ?? this.#places;
    if (before === undefined) {
      this.#placeOf.set(identity, place);
      this.#places += 1;
    }
    this.#digests.add(digest);
    const record = isWireRecord(element) ? element : {};
    const parsed = this.#parse(element);
    const values = this.undocumented.read(record);
    if (!parsed.ok) {
      this.#invalid.set(place, this.#invalidRecord(record, id, parsed.problems));
      this.#rows.delete(place);
    } else if (this.shape.dayField === undefined) this.#rows.set(place, { id, value: parsed.value, values });
    else this.#columns.add(values);
    return {
      place,
      pass: this.#pass,
      isChanged: this.#pass > 1 || before !== undefined,
      id,
      person: parsed.ok ? textOrNull(record.employeeId) : null,
      shiftId: parsed.ok ? textOrNull(record.shiftId) : null,
      day: this.#dayOf(record),
      digest,
      json,
    };
  }

  /** Removes an earlier version of a record from the counts. @param staged it, if it is from the same page */
  #uncount(
    { place, digest }: Pick<StagedVersion, 'place' | 'digest'>,
    staged: StagedRecord | undefined,
  ): void {
    this.#digests.remove(digest);
    if (this.#invalid.delete(place) || this.shape.dayField === undefined) return;
    const { list } = this.shape;
    const before = staged ?? this.#staging.record(list, place);
    if (before === undefined) throw new Error(`record ${place} of ${list} was not staged`);
    const record: unknown = JSON.parse(before.json);
    if (isWireRecord(record)) this.#columns.remove(this.undocumented.read(record));
  }

  #dayOf(record: WireRecord): LocalDate | null {
    return dateOrNull(this.shape.dayField === undefined ? undefined : record[this.shape.dayField]);
  }

  #parse(element: unknown): ParsedRecord<T> {
    if (isWireRecord(element)) return this.shape.parse(element);
    const kind = message('fields.kind.object');
    const problem = message('fields.expected', { kind, got: received(element) });
    return { ok: false, problems: [fieldProblem('record', problem)] };
  }

  #invalidRecord(record: WireRecord, id: string, problems: readonly AnyMessage[]): InvalidRecord {
    const { workedMinutes } = record;
    const isReadable =
      typeof workedMinutes === 'number' && Number.isSafeInteger(workedMinutes) && workedMinutes >= 0;
    const day = this.#dayOf(record);
    return {
      list: this.shape.list,
      id,
      problems,
      workedMinutes: isReadable ? workedMinutes : 0,
      ...(day === null ? {} : { day }),
    };
  }
}

function recordTooLarge(list: ListName, id: string, characters: number): PaytallyError {
  return new PaytallyError(
    'SERVICE_PROTOCOL',
    message('service.recordTooLarge', { list: message(`read.list.${list}`), characters }),
    { record: id },
  );
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function dateOrNull(value: unknown): LocalDate | null {
  return (typeof value === 'string' ? parseLocalDate(value) : undefined) ?? null;
}
