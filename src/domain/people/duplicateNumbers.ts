import { groupBy } from '../groupBy.js';

/** A payroll number, and the rows that share it. */
export interface DuplicateNumber<Row> {
  readonly number: string;
  readonly rows: readonly Row[];
}

/** Numbers that more than one of the rows has, in the order of the file. */
export function duplicateNumbers<Row extends { readonly number: string | null }>(
  rows: readonly Row[],
): DuplicateNumber<Row>[] {
  return [...groupBy(rows, ({ number }) => number)].flatMap(([number, same]) => {
    return number === null || same.length < 2 ? [] : [{ number, rows: same }];
  });
}
