import type { ListName } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';

/** A record as it was received, with what it is found by. */
export interface ReceivedRecord {
  /** Its place in its list, from 0: a later version has the same one. */
  readonly place: number;
  /** The record's id; where that is unusable, where it stood. */
  readonly id: string;
  /** The employee whose record it is; null for lists that belong to nobody, and for work without an employee. */
  readonly person: string | null;
  /** Of a time entry: the shift that it was worked on. */
  readonly shiftId: string | null;
  /** The day that `from` and `to` select by; null for lists without days. */
  readonly day: LocalDate | null;
  /** See `recordHash`. */
  readonly digest: string;
  readonly json: string;
}

/** Where records go as they are read. */
export interface RecordSink {
  /** Takes the new and changed records of a page; of two of one place the later counts. */
  stage(list: ListName, records: readonly ReceivedRecord[]): void;
  /** Takes out what a later pass has found to be gone. */
  unstage(list: ListName, places: readonly number[]): void;
  /** A record that was staged. */
  staged(list: ListName, place: number): Pick<ReceivedRecord, 'id' | 'json'> | undefined;
}

/** Holds the records themselves: for small lists that are read alone, and for tests. */
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
