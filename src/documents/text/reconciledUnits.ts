import { groupBy } from '../../domain/collections.js';
import { type AmountCell, amountCells, readPrintedUnits } from './amountCells.js';
import type { CellUnits, LaidOutSection, PlannedColumn } from './plannedColumn.js';
import { type NumberFormat, unitOfKind } from './printFormats.js';
import { fieldsKey, type RowRecord } from './rowRecords.js';
import type { ValueFormat } from './valueFormat.js';

/**
 * Printed units of a column with `totalPer`: the amounts of all lines with the same values, reconciled with their
 * printed total. Counts and days are not hours, and are left out.
 * @returns undefined if no amount is printed in the units of the column
 */
export function totalUnits(
  per: readonly string[],
  format: ValueFormat,
  section: LaidOutSection,
): CellUnits | undefined {
  const unitsOfOne = format.kind === 'number' ? (format.scale ?? MINUTES_PER_HOUR) : 0;
  const keyOf = ({ row }: RowRecord) => fieldsKey(row, per);
  const sums = new Map<string, number>();
  for (const cell of amountCells(section)) {
    if (!isTimeCell(cell)) continue;
    const printed = readPrintedUnits(section, cell, () => undefined);
    if (printed === undefined) continue;
    if (printed.unitsOfOne !== unitsOfOne) return undefined;
    const key = keyOf(cell.record);
    sums.set(key, (sums.get(key) ?? 0) + printed.units);
  }
  return { get: (record) => sums.get(keyOf(record)) ?? 0 };
}

function isTimeCell({ source }: AmountCell): boolean {
  return source !== 'quantity' && unitOfKind(source) === 'minutes';
}

const MINUTES_PER_HOUR = 60;

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
