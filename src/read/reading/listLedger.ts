import type { InvalidRecord } from '../../domain/records/records.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { shown } from '../../runtime/outsideText.js';
import { type CountedColumn, CountedColumns } from '../discovery/countedColumns.js';
import { UndocumentedFields, type UndocumentedValue } from '../discovery/undocumentedFields.js';
import { isGuid } from '../wire/fields.js';
import type { ListShape } from '../wire/lists.js';
import { isWireRecord, type Parsed } from '../wire/parsed.js';
import { recordHash } from './recordHash.js';
import { RecordIndex } from './recordIndex.js';
import type { ReceivedRecord, RecordSink } from './recordSink.js';

/** A record of the accepted read of a small list. */
export interface LedgerRow<T> {
  /** The record's id; where that is unusable, its place. */
  readonly id: string;
  readonly parsed: Parsed<T>;
  readonly values: readonly UndocumentedValue[];
}

/** Content of a list, whatever the order of its records. */
export interface ListDigest {
  readonly records: number;
  readonly digest: string;
}

/** A thousand times a real record. */
const MOST_CHARACTERS = 1_000_000;

/** No id begins so: records without a usable one are told apart by their content. */
const BY_CONTENT = 'f';

/**
 * All passes over one list, by id: paging is no snapshot, so a record may come twice or not at all, and the latest
 * version is the one that counts. The records go to the sink page by page; here stay some tens of bytes of each, counts
 * of undocumented fields, and all of the small lists that have no days.
 */
export class ListLedger<T> {
  readonly shape: ListShape<T>;
  readonly undocumented: UndocumentedFields;
  readonly #sink: RecordSink;
  readonly #index = new RecordIndex();
  readonly #columns: CountedColumns;
  readonly #rows = new Map<number, LedgerRow<T>>();
  readonly #invalid = new Map<number, InvalidRecord>();
  readonly #removed: string[] = [];
  #page = new Map<number, ReceivedRecord>();
  #pass = 0;

  constructor(shape: ListShape<T>, sink: RecordSink) {
    this.shape = shape;
    this.#sink = sink;
    this.undocumented = new UndocumentedFields(shape.documented, shape.keep);
    this.#columns = new CountedColumns(this.undocumented);
  }

