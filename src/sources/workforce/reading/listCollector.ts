import { isInside } from '../../../domain/period/period.js';
import type { Days } from '../../../domain/period/repeatingPeriod.js';
import type { InvalidRecord, ListName } from '../../../domain/records/records.js';
import { lowerUuids } from '../../../domain/records/uuid.js';
import { type LocalDate, parseLocalDate } from '../../../domain/time/localDate.js';
import { PaytallyError } from '../../../errors.js';
import { type AnyMessage, message } from '../../../i18n/message.js';
import { ColumnCounter, type ColumnTable } from '../discovery/columns.js';
import { UndocumentedFields, type UndocumentedValue } from '../discovery/undocumentedFields.js';
import {
  fieldProblem,
  isGuid,
  isWireRecord,
  type ParsedRecord,
  received,
  type WireRecord,
} from '../wire/fields.js';
import type { ListShape } from '../wire/lists.js';
import { RecordIndex, recordHash } from './recordIndex.js';

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
const BY_CONTENT = 'f';

/**
 * The outcome of all passes over one list, by id: paging is not a snapshot, so a record may be returned twice or not at
 * all, and the latest version counts. Records are passed to the sink page by page. Memory holds a few dozen bytes of
 * each, counts of undocumented fields, and the whole of small lists without days.
 */
export class ListCollector<T> {
  readonly shape: ListShape<T>;
  readonly undocumented: UndocumentedFields;
  readonly #sink: RecordSink;
  readonly #index = new RecordIndex();
  readonly #columns: ColumnCounter;
  readonly #rows = new Map<number, ListRow<T>>();
  readonly #invalid = new Map<number, InvalidRecord>();
  readonly #removed: { readonly id: string; readonly day: LocalDate | null }[] = [];
  #page = new Map<number, ReceivedRecord>();
  #pass = 0;

  constructor(shape: ListShape<T>, sink: RecordSink) {
    this.shape = shape;
    this.#sink = sink;
    this.undocumented = new UndocumentedFields(shape.documented, shape.keep);
    this.#columns = new ColumnCounter(this.undocumented);
  }

  get passes(): number {
    return this.#pass;
  }

  get size(): number {
    return this.#index.size;
  }

  /** The number of records that cannot be read. */
  get invalidSize(): number {
    return this.#invalid.size;
  }

  /** Whether a record of this id was returned by any pass. */
  has(id: string): boolean {
    return this.#index.find(id) !== undefined;
  }

  beginPass(): void {
    this.#pass += 1;
  }

  /**
   * Adds one element of `items`. `where` names it if it has no usable ID.
   * @returns whether it is new in this pass
   * @throws PaytallyError SERVICE_PROTOCOL for a record of more than a million characters
   */
  add(received: unknown, where: string): boolean {
    const element = lowerUuids(received);
    const digest = recordHash(element);
    const id = isWireRecord(element) && isGuid(element.id) ? element.id : undefined;
    const isByContent = id === undefined || this.shape.identity === 'content';
    const key = isByContent ? BY_CONTENT + digest.slice(1) : id;
    const known = this.#index.find(key);
    if (known !== undefined && this.#index.hasDigest(known, digest)) {
      const lastPass = this.#index.lastPass(known);
      // A pass in between may have missed it.
      this.#index.markSeen(known, this.#pass, lastPass < this.#pass - 1);
      return lastPass < this.#pass;
    }
    if (known !== undefined) this.#uncount(known);
    const place = this.#index.put(key, digest, this.#pass, this.#pass > 1 || known !== undefined);
    this.#store(element, { place, id: id ?? where, digest });
    return true;
  }

