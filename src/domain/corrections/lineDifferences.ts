import { groupBy } from '../collections.js';
import { addQuantities } from '../pay/payLine.js';
import { isInside, type Period } from '../period/period.js';
import {
  type AmountUnit,
  compareLineKeys,
  type Exported,
  type ExportedLine,
  groupLinesByRow,
  type LineKey,
  payLineText,
  RowMap,
  rowKeyText,
  rowLineKey,
  type WrittenRow,
} from './exportedLine.js';

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
export function findLineDifferences(before: Exported, fresh: Exported): LineDifference[] {
  const [oldRows, newRows] = [byRow(before.rows), byRow(fresh.rows)];
  const [oldLines, newLines] = [groupLinesByRow(before.lines), groupLinesByRow(fresh.lines)];
  const found: LineDifference[] = [];
  for (const row of eachRow(before, fresh)) {
    const lines = bothSides(oldLines.get(row) ?? [], newLines.get(row) ?? []);
    const written = rowDifference(row, lines, oldRows.get(row), newRows.get(row));
    for (const line of ofRow(lines, written)) found.push(line);
  }
  return found.sort((a, b) => compareLineKeys(a.key, b.key));
}

/** The differences of one row, in the order of its lines; the first of them says what is printed. */
function ofRow(lines: readonly Movement[], row: RowDifference | null): LineDifference[] {
  const moved = lines.filter(isMoved);
  if (moved.length === 0 && row?.beforeUnits === row?.afterUnits) return [];
  const sorted = [...(moved.length > 0 ? moved : lines)].sort((a, b) => compareLineKeys(a.key, b.key));
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
  for (const line of before) lines.set(rowLineKey(line), { key: line, before: line.amount, after: 0 });
  for (const line of fresh) {
    const { before: old } = lines.get(rowLineKey(line)) ?? { before: 0 };
    lines.set(rowLineKey(line), { key: line, before: old, after: line.amount });
  }
  return [...lines.values()];
}

type RowName = Pick<WrittenRow, 'template' | 'row'>;

/** Each row of either side once: what came to nothing has lines, and no printed amount. */
function* eachRow(before: Exported, fresh: Exported): Iterable<RowName> {
  const seen = new RowMap<true>();
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

function byRow(rows: readonly WrittenRow[]): RowMap<WrittenRow> {
  const found = new RowMap<WrittenRow>();
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
export function sumMovedAmounts(differences: readonly LineDifference[]): number {
  return differences.reduce((sum, difference) => addQuantities(sum, movedAmount(difference)), 0);
}

const MINUTES_PER_HOUR = 60;

/** An amount as printed units, halves away from zero. */
export function toPrintedUnits(
  amount: number,
  { unit, unitsOfOne }: Pick<WrittenRow, 'unit' | 'unitsOfOne'>,
): number {
  const one = unit === 'minutes' ? MINUTES_PER_HOUR : 1;
  // Binary fractions of decimals lie a hair beside them; of whole minutes there are none.
  const magnitude = Math.round(Number(((Math.abs(amount) * unitsOfOne) / one).toPrecision(14)));
  return amount < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** The differences of some days of a period. */
export function differencesWithin(differences: readonly LineDifference[], days: Period): LineDifference[] {
  return selectDifferences(differences, ({ key }) => isInside(key.date, days));
}

/**
 * Some of the differences. A row whose other differences stay away is not brought to its end: what it prints is the
 * rounding of what is recorded of it once these are, and the rest follows with the others.
 */
export function selectDifferences(
  differences: readonly LineDifference[],
  isWanted: (difference: LineDifference) => boolean,
): LineDifference[] {
  const found = new Map<LineDifference, LineDifference>();
  for (const whole of groupBy(differences, ({ key }) => rowKeyText(key)).values()) {
    const mine = whole.filter(isWanted);
    const row = whole.flatMap(({ written }) => written ?? [])[0] ?? null;
    const written = row === null || mine.length === whole.length ? row : moveRow(row, sumMovedAmounts(mine));
    for (const [index, each] of mine.entries())
      found.set(each, { ...each, written: index === 0 ? written : null });
  }
  return differences.flatMap((difference) => found.get(difference) ?? []);
}

/** A row of which only some lines move. Rows that are rounded together keep what that gave them until all have moved. */
function moveRow(row: RowDifference, amount: number): RowDifference {
  const { beforeAmount, beforeUnits } = row;
  const moved = toPrintedUnits(addQuantities(beforeAmount, amount), row) - toPrintedUnits(beforeAmount, row);
  return { ...row, afterUnits: beforeUnits + moved };
}

/** Everything of some lines only; for people whose content is gone. */
export function withoutPeople<Sum extends Exported>(sum: Sum, people: ReadonlySet<string>): Sum {
  if (people.size === 0) return sum;
  const rows = new Set(sum.lines.filter(({ employeeId }) => people.has(employeeId)).map(rowKeyText));
  return {
    ...sum,
    lines: sum.lines.filter(({ employeeId }) => !people.has(employeeId)),
    rows: sum.rows.filter((row) => !rows.has(rowKeyText(row))),
  };
}

/** A pay line that differs from what a final recorded, whatever its files print. */
export interface PayLineDifference<Base> {
  readonly base: Base;
  readonly difference: LineDifference;
}

/** Pay lines that differ, with those that a template of some final prints: its own lines say what to correct. */
export class OpenPayLines<Base> {
  readonly #keys: ReadonlySet<string>;
  readonly #printed = new Set<string>();

  constructor(readonly differences: readonly PayLineDifference<Base>[]) {
    this.#keys = new Set(differences.map(({ difference }) => payLineText(difference.key)));
  }

  /** @param line that a template prints, or has printed */
  markPrinted(line: LineKey): void {
    const key = payLineText(line);
    if (this.#keys.has(key)) this.#printed.add(key);
  }

  /**
   * Of a template over people, days or entries: what it prints of a person's time has all lines of ordinary work in it.
   * @param isWork whether a pay code is ordinary work, and no premium on top of it
   */
  markWholePrinted(line: LineKey, isByDay: boolean, isWork: (payCode: string) => boolean): void {
    for (const { difference } of this.differences) {
      const { key } = difference;
      const isSame = key.employeeId === line.employeeId && (!isByDay || key.date === line.date);
      if (isSame && key.unit === line.unit && isWork(key.payCode)) this.#printed.add(payLineText(key));
    }
  }

  get printed(): readonly PayLineDifference<Base>[] {
    return this.#some((key) => this.#printed.has(key));
  }

  get unprinted(): readonly PayLineDifference<Base>[] {
    return this.#some((key) => !this.#printed.has(key));
  }

  #some(isWanted: (key: string) => boolean): PayLineDifference<Base>[] {
    return this.differences.filter(({ difference }) => isWanted(payLineText(difference.key)));
  }
}
