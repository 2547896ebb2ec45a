import { groupBy } from '../collections.js';
import { type Exported, type LineKey, lineKeyText, rowKeyText, type WrittenRow } from './exportedLine.js';
import {
  type LineDifference,
  movedAmount,
  type RowDifference,
  sumMovedAmounts,
  toPrintedUnits,
} from './lineDifferences.js';

/**
 * The lines that a correction adds to the ledger. Together they are the whole difference, in amounts and in the file's
 * units.
 */
export interface Postings {
  readonly exported: Exported;
  /** Paid outside files: recorded, but never in a file. */
  readonly settled: Exported;
}

/**
 * Divides differences between the files and settlements. In a row with both, the settled amount is rounded separately
 * and the file has the rest, so that the row adds up.
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

/** The amount that a difference adds to the exports. */
export function toExportedLine(difference: LineDifference) {
  return { ...difference.key, amount: movedAmount(difference) };
}

function rowOf({ template, row, unit, unitsOfOne }: RowDifference, units: number): WrittenRow[] {
  return units === 0 ? [] : [{ template, row, unit, units, unitsOfOne }];
}

export interface RestatementInput {
  /** The amounts exported so far, including settlements. */
  readonly before: Exported;
  /** The part of it that files sent to the target. */
  readonly inFiles: Pick<Exported, 'rows'>;
  /** The amount that files will have sent to the target after this one, without settlements. */
  readonly right: Exported;
  /** Employees whose lines the file repeats; null for all. */
  readonly employees: ReadonlySet<string> | null;
}

/** A row with its correct value in the target, and its lines. */
interface RestatedRow extends WrittenRow {
  readonly keys: readonly LineKey[];
}

/**
 * The correct rows of a period, without settlements, because the target would pay those again. A row that the target
 * has and that is now zero is included with 0; a zero row that the target never had is left out.
 */
export function restatedRows({ before, inFiles, right, employees }: RestatementInput): RestatedRow[] {
  const unitsOf = unitsByRow(right);
  const keys = keysByRow([before, right]);
  const rows = new Map([...before.rows, ...right.rows].map((row) => [rowKeyText(row), row]));
  // The target also has rows that earlier corrections set to 0.
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
