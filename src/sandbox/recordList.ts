import type { Position } from './position.js';

/** Days from `from` to `to`, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** One list of one employer: live, sorted, edited while it is read. */
export interface RecordList<R> {
  get(id: string): R | undefined;
  /** Adds the record, or replaces the one with its id wherever that stands. */
  put(record: R): void;
  /** False where there is no such record. */
  delete(id: string): boolean;
  /** The records of the days in order, those after `after` only. Lists without days ignore the range. */
  read(range: DayRange | null, after: Position | null): Iterable<R>;
  positionOf(record: R): Position;
}
