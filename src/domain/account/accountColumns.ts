import type { AccountCap } from '../pay/accountRules.js';
import { type ColumnSource, columnMinutes, unreadableColumn } from '../pay/mappingColumns.js';

/**
 * Whole minutes of a column, which may be negative; undefined for employees without a row or value.
 * @throws PaytallyError MAPPING_INVALID
 */
export function signedMinutes(column: string, source: ColumnSource): number | undefined {
  const { columns, employeeId } = source;
  const text = columns?.[column]?.trim() ?? '';
  const [, sign = '', digits] = /^([+-]?)(\d{1,6})$/.exec(text) ?? [];
  if (digits !== undefined) return Number(`${sign === '-' ? '-' : ''}${digits}`) + 0;
  // Also for a column that does not exist.
  if (text === '') return columnMinutes(column, source);
  throw unreadableColumn('csv.notSignedMinutes', column, text, employeeId);
}

/** The person's own limit, else that of everyone. @throws PaytallyError MAPPING_INVALID */
export function ownMaximum(
  { column, max }: AccountCap,
  person: Omit<ColumnSource, 'path'>,
): number | undefined {
  if (column === undefined) return max;
  return columnMinutes(column, { ...person, path: 'account.cap' }) ?? max;
}
