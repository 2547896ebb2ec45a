import { comparePositions, indexAfter, type Position } from './position.js';
import type { DayRange, RecordList } from './recordList.js';

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
