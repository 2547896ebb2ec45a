import { groupBy } from '../groupBy.js';
import type { MappingRow } from './parseMapping.js';

export interface DuplicateNumber {
  readonly number: string;
  readonly rows: readonly MappingRow[];
}

/** Numbers that more than one of the rows has, in the order of the file. */
export function duplicateNumbers(rows: readonly MappingRow[]): DuplicateNumber[] {
  return [...groupBy(rows, ({ number }) => number)].flatMap(([number, same]) => {
    return number === null || same.length < 2 ? [] : [{ number, rows: same }];
  });
}
