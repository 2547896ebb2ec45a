import { dateOfDayNumber, dayNumberOf } from './records.js';
import type { DaySource } from './sandboxData.js';

/** Days from `from` to `to`, inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** A list of an employer: sorted, and possibly edited while it is read. */
export interface RecordList<R> {
  get(id: string): R | undefined;
  /** Adds the record, or replaces the one with the same ID, on whatever day. */
  put(record: R): void;
  /** Returns false if there is no such record. */
  delete(id: string): boolean;
  /** The records of the days, in order, after the position `after`. Lists without days ignore the range. */
  read(range: DayRange | null, after: Position | null): Iterable<R>;
  positionOf(record: R): Position;
}

/** The position of a record in its list: the parts of its sort key, the id last. */
export type Position = readonly string[];

/** Negative if `a` comes first. Texts compare by code unit, so the order is the same on every machine. */
function comparePositions(a: Position, b: Position): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? '';
    if (part !== other) return part < other ? -1 : 1;
  }
  return a.length - b.length;
}

/** Index of the first record of a sorted list after `position`. */
function indexAfter<R>(
  sorted: readonly R[],
  position: Position,
  positionOf: (record: R) => Position,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const record = sorted[middle];
    if (record !== undefined && comparePositions(positionOf(record), position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A list without days: establishments, holidays, people, teams, tasks. Sorted by `keyOf`, then id. */
export class PlainList<R extends { readonly id: string }> implements RecordList<R> {
  private readonly byId = new Map<string, R>();
  private sorted: readonly R[] | undefined;

  constructor(
    records: Iterable<R>,
    private readonly keyOf: (record: R) => readonly string[],
  ) {
    for (const record of records) this.byId.set(record.id, record);
  }

  get(id: string): R | undefined {
    return this.byId.get(id);
  }

  put(record: R): void {
    this.byId.set(record.id, record);
    this.sorted = undefined;
  }

  delete(id: string): boolean {
    this.sorted = undefined;
    return this.byId.delete(id);
  }

  *read(_range: DayRange | null, after: Position | null): Generator<R> {
    this.sorted ??= [...this.byId.values()].sort((a, b) =>
      comparePositions(this.positionOf(a), this.positionOf(b)),
    );
    const sorted = this.sorted;
    const start = after === null ? 0 : indexAfter(sorted, after, (record) => this.positionOf(record));
    for (let index = start; index < sorted.length; index += 1) {
      const record = sorted[index];
      if (record !== undefined) yield record;
    }
  }

  positionOf(record: R): Position {
    return [...this.keyOf(record), record.id];
  }
}

interface Dated {
  readonly id: string;
  readonly startsAt: string;
}

/** The number of a source's days in the cache: more than the longest range of a query. */
const DAYS_KEPT = 100;

function isDaySource<R>(records: Iterable<R> | DaySource<R>): records is DaySource<R> {
  return 'onDate' in records;
}

/**
 * Shifts or time entries in a bucket for each day, so that the cost of a page does not depend on the number of days.
 */
export class DatedList<R extends Dated> implements RecordList<R> {
  /** Days that are kept permanently: all days, or only the edited ones of a source. */
  private readonly days = new Map<string, R[]>();
  private readonly ready = new Map<string, R[]>();
  private readonly source: DaySource<R> | undefined;
  private byId: Map<string, R> | undefined;
  private readonly unsorted = new Set<string>();

  constructor(
    records: Iterable<R> | DaySource<R>,
    private readonly dayOf: (record: R) => string,
  ) {
    if (isDaySource(records)) {
      this.source = records;
      return;
    }
    for (const record of records) {
      const day = dayOf(record);
      const bucket = this.days.get(day);
      if (bucket === undefined) this.days.set(day, [record]);
      else bucket.push(record);
      this.unsorted.add(day);
    }
  }

  /** True if all records are in memory, so that {@link get} is fast. */
  get isComplete(): boolean {
    return this.source === undefined;
  }

  get(id: string): R | undefined {
    if (this.source !== undefined) return this.search(this.source, id);
    this.byId ??= this.indexIds();
    return this.byId.get(id);
  }

  put(record: R): void {
    this.delete(record.id);
    const day = this.dayOf(record);
    const bucket = this.hold(day);
    bucket.splice(
      indexAfter(bucket, this.positionOf(record), (other) => this.positionOf(other)),
      0,
      record,
    );
    this.byId?.set(record.id, record);
  }

  delete(id: string): boolean {
    const record = this.get(id);
    if (record === undefined) return false;
    const bucket = this.hold(this.dayOf(record));
    bucket.splice(bucket.indexOf(record), 1);
    this.byId?.delete(id);
    return true;
  }

  *read(range: DayRange | null, after: Position | null): Generator<R> {
    if (range === null) return;
    const first = Math.max(dayNumberOf(range.from), dayNumberOf(after?.[0] ?? range.from));
    for (let day = first; day <= dayNumberOf(range.to); day += 1) {
      const date = dateOfDayNumber(day);
      const bucket = this.bucketOf(date);
      const start = date === after?.[0] ? indexAfter(bucket, after, (record) => this.positionOf(record)) : 0;
      for (let index = start; index < bucket.length; index += 1) {
        const record = bucket[index];
        if (record !== undefined) yield record;
      }
    }
  }

  positionOf(record: R): Position {
    return [this.dayOf(record), record.startsAt, record.id];
  }

  private bucketOf(day: string): R[] {
    const held = this.days.get(day) ?? this.ready.get(day);
    if (held === undefined) return this.make(day);
    if (this.unsorted.delete(day)) this.sort(held);
    return held;
  }

  private make(day: string): R[] {
    const { source } = this;
    const isInside = source !== undefined && day >= source.from && day <= source.to;
    const bucket = isInside ? [...source.onDate(day)] : [];
    this.sort(bucket);
    this.ready.set(day, bucket);
    const oldest = this.ready.size > DAYS_KEPT ? this.ready.keys().next().value : undefined;
    if (oldest !== undefined) this.ready.delete(oldest);
    return bucket;
  }

  /** The bucket of a day for an edit: it is kept from now on. */
  private hold(day: string): R[] {
    const bucket = this.bucketOf(day);
    this.ready.delete(day);
    this.days.set(day, bucket);
    return bucket;
  }

  private sort(bucket: R[]): void {
    bucket.sort((a, b) => comparePositions(this.positionOf(a), this.positionOf(b)));
  }

  private indexIds(): Map<string, R> {
    const byId = new Map<string, R>();
    for (const bucket of this.days.values()) for (const record of bucket) byId.set(record.id, record);
    return byId;
  }

  /** Slow for a long source, which has no index of IDs by day. */
  private search(source: DaySource<R>, id: string): R | undefined {
    const made = Math.max(0, dayNumberOf(source.to) - dayNumberOf(source.from) + 1);
    const days = Array.from({ length: made }, (_, index) =>
      dateOfDayNumber(dayNumberOf(source.from) + index),
    );
    for (const day of new Set([...this.days.keys(), ...days])) {
      const record = this.bucketOf(day).find((candidate) => candidate.id === id);
      if (record !== undefined) return record;
    }
    return undefined;
  }
}
