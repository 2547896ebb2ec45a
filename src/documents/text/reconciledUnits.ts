import { groupBy } from '../../domain/collections.js';
import type { NumberFormat } from '../../language/numberFormats.js';
import type { PlannedColumn } from './plannedColumn.js';
import { fieldsKey, type RowRecord } from './rowRecords.js';

type ReconciledColumn = Pick<PlannedColumn, 'spec' | 'format' | 'quantity'>;

/** Printed units per record that add up to rounded totals, if the column requires it. */
export function reconcileUnits(
  column: ReconciledColumn,
  records: readonly RowRecord[],
): ReadonlyMap<RowRecord, number> | undefined {
  const { reconcile } = column.spec;
  const { format } = column;
  if (reconcile === false || format.kind !== 'number' || format.scale === undefined) return undefined;
  // No rounding goes from one person to another.
  const keys = ['employee.id', ...(reconcile === true ? [] : reconcile)];
  const counted = records.filter((record) => typeof column.quantity(record, 0) === 'number');
  const groups = groupBy(counted, ({ row }) => fieldsKey(row, keys));
  const { number, scale } = format;
  return new Map([...groups.values()].flatMap((group) => distributeUnits(column, group, number, scale)));
}

function distributeUnits(
  column: ReconciledColumn,
  group: readonly RowRecord[],
  number: NumberFormat,
  scale: number,
): (readonly [RowRecord, number])[] {
  const minutes = group.map((record) => column.quantity(record, 0) ?? 0);
  const total = minutes.reduce((sum, value) => sum + value, 0);
  const units = largestRemainder(minutes, scale, number.toUnits(total));
  return group.map((record, index) => [record, units[index] ?? 0] as const);
}

/**
 * Whole units per row whose sum is the rounded total: each row is its exact value rounded down or up, and the rows with
 * the largest remainders are rounded up (ties: the earlier row).
 * @param minutes the rows, signed
 * @param scale units per hour, such as 100
 */
export function largestRemainder(minutes: readonly number[], scale: number, totalUnits: number): number[] {
  const units = minutes.map((value) => Math.floor((value * scale) / 60));
  const remainders = minutes.map((value, index) => ({ index, rest: (((value * scale) % 60) + 60) % 60 }));
  let missing = totalUnits - units.reduce((sum, value) => sum + value, 0);
  for (const { index } of remainders.sort((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (missing-- <= 0) break;
    units[index] = (units[index] ?? 0) + 1;
  }
  return units;
}
