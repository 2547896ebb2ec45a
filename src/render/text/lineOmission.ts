import type { PlannedColumn } from './plannedColumn.js';
import type { RowRecord } from './rowRecord.js';

/** Printed units of a column's cells; undefined where a cell is rounded by itself. */
export interface CellUnits {
  /** @param line of the record: slots have another pay code on each */
  get(record: RowRecord, line: number): number | undefined;
}

/** By column, where units were reconciled with a total, or are given. */
export type ColumnUnits = readonly (CellUnits | undefined)[];

/**
 * Whether a line is left out because of `zero: omit`: where a column with it has a zero, and the line holds no other
 * amount. Zero is what would be printed as zero; an amount that is missing is none.
 */
export function lineOmission(
  columns: readonly PlannedColumn[],
  units: ColumnUnits,
): (record: RowRecord, line: number) => boolean {
  const amounts = columns.flatMap((column, index) =>
    column.isAmount ? [{ column, units: units[index] }] : [],
  );
  if (!amounts.some(({ column }) => column.spec.zero === 'omit')) return () => false;
  return (record, line) => {
    let hasZero = false;
    for (const { column, units: reconciled } of amounts) {
      const amount = column.quantity(record, line);
      if (amount === null) continue;
      const printed = reconciled?.get(record, line) ?? printedUnits(column, amount);
      if (printed !== 0) return false;
      if (column.spec.zero === 'omit') hasZero = true;
    }
    return hasZero;
  };
}

/** undefined where the value is no amount: that is told when the cell is written. */
function printedUnits({ format }: PlannedColumn, amount: number | undefined): number | undefined {
  return amount === undefined || format.kind !== 'number' ? amount : format.number.toUnits(amount);
}
