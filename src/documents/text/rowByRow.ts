import type { DataRow, DataSet } from '../dataSet.js';
import type { SectionSpec } from './fileSpec.js';
import { isKeyColumn } from './recordKeys.js';
import type { RenderContext } from './renderContext.js';
import { compareRows, NO_CODES, type RowRecord } from './rowRecords.js';
import type { SectionSortKey } from './selectionSpec.js';

/** Whether a section needs at most one row at a time: its lines then need constant memory. */
export function isLineByLine(
  context: RenderContext,
  { orderedBy = [] }: DataSet,
  { group, codes, sort, columns }: SectionSpec,
): boolean {
  if (group !== undefined || codes !== undefined) return false;
  const isInOrder = sort.every(({ field, order, as }, index) => {
    return field === orderedBy[index] && order !== 'descending' && as !== 'number';
  });
  return (
    isInOrder &&
    columns.every(
      (column) =>
        column.reconcile === false && column.totalPer === undefined && !isKeyColumn(context, column),
    )
  );
}

/** Converts rows to records one at a time; undefined for a row that is filtered out. */
export type RecordOfRow = (row: DataRow) => RowRecord | undefined;

export function recordOfRow(
  name: string,
  isWanted: (row: DataRow) => boolean,
  sort: readonly SectionSortKey[],
): RecordOfRow {
  let before: DataRow | undefined;
  return (row) => {
    if (!isWanted(row)) return undefined;
    if (before !== undefined && compareRows(before, row, sort) > 0)
      throw new Error(`the rows of ${name} are not in the order that the data set names`);
    before = row;
    return { row, codes: NO_CODES };
  };
}

/** A record for each row, in the order of the data set. */
export function rowByRow(
  { name, rows }: DataSet,
  isWanted: (row: DataRow) => boolean,
  sort: readonly SectionSortKey[],
): Iterable<RowRecord> {
  return {
    *[Symbol.iterator]() {
      const recordOf = recordOfRow(name, isWanted, sort);
      for (const row of rows) {
        const record = recordOf(row);
        if (record !== undefined) yield record;
      }
    },
  };
}
