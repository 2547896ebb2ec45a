import type { DataRow, DataSet } from '../dataSet.js';
import type { SectionSpec } from './fileSpec.js';
import { isKeyColumn } from './recordKeys.js';
import type { RenderContext } from './renderContext.js';
import { compareRows, NO_CODES, type RowRecord } from './rowRecords.js';
import type { SectionSortKey } from './selectionSpec.js';

/** Whether a section needs at most one row at a time: its lines then take no memory, however many there are. */
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

/** Makes records of rows that come one after the other; undefined for a row that is not wanted. */
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

/** A record for each row, as the data set makes them. */
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
