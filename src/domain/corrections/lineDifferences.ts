import { ByRow, keyInRow, linesByRow } from './byRow.js';
import {
  compareLines,
  type Exported,
  type ExportedLine,
  type LineKey,
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
export function lineDifferences(before: Exported, fresh: Exported): LineDifference[] {
  const [oldRows, newRows] = [byRow(before.rows), byRow(fresh.rows)];
  const [oldLines, newLines] = [linesByRow(before.lines), linesByRow(fresh.lines)];
  const found: LineDifference[] = [];
  for (const row of eachRow(before, fresh)) {
    const lines = bothSides(oldLines.get(row) ?? [], newLines.get(row) ?? []);
    const [old, now] = [oldRows.get(row), newRows.get(row)];
    for (const line of ofRow(lines, rowDifference(row, old, now))) found.push(line);
  }
  return found.sort((a, b) => compareLines(a.key, b.key));
}

/** The differences of one row, in the order of its lines; the first of them says what is printed. */
function ofRow(lines: readonly Movement[], row: RowDifference | null): LineDifference[] {
  const moved = lines.filter(isMoved);
  if (moved.length === 0 && row?.beforeUnits === row?.afterUnits) return [];
  const sorted = [...(moved.length > 0 ? moved : lines)].sort((a, b) => compareLines(a.key, b.key));
  const told = moved.length > 0 ? sorted : sorted.slice(0, 1);
  return told.map((line, index) => ({ ...line, key: keyOf(line.key), written: index === 0 ? row : null }));
}

/** A line as it was exported and as it is. */
type Movement = Omit<LineDifference, 'written'>;

function isMoved(line: Movement): boolean {
  return line.beforeMinutes !== line.afterMinutes;
}

function bothSides(before: readonly ExportedLine[], fresh: readonly ExportedLine[]): Movement[] {
  const lines = new Map<string, Movement>();
  for (const line of before)
    lines.set(keyInRow(line), { key: line, beforeMinutes: line.minutes, afterMinutes: 0 });
  for (const line of fresh) {
    const { beforeMinutes } = lines.get(keyInRow(line)) ?? { beforeMinutes: 0 };
    lines.set(keyInRow(line), { key: line, beforeMinutes, afterMinutes: line.minutes });
  }
  return [...lines.values()];
}

type RowName = Pick<WrittenRow, 'template' | 'row'>;

/** Each row of either side once: what came to nothing has lines, and no printed amount. */
function* eachRow(before: Exported, fresh: Exported): Iterable<RowName> {
  const seen = new ByRow<true>();
  for (const { rows, lines } of [before, fresh])
    for (const named of [rows, lines] as readonly (readonly RowName[])[])
      for (const row of named) {
        if (seen.get(row)) continue;
        seen.set(row, true);
        yield row;
      }
}

/** null where neither side prints anything. */
function rowDifference(
  { template, row }: RowName,
  old: WrittenRow | undefined,
  now: WrittenRow | undefined,
): RowDifference | null {
  const unitsPerHour = (now ?? old)?.unitsPerHour;
  if (unitsPerHour === undefined) return null;
  return { template, row, unitsPerHour, beforeUnits: old?.units ?? 0, afterUnits: now?.units ?? 0 };
}

function byRow(rows: readonly WrittenRow[]): ByRow<WrittenRow> {
  const found = new ByRow<WrittenRow>();
  for (const row of rows) found.set(row, row);
  return found;
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
