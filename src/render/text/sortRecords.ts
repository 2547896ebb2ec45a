import type { DataRow, Scalar } from '../dataSet.js';
import type { RowRecord } from './rowRecord.js';
import type { SectionSortKey } from './sectionSpec.js';

/** A stable sort. Texts compare by code unit, the same on every machine; nothing comes last. */
export function sortRecords(records: readonly RowRecord[], keys: readonly SectionSortKey[]): RowRecord[] {
  return [...records].sort((a, b) => compareRows(a.row, b.row, keys));
}

export function compareRows(a: DataRow, b: DataRow, keys: readonly SectionSortKey[]): number {
  for (const key of keys) {
    const order = compareScalars(a[key.field], b[key.field], key.as);
    if (order !== 0) return key.order === 'descending' ? -order : order;
  }
  return 0;
}

export function compareScalars(
  a: Scalar | undefined,
  b: Scalar | undefined,
  as: SectionSortKey['as'],
): number {
  const [left, right] = [a ?? null, b ?? null];
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (as === 'number') {
    const difference = numberOf(left) - numberOf(right);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  const [first, second] = [String(left), String(right)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Digits as a number; anything else after all numbers. */
function numberOf(value: Scalar): number {
  return /^\d+$/.test(String(value)) ? Number(value) : Number.MAX_VALUE;
}
