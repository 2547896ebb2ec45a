import {
  type ComputedLine,
  compareLines,
  type Exported,
  type LineKey,
  lineKeyText,
  rowKeyText,
  type WrittenRow,
} from './exportedLine.js';

/** A row of a file before and after, in its own whole units. */
export interface RowDifference {
  readonly template: string;
  readonly row: string;
  readonly unitsPerHour: number;
  readonly beforeUnits: number;
  readonly afterUnits: number;
}

/** A line that has to be corrected. */
export interface LineDifference {
  readonly key: LineKey;
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
  /** On the first line of its row; null on the others, which are rounded together with it. */
  readonly written: RowDifference | null;
}

/**
 * What a fresh computation has that everything exported together has not, line by line, in their order. A row whose
 * printed units moved although none of its own minutes did (others that are rounded with it did) has a line as well.
 */
export function lineDifferences(before: Exported, fresh: Exported<ComputedLine>): LineDifference[] {
  const rows = rowDifferences(before, fresh);
  const beforeByKey = new Map(before.lines.map((line) => [lineKeyText(line), line]));
  const freshByKey = new Map(fresh.lines.map((line) => [lineKeyText(line), line]));
  const keys = new Map([...beforeByKey, ...freshByKey]);
  const moved = [...keys].map(([text, key]) => ({
    key,
    beforeMinutes: beforeByKey.get(text)?.minutes ?? 0,
    afterMinutes: freshByKey.get(text)?.minutes ?? 0,
  }));
  const ownChange = new Set(moved.filter(isMoved).map(({ key }) => rowKeyText(key)));
  const unwritten = new Set(rows.keys());
  return moved
    .sort((a, b) => compareLines(a.key, b.key))
    .flatMap((line) => {
      const row = rowKeyText(line.key);
      const carriesRow = unwritten.has(row) && (isMoved(line) || !ownChange.has(row));
      if (!isMoved(line) && !carriesRow) return [];
      unwritten.delete(row);
      return [{ ...line, key: keyOf(line.key), written: carriesRow ? (rows.get(row) ?? null) : null }];
    });
}

function isMoved(line: Pick<LineDifference, 'beforeMinutes' | 'afterMinutes'>): boolean {
  return line.beforeMinutes !== line.afterMinutes;
}

/** Rows of which a line or the printed value moved. */
function rowDifferences(before: Exported, fresh: Exported<ComputedLine>): Map<string, RowDifference> {
  const [old, now] = [byRow(before.rows), byRow(fresh.rows)];
  const touched = touchedRows(before, fresh);
  const rows = new Map<string, RowDifference>();
  for (const [key, row] of new Map([...old, ...now])) {
    const { template, unitsPerHour } = row;
    const [beforeUnits, afterUnits] = [old.get(key)?.units ?? 0, now.get(key)?.units ?? 0];
    if (beforeUnits === afterUnits && !touched.has(key)) continue;
    rows.set(key, { template, row: row.row, unitsPerHour, beforeUnits, afterUnits });
  }
  return rows;
}

function touchedRows(before: Exported, fresh: Exported<ComputedLine>): ReadonlySet<string> {
  const minutes = new Map<string, number>();
  const keys = new Map<string, LineKey>();
  for (const [lines, sign] of [
    [before.lines, -1],
    [fresh.lines, 1],
  ] as const) {
    for (const line of lines) {
      const key = lineKeyText(line);
      keys.set(key, line);
      minutes.set(key, (minutes.get(key) ?? 0) + sign * line.minutes);
    }
  }
  return new Set([...keys].filter(([text]) => minutes.get(text) !== 0).map(([, key]) => rowKeyText(key)));
}

function byRow(rows: readonly WrittenRow[]): Map<string, WrittenRow> {
  return new Map(rows.map((row) => [rowKeyText(row), row]));
}

function keyOf(line: LineKey): LineKey {
  const { template, employeeId, date, payCode, establishment, costCenter, row } = line;
  return { template, employeeId, date, payCode, establishment, costCenter, row };
}

/** Minutes as units, halves away from zero. */
export function unitsOfMinutes(minutes: number, unitsPerHour: number): number {
  const magnitude = Math.floor((Math.abs(minutes) * unitsPerHour * 2 + 60) / 120);
  return minutes < 0 && magnitude !== 0 ? -magnitude : magnitude;
}
