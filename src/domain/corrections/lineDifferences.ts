import { addQuantities } from '../pay/payLine.js';
import { ByRow, keyInRow, linesByRow } from './byRow.js';
import { type AmountUnit, compareLines, type Exported, type ExportedLine, type LineKey, type WrittenRow } from './exportedLine.js';

/** A row of a file before and after, in its own whole units. */
export interface RowDifference {
  readonly template: string;
  readonly row: string;
  readonly unit: AmountUnit;
  readonly unitsOfOne: number;
  /** What all of its lines came to before, in their unit. */
  readonly beforeAmount: number;
  readonly beforeUnits: number;
  readonly afterUnits: number;
}

/** A line that has to be corrected. */
export interface LineDifference {
  readonly key: LineKey;
  /** Amounts in the unit of the line. */
  readonly before: number;
  readonly after: number;
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
    const written = rowDifference(row, lines, oldRows.get(row), newRows.get(row));
    for (const line of ofRow(lines, written)) found.push(line);
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
  return line.before !== line.after;
}

function bothSides(before: readonly ExportedLine[], fresh: readonly ExportedLine[]): Movement[] {
  const lines = new Map<string, Movement>();
  for (const line of before) lines.set(keyInRow(line), { key: line, before: line.amount, after: 0 });
  for (const line of fresh) {
    const { before: old } = lines.get(keyInRow(line)) ?? { before: 0 };
    lines.set(keyInRow(line), { key: line, before: old, after: line.amount });
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
  lines: readonly Movement[],
  old: WrittenRow | undefined,
  now: WrittenRow | undefined,
): RowDifference | null {
  const known = now ?? old;
  if (known === undefined) return null;
  const { unit, unitsOfOne } = known;
  const beforeAmount = lines.reduce((sum, { before }) => addQuantities(sum, before), 0);
  const [beforeUnits, afterUnits] = [old?.units ?? 0, now?.units ?? 0];
  return { template, row, unit, unitsOfOne, beforeAmount, beforeUnits, afterUnits };
}

function byRow(rows: readonly WrittenRow[]): ByRow<WrittenRow> {
  const found = new ByRow<WrittenRow>();
  for (const row of rows) found.set(row, row);
  return found;
}

function keyOf(line: LineKey): LineKey {
  const { template, employeeId, date, payCode, establishment, costCenter, unit, row } = line;
  return { template, employeeId, date, payCode, establishment, costCenter, unit, row };
}

/** What a difference adds to what was exported. */
export function movedAmount({ before, after }: Pick<LineDifference, 'before' | 'after'>): number {
  return addQuantities(after, -before);
}

/** What some differences move their rows by together. */
export function amountOf(differences: readonly LineDifference[]): number {
  return differences.reduce((sum, difference) => addQuantities(sum, movedAmount(difference)), 0);
}

const MINUTES_PER_HOUR = 60;

/** An amount as printed units, halves away from zero. */
export function unitsOfAmount(
  amount: number,
  { unit, unitsOfOne }: Pick<WrittenRow, 'unit' | 'unitsOfOne'>,
): number {
  const one = unit === 'minutes' ? MINUTES_PER_HOUR : 1;
  // Binary fractions of decimals lie a hair beside them; of whole minutes there are none.
  const magnitude = Math.round(Number(((Math.abs(amount) * unitsOfOne) / one).toPrecision(14)));
  return amount < 0 && magnitude !== 0 ? -magnitude : magnitude;
}