  /** Stages the new and changed records of a page. */
  stagePage(): void {
    if (this.#page.size === 0) return;
    this.#sink.stage(this.shape.list, [...this.#page.values()]);
    this.#page = new Map();
  }

  /** The number of records of earlier passes that the current one has not returned. */
  countVanished(): number {
    let count = 0;
    for (const place of this.#index.present()) if (this.#index.lastPass(place) < this.#pass) count += 1;
    return count;
  }

  /** Removes the records that two consecutive complete passes lack: they were deleted or moved. */
  removeVanished(): void {
    const gone = [...this.#index.present()].filter((place) => this.#index.lastPass(place) <= this.#pass - 2);
    for (const place of gone) {
      this.#removed.push(this.#namedAt(place));
      this.#uncount(place);
      this.#rows.delete(place);
      this.#index.remove(place);
    }
    if (gone.length > 0) this.#sink.unstage(this.shape.list, gone);
  }

  /** Whether the accepted records are exactly those of an earlier read. */
  equals(earlier: ListDigest): boolean {
    return earlier.records === this.size && earlier.digest === this.#index.digest();
  }

  digest(): ListDigest {
    return { records: this.size, digest: this.#index.digest() };
  }

  /** IDs on which the passes differ: changed, new, removed, or missed by one of them. @param counted all by default */
  changedIds(counted?: Days): readonly string[] {
    const differing = [...this.#index.present()].filter(
      (place) => this.#index.isChanged(place) || this.#index.lastPass(place) < this.#pass,
    );
    const named = [...this.#removed, ...differing.map((place) => this.#namedAt(place))];
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
    return this.#columns.table(this.#index.size - this.#invalid.size);
  }

  invalid(): readonly InvalidRecord[] {
    return [...this.#invalid].sort(([a], [b]) => a - b).map(([, record]) => record);
  }

  #store(element: unknown, { place, id, digest }: Pick<ReceivedRecord, 'place' | 'id' | 'digest'>): void {
    const json = JSON.stringify(element);
    if (json.length > MOST_CHARACTERS) throw recordTooLarge(this.shape.list, id, json.length);
    const record = isWireRecord(element) ? element : {};
    const parsed = this.#parse(element);
    const values = this.undocumented.read(record);
    if (!parsed.ok) {
      this.#invalid.set(place, this.#invalidRecord(record, id, parsed.problems));
      this.#rows.delete(place);
    } else if (this.shape.dayField === undefined) this.#rows.set(place, { id, value: parsed.value, values });
    else this.#columns.add(values);
    this.#page.set(place, {
      place,
      id,
      person: parsed.ok ? textOrNull(record.employeeId) : null,
      shiftId: parsed.ok ? textOrNull(record.shiftId) : null,
      day: this.#dayOf(record),
      digest,
      json,
    });
  }

  /** Removes an earlier version of a record from the counts. */
  #uncount(place: number): void {
    if (this.#invalid.delete(place) || this.shape.dayField === undefined) return;
    const before: unknown = JSON.parse(this.#received(place).json);
    if (isWireRecord(before)) this.#columns.remove(this.undocumented.read(before));
  }

  #dayOf(record: WireRecord): LocalDate | null {
    return dateOrNull(this.shape.dayField === undefined ? undefined : record[this.shape.dayField]);
  }

  #namedAt(place: number): { readonly id: string; readonly day: LocalDate | null } {
    const { id, json } = this.#received(place);
    const record: unknown = JSON.parse(json);
    return { id, day: isWireRecord(record) ? this.#dayOf(record) : null };
  }

  #received(place: number): Pick<ReceivedRecord, 'id' | 'json'> {
    const record = this.#page.get(place) ?? this.#sink.staged(this.shape.list, place);
    if (record === undefined) throw new Error(`record ${place} of ${this.shape.list} was not staged`);
    return record;
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

/** A received record, with its keys. */
export interface ReceivedRecord {
  /** Its position in its list, from 0; the same for later versions. */
  readonly place: number;
  /** The record's ID; if that is unusable, its position in the read. */
  readonly id: string;
  /** The employee of the record; null for lists without employees, and for work without one. */
  readonly person: string | null;
  /** For a time entry, the shift that it was worked on. */
  readonly shiftId: string | null;
  /** The day to which `from` and `to` apply; null for lists without days. */
  readonly day: LocalDate | null;
  /** See `recordHash`. */
  readonly digest: string;
  readonly json: string;
}

/** The destination of records as they are read. */
export interface RecordSink {
  /** Stores the new and changed records of a page; of two with the same position, the later counts. */
  stage(list: ListName, records: readonly ReceivedRecord[]): void;
  /** Removes records that a later pass no longer returns. */
  unstage(list: ListName, places: readonly number[]): void;
  /** A record that was staged. */
  staged(list: ListName, place: number): Pick<ReceivedRecord, 'id' | 'json'> | undefined;
}

/** Keeps the records in memory, for small lists that are read alone and for tests. */
export class MemorySink implements RecordSink {
  readonly #lists = new Map<ListName, Map<number, ReceivedRecord>>();

  stage(list: ListName, records: readonly ReceivedRecord[]): void {
    const kept = this.#lists.get(list) ?? new Map<number, ReceivedRecord>();
    this.#lists.set(list, kept);
    for (const record of records) kept.set(record.place, record);
  }

  unstage(list: ListName, places: readonly number[]): void {
    for (const place of places) this.#lists.get(list)?.delete(place);
  }

  staged(list: ListName, place: number): ReceivedRecord | undefined {
    return this.#lists.get(list)?.get(place);
  }

  records(list: ListName): readonly ReceivedRecord[] {
    return [...(this.#lists.get(list)?.values() ?? [])];
  }
}
