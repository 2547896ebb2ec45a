import type { MappingRow } from './parseMapping.js';

export interface DuplicateNumber {
  readonly number: string;
  readonly rows: readonly MappingRow[];
}

/** Numbers that more than one of the rows has, in the order of the file. */
export function duplicateNumbers(rows: readonly MappingRow[]): DuplicateNumber[] {
  const byNumber = new Map<string, MappingRow[]>();
  for (const row of rows) {
    if (row.number === null) continue;
    byNumber.set(row.number, [...(byNumber.get(row.number) ?? []), row]);
  }
  return [...byNumber]
    .filter(([, same]) => same.length > 1)
    .map(([number, same]) => ({ number, rows: same }));
}