  get passes(): number {
    return this.#pass;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Records that keep to what is documented. */
  get valid(): number {
    return this.#index.size - this.#invalid.size;
  }

  beginPass(): void {
    this.#pass += 1;
  }

  /**
   * Takes one element of `items`. `where` names it where it has no usable id.
   * @returns whether the pass has not had it before
   * @throws PaytallyError SERVICE_PROTOCOL for a record of more than a million characters
   */
  see(element: unknown, where: string): boolean {
    const digest = recordHash(element);
    const id = isWireRecord(element) && isGuid(element.id) ? element.id : undefined;
    const isByContent = id === undefined || this.shape.identity === 'content';
    const key = isByContent ? BY_CONTENT + digest.slice(1) : id;
    const known = this.#index.find(key);
    if (known !== undefined && this.#index.hasDigest(known, digest)) {
      const lastPass = this.#index.lastPass(known);
      // A pass in between may not have had it.
      this.#index.seen(known, this.#pass, lastPass < this.#pass - 1);
      return lastPass < this.#pass;
    }
    if (known !== undefined) this.#forget(known);
    const place = this.#index.put(key, digest, this.#pass, this.#pass > 1 || known !== undefined);
    this.#take(element, { place, id: id ?? where, digest });
    return true;
  }

  /** Hands the new and changed records of a page over. */
  endPage(): void {
    if (this.#page.size === 0) return;
    this.#sink.stage(this.shape.list, [...this.#page.values()]);
    this.#page = new Map();
  }

  /** How many records of earlier passes the current one has not returned. */
  countVanished(): number {
    let count = 0;
    for (const place of this.#index.present()) if (this.#index.lastPass(place) < this.#pass) count += 1;
    return count;
  }

  /** Takes the records out that two consecutive complete passes lack: they were deleted, or moved elsewhere. */
  settle(): void {
    const gone = [...this.#index.present()].filter((place) => this.#index.lastPass(place) <= this.#pass - 2);
    for (const place of gone) {
      this.#removed.push(this.#idOf(place));
      this.#forget(place);
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

  /** Ids that the passes do not agree on: changed, new, gone, or missed by one of them. */
  changedIds(): readonly string[] {
    const differing = [...this.#index.present()].filter(
      (place) => this.#index.isChanged(place) || this.#index.lastPass(place) < this.#pass,
    );
    return [...new Set([...this.#removed, ...differing.map((place) => this.#idOf(place))])].sort();
  }

  /** All records of a list without days; a list with days has none here. */
  rows(): Iterable<LedgerRow<T>> {
    return this.#rows.values();
  }

  /** What the valid records of a list with days have in undocumented fields. */
  columns(): readonly CountedColumn[] {
    return this.#columns.all(this.valid);
  }

  invalid(): readonly InvalidRecord[] {
    return [...this.#invalid].sort(([a], [b]) => a - b).map(([, record]) => record);
  }

  #take(element: unknown, { place, id, digest }: Pick<ReceivedRecord, 'place' | 'id' | 'digest'>): void {
    const json = JSON.stringify(element);
    if (json.length > MOST_CHARACTERS) throw tooLarge(this.shape.list, id, json.length);
    const parsed = this.#parsed(element);
    const values = isWireRecord(element) ? this.undocumented.read(element) : [];
    if (!parsed.ok) this.#invalid.set(place, this.#invalidRecord(element, id, parsed.problems));
    if (this.shape.dayField === undefined) this.#rows.set(place, { id, parsed, values });
    else if (parsed.ok) this.#columns.add(values);
    const owner = parsed.ok && isWireRecord(element) ? element : {};
    this.#page.set(place, {
      place,
      id,
      person: textOrNull(owner.employeeId),
      shiftId: textOrNull(owner.shiftId),
      day: this.#dayOf(element),
      digest,
      json,
    });
  }

  /** Undoes what an earlier version of a record has counted for. */
  #forget(place: number): void {
    if (this.#invalid.delete(place) || this.shape.dayField === undefined) return;
    const before: unknown = JSON.parse(this.#received(place).json);
    if (isWireRecord(before)) this.#columns.remove(this.undocumented.read(before));
  }

  #idOf(place: number): string {
    return this.#received(place).id;
  }

  #received(place: number): Pick<ReceivedRecord, 'id' | 'json'> {
    const record = this.#page.get(place) ?? this.#sink.staged(this.shape.list, place);
    if (record === undefined) throw new Error(`record ${place} of ${this.shape.list} was not staged`);
    return record;
  }

  #parsed(element: unknown): Parsed<T> {
    if (isWireRecord(element)) return this.shape.parse(element);
    return { ok: false, problems: [`record: expected an object, got ${shown(element)}`] };
  }

  #invalidRecord(element: unknown, id: string, problems: readonly string[]): InvalidRecord {
    const workedMinutes = isWireRecord(element) ? readableMinutes(element.workedMinutes) : 0;
    return { list: this.shape.list, id, problems, workedMinutes };
  }

  #dayOf(element: unknown): LocalDate | null {
    const { dayField } = this.shape;
    const day = dayField === undefined || !isWireRecord(element) ? undefined : element[dayField];
    return typeof day === 'string' ? (parseLocalDate(day) ?? null) : null;
  }
}

function tooLarge(list: string, id: string, characters: number): PaytallyError {
  return new PaytallyError(
    'SERVICE_PROTOCOL',
    `A record of ${list} has ${characters} characters; no real one comes near.`,
    { record: id },
  );
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readableMinutes(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
