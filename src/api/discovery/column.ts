import { type Leaf, type LeafTable, OTHER } from './leaves.js';

/** The values of one path over all records of a list, in the order of the records. */
export interface Column {
  readonly path: string;
  readonly values: readonly Leaf[];
  /** Records with a text there. */
  readonly filled: number;
  /** Records in which the path exists, null or not. */
  readonly present: number;
  /** Records with something there that was not kept. */
  readonly other: number;
}

export function columnsOf(
  table: LeafTable,
  rows: readonly { readonly leaves: readonly Leaf[] }[],
): readonly Column[] {
  return table.paths.map((path, index) =>
    columnOf(
      path,
      rows.map((row) => row.leaves[index]),
    ),
  );
}

export function columnOf(path: string, values: readonly Leaf[]): Column {
  let [filled, present, other] = [0, 0, 0];
  for (const value of values) {
    if (value === undefined) continue;
    present += 1;
    if (value === OTHER) other += 1;
    else if (value !== null) filled += 1;
  }
  return { path, values, filled, present, other };
}

/** The kept texts of a column. */
export function textsOf(column: Column): readonly string[] {
  return column.values.filter((value): value is string => typeof value === 'string' && value !== OTHER);
}

/** Whether two columns say different things of any record. */
export function disagree(one: Column, other: Column): boolean {
  return one.values.some((value, index) => {
    const against = other.values[index];
    return typeof value === 'string' && typeof against === 'string' && value !== against;
  });
}
