import type { DataRow } from '../dataSet.js';

/** What one line (or with slots, a few) is made of: a row, or a group of rows. */
export interface RowRecord {
  /** A field that differs within a group is not in it. */
  readonly row: DataRow;
  /** Minutes by pay code, where the section asks for codes. */
  readonly codes: ReadonlyMap<string, number>;
}

export const NO_CODES: ReadonlyMap<string, number> = new Map();

/** `Nolte, Jan (e1)`, for messages. */
export function employeeLabel(row: DataRow): string | undefined {
  const id = row['employee.id'] ?? row['agencyWorker.id'];
  const name = row['employee.name'] ?? row['agencyWorker.name'];
  if (typeof id !== 'string') return typeof name === 'string' ? name : undefined;
  return typeof name === 'string' && name !== id ? `${name} (${id})` : id;
}
