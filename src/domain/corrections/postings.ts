import { groupBy } from '../groupBy.js';
import { type Exported, rowKeyText, type WrittenRow } from './exportedLine.js';
import { amountOf, type LineDifference, movedAmount, type RowDifference, unitsOfAmount } from './lineDifferences.js';

/** What a correction adds to the ledger. Together it is the whole difference, in amounts and in the file's units. */
export interface Postings {
  readonly exported: Exported;
  /** Paid outside: recorded, never in a file. */
  readonly settled: Exported;
}

/**
 * Shares differences out between the files and what was settled. Of a row with both, the settled amount is rounded
 * on their own and the file carries the rest, so that the row adds up.
 */
export function postings(
  differences: readonly LineDifference[],
  isSettled: (difference: LineDifference) => boolean,
): Postings {
  const settledLines = differences.filter(isSettled);
  const outside = new Set(settledLines);
  const exportedLines = differences.filter((difference) => !outside.has(difference));
  const settledByRow = groupBy(settledLines, ({ key }) => rowKeyText(key));
  const exportedRows = new Set(exportedLines.map(({ key }) => rowKeyText(key)));
  const rows = differences.flatMap(({ written }) => written ?? []);
  const settledUnits = (row: RowDifference): number => {
    const mine = settledByRow.get(rowKeyText(row)) ?? [];
    if (exportedRows.has(rowKeyText(row))) return unitsOfAmount(amountOf(mine), row);
    return row.afterUnits - row.beforeUnits;
  };
  return {
    exported: {
      lines: exportedLines.map(postedLine),
      rows: rows.flatMap((row) => rowOf(row, row.afterUnits - row.beforeUnits - settledUnits(row))),
    },
    settled: {
      lines: settledLines.map(postedLine),
      rows: rows.flatMap((row) => rowOf(row, settledUnits(row))),
    },
  };
}

/** What a difference adds to what was exported. */
export function postedLine(difference: LineDifference) {
  return { ...difference.key, amount: movedAmount(difference) };
}

function rowOf({ template, row, unit, unitsOfOne }: RowDifference, units: number): WrittenRow[] {
  return units === 0 ? [] : [{ template, row, unit, units, unitsOfOne }];
}
