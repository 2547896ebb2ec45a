import type { DataRow } from '../dataSet.js';

/** What one line (or with slots, a few) is made of: a row, or a group of rows. */
export interface RowRecord {
  /** A field that differs within a group is not in it. */
  readonly row: DataRow;
  /** Minutes by pay code, where the section asks for codes. */
  readonly codes: ReadonlyMap<string, number>;
  /** The rows of a group. */
  readonly members?: readonly DataRow[];
}

const EMPLOYEES_NAMED = 5;

export const NO_CODES: ReadonlyMap<string, number> = new Map();

/** Whom a line is about, for messages: everybody, where a group has rows of several people. */
export function employeesLabel({ row, members }: RowRecord): string | undefined {
  const label = employeeLabel(row);
  if (label !== undefined || members === undefined) return label;
  const labels = [...new Set(members.flatMap((member) => employeeLabel(member) ?? []))];
  if (labels.length <= EMPLOYEES_NAMED) return labels.join('; ') || undefined;
  return `${labels.slice(0, EMPLOYEES_NAMED).join('; ')} … and ${labels.length - EMPLOYEES_NAMED} more`;
}

/** `Nolte, Jan (e1)`. */
export function employeeLabel(row: DataRow): string | undefined {
  const id = row['employee.id'] ?? row['agencyWorker.id'];
  const name = row['employee.name'] ?? row['agencyWorker.name'];
  if (typeof id !== 'string') return typeof name === 'string' ? name : undefined;
  return typeof name === 'string' && name !== id ? `${name} (${id})` : id;
}
