import type { DataRow } from '../dataSet.js';

/** Sorts rows by a text, code unit by code unit; rows of one key keep their order. */
export type RowSorter = (rows: Iterable<DataRow>, keyOf: (row: DataRow) => string) => Iterable<DataRow>;

/** For as many rows as memory holds. */
export const sortInMemory: RowSorter = (rows, keyOf) =>
  [...rows]
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ row }) => row);

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
