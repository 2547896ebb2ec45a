import { NOT_KEPT, type UndocumentedFields, type UndocumentedValue } from './undocumentedFields.js';

/** How often the records of a list have something at one path. */
export interface Column {
  readonly path: string;
  /** Records with a text there. */
  readonly filled: number;
  /** Records in which the path exists, null or not. */
  readonly present: number;
  /** Records with something there that was not kept. */
  readonly other: number;
}

/** One path of the records of a small list, with its values in the order of the records. */
export interface ValueColumn extends Column {
  readonly values: readonly UndocumentedValue[];
}

export function columnsOf(
  table: UndocumentedFields,
  rows: readonly { readonly values: readonly UndocumentedValue[] }[],
): readonly ValueColumn[] {
  return table.paths.map((path, index) =>
    columnOf(
      path,
      rows.map((row) => row.values[index]),
    ),
  );
}

export function columnOf(path: string, values: readonly UndocumentedValue[]): ValueColumn {
  let [filled, present, other] = [0, 0, 0];
  for (const value of values) {
    if (value === undefined) continue;
    present += 1;
    if (value === NOT_KEPT) other += 1;
    else if (value !== null) filled += 1;
  }
  return { path, values, filled, present, other };
}

/** The kept texts of a column. */
export function textsOf(column: ValueColumn): readonly string[] {
  return column.values.filter((value): value is string => typeof value === 'string' && value !== NOT_KEPT);
}

/** Whether two columns say different things of any record. */
export function disagree(one: ValueColumn, other: ValueColumn): boolean {
  return one.values.some((value, index) => {
    const against = other.values[index];
    return typeof value === 'string' && typeof against === 'string' && value !== against;
  });
}
