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
  return isInOrder && columns.every((column) => column.reconcile === false && !isKeyColumn(context, column));
}

/** A record for each wanted row, in the order of the data set. */
export function rowByRow(
  { name, rows }: DataSet,
  isWanted: (row: DataRow) => boolean,
  sort: readonly SectionSortKey[],
): Iterable<RowRecord> {
  return {
    *[Symbol.iterator]() {
      let before: DataRow | undefined;
      for (const row of rows) {
        if (!isWanted(row)) continue;
        if (before !== undefined && compareRows(before, row, sort) > 0)
          throw new Error(`the rows of ${name} are not in the order that the data set names`);
        before = row;
        yield { row, codes: NO_CODES };
      }
    },
  };
}
