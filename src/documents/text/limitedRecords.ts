import type { ColumnPlan } from './plannedColumn.js';
import type { RowRecord } from './rowRecords.js';

/** The records that a section shows, and those that its limit leaves out. */
export interface LimitedRecords {
  readonly shown: Iterable<RowRecord>;
  readonly others: readonly RowRecord[];
}

/** @param hasLine whether a line of a record is written: a record without any does not count */
export function limitRecords(
  records: Iterable<RowRecord>,
  limit: number | undefined,
  { lines }: ColumnPlan,
  hasLine: (record: RowRecord, line: number) => boolean,
): LimitedRecords {
  if (limit === undefined) return { shown: records, others: [] };
  const written = [...records].filter((record) =>
    Array.from({ length: lines(record) }, (_, line) => line).some((line) => hasLine(record, line)),
  );
  return { shown: written.slice(0, limit), others: written.slice(limit) };
}
