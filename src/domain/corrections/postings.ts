import { groupBy } from '../collections.js';
import { type Exported, type LineKey, lineKeyText, rowKeyText, type WrittenRow } from './exportedLine.js';
import {
  type LineDifference,
  movedAmount,
  type RowDifference,
  sumMovedAmounts,
  toPrintedUnits,
} from './lineDifferences.js';

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
export function buildPostings(
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
    if (exportedRows.has(rowKeyText(row))) return toPrintedUnits(sumMovedAmounts(mine), row);
    return row.afterUnits - row.beforeUnits;
  };
  return {
    exported: {
      lines: exportedLines.map(toExportedLine),
      rows: rows.flatMap((row) => rowOf(row, row.afterUnits - row.beforeUnits - settledUnits(row))),
    },
    settled: {
      lines: settledLines.map(toExportedLine),
      rows: rows.flatMap((row) => rowOf(row, settledUnits(row))),
    },
  };
}

/** What a difference adds to what was exported. */
export function toExportedLine(difference: LineDifference) {
  return { ...difference.key, amount: movedAmount(difference) };
}

function rowOf({ template, row, unit, unitsOfOne }: RowDifference, units: number): WrittenRow[] {
  return units === 0 ? [] : [{ template, row, unit, units, unitsOfOne }];
}

export interface RestatementInput {
  /** The amounts exported so far, settlements included. */
  readonly before: Exported;
  /** Of that, what files have brought to the target. */
  readonly inFiles: Pick<Exported, 'rows'>;
  /** What files are to have brought to it after this one: without anything that was settled. */
  readonly right: Exported;
  /** Employees whose lines the file repeats; null for all. */
  readonly employees: ReadonlySet<string> | null;
}

/** A row as it has to stand in the target, with the lines that it is about. */
interface RestatedRow extends WrittenRow {
  readonly keys: readonly LineKey[];
}

/**
 * The rows of a period as they are right: nothing that was settled outside is in them, since the target would pay it
 * again. A row that stands in the target and is nothing now comes with 0; one that was never there and is nothing does not.
 */
export function restatedRows({ before, inFiles, right, employees }: RestatementInput): RestatedRow[] {
  const unitsOf = unitsByRow(right);
  const keys = keysByRow([before, right]);
  const rows = new Map([...before.rows, ...right.rows].map((row) => [rowKeyText(row), row]));
  // Also a row that earlier corrections brought to nothing stands there, with 0.
  const standing = new Set(inFiles.rows.map(rowKeyText));
  return [...rows].flatMap(([text, { template, row, unit, unitsOfOne }]) => {
    const mine = keys.get(text) ?? [];
    if (employees !== null && !mine.some(({ employeeId }) => employees.has(employeeId))) return [];
    const units = unitsOf.get(text) ?? 0;
    return units === 0 && !standing.has(text) ? [] : [{ template, row, unit, unitsOfOne, units, keys: mine }];
  });
}

function unitsByRow({ rows }: Exported): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const row of rows) units.set(rowKeyText(row), (units.get(rowKeyText(row)) ?? 0) + row.units);
  return units;
}

function keysByRow(exports: readonly Exported[]): ReadonlyMap<string, readonly LineKey[]> {
  const keys = new Map<string, Map<string, LineKey>>();
  for (const { lines } of exports) {
    for (const line of lines) {
      const mine = keys.get(rowKeyText(line)) ?? new Map<string, LineKey>();
      mine.set(lineKeyText(line), line);
      keys.set(rowKeyText(line), mine);
    }
  }
  return new Map([...keys].map(([row, mine]) => [row, [...mine.values()]]));
}
