import { groupBy } from '../collections.js';
import type { AmountUnit } from '../pay/payAmounts.js';
import { addQuantities, type PayLineKind } from '../pay/payLine.js';
import { isInside, type Period } from '../period/period.js';
import type { LocalDate } from '../time/localDate.js';
import {
  addFurther,
  compareLineKeys,
  type Exported,
  type ExportedLine,
  type FurtherAmounts,
  groupLinesByRow,
  type LineKey,
  lineKey,
  payLineText,
  RowMap,
  rowKeyText,
  rowLineKey,
  type ShownValues,
  type WrittenRecord,
  type WrittenRow,
} from './exportedLine.js';
import { recordNameOf } from './rowName.js';

/** A row of a file before and after, in its own whole units. */
export interface RowDifference {
  readonly template: string;
  readonly row: string;
  readonly unit: AmountUnit;
  readonly unitsOfOne: number;
  /** The previous sum of its lines, in their unit. */
  readonly beforeAmount: number;
  readonly beforeUnits: number;
  readonly afterUnits: number;
  readonly record: RecordDifference;
}

/** The record of a row, before and after. */
export interface RecordDifference {
  readonly record: string;
  /** As it would be shown now, or as it was if it no longer exists; undefined if that was not recorded. */
  readonly shown: ShownValues | undefined;
  /** The change of its further amounts. */
  readonly further: FurtherAmounts;
  /** Whether only some of its lines change. */
  readonly isPart: boolean;
}

/** A line to correct. */
export interface LineDifference {
  readonly key: LineKey;
  /** Amounts in the unit of the line. */
  readonly before: number;
  readonly after: number;
  /** On the first line of its row; null on the others, because they are rounded together with it. */
  readonly written: RowDifference | null;
}

/**
 * The differences between a fresh computation and the sum of all exports, line by line, in order. A row whose printed
 * units changed only because rows rounded with it did has a line as well.
 */
export function findLineDifferences(before: Exported, fresh: Exported): LineDifference[] {
  const [oldRows, newRows] = [byRow(before.rows), byRow(fresh.rows)];
  const [oldLines, newLines] = [groupLinesByRow(before.lines), groupLinesByRow(fresh.lines)];
  const recordOf = recordDifferences(before.records, fresh.records);
  const found: LineDifference[] = [];
  for (const row of eachRow(before, fresh)) {
    const lines = bothSides(oldLines.get(row) ?? [], newLines.get(row) ?? []);
    const written = rowDifference(row, lines, [oldRows.get(row), newRows.get(row)], recordOf);
    for (const line of ofRow(lines, written)) found.push(line);
  }
  return found.sort((a, b) => compareLineKeys(a.key, b.key));
}

/** The differences of one row, in the order of its lines; the first carries the printed amount. */
function ofRow(lines: readonly Movement[], row: RowDifference | null): LineDifference[] {
  const moved = lines.filter(isMoved);
  if (moved.length === 0 && row === null) return [];
  const sorted = [...(moved.length > 0 ? moved : lines)].sort((a, b) => compareLineKeys(a.key, b.key));
  const told = moved.length > 0 ? sorted : sorted.slice(0, 1);
  return told.map((line, index) => ({ ...line, key: lineKey(line.key), written: index === 0 ? row : null }));
}

/** A line as exported and as computed now. */
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

/** Each row of either side once. A row whose sum is zero has lines but no printed amount. */
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

/** null if neither side prints an amount. */
function rowDifference(
  { template, row }: RowName,
  lines: readonly Movement[],
  [old, now]: readonly [WrittenRow | undefined, WrittenRow | undefined],
  recordOf: (row: RowName) => RecordDifference,
): RowDifference | null {
  const known = now ?? old;
  if (known === undefined) return null;
  const { unit, unitsOfOne } = known;
  const beforeAmount = lines.reduce((sum, { before }) => addQuantities(sum, before), 0);
  const [beforeUnits, afterUnits] = [old?.units ?? 0, now?.units ?? 0];
  if (beforeUnits === afterUnits && !lines.some(isMoved)) return null;
  const record = recordOf({ template, row });
  return { template, row, unit, unitsOfOne, beforeAmount, beforeUnits, afterUnits, record };
}

function recordDifferences(
  before: readonly WrittenRecord[],
  fresh: readonly WrittenRecord[],
): (row: RowName) => RecordDifference {
  const [old, now] = [byRecord(before), byRecord(fresh)];
  const known = new RowMap<RecordDifference>();
  return ({ template, row }) => {
    const record = recordNameOf(row);
    const name = { template, row: record };
    const found = known.get(name);
    if (found !== undefined) return found;
    const [was, is] = [old.get(name), now.get(name)];
    const further = addFurther(is?.further ?? {}, was?.further ?? {}, -1);
    const made = { record, shown: (is ?? was)?.shown, further, isPart: false };
    known.set(name, made);
    return made;
  };
}

function byRecord(records: readonly WrittenRecord[]): RowMap<WrittenRecord> {
  const found = new RowMap<WrittenRecord>();
  for (const record of records) found.set({ template: record.template, row: record.record }, record);
  return found;
}

function byRow(rows: readonly WrittenRow[]): RowMap<WrittenRow> {
  const found = new RowMap<WrittenRow>();
  for (const row of rows) found.set(row, row);
  return found;
}

/** The amount that a difference adds to the exports. */
export function movedAmount({ before, after }: Pick<LineDifference, 'before' | 'after'>): number {
  return addQuantities(after, -before);
}

/** The total change of some differences, by row. */
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
  // Removes the error of binary fractions; whole minutes have none.
  const magnitude = Math.round(Number(((Math.abs(amount) * unitsOfOne) / one).toPrecision(14)));
  return amount < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** The differences of some days of a period. */
export function differencesWithin(differences: readonly LineDifference[], days: Period): LineDifference[] {
  return selectDifferences(differences, ({ key }) => isInside(key.date, days));
}

/**
 * Some of the differences. If a row has other differences that are left out, it prints the rounded sum of the amounts
 * recorded so far; the rest follows with the others.
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

/**
 * A row of which only some lines change. Rows that are rounded together keep their rounding until all lines have
 * changed.
 */
function moveRow(row: RowDifference, amount: number): RowDifference {
  const { beforeAmount, beforeUnits } = row;
  const moved = toPrintedUnits(addQuantities(beforeAmount, amount), row) - toPrintedUnits(beforeAmount, row);
  return { ...row, afterUnits: beforeUnits + moved, record: { ...row.record, isPart: true } };
}

/** All differences of some lines only, for employees whose records were deleted. */
export function withoutPeople<Sum extends Exported>(sum: Sum, people: ReadonlySet<string>): Sum {
  if (people.size === 0) return sum;
  const rows = new Set(sum.lines.filter(({ employeeId }) => people.has(employeeId)).map(rowKeyText));
  return {
    ...sum,
    lines: sum.lines.filter(({ employeeId }) => !people.has(employeeId)),
    rows: sum.rows.filter((row) => !rows.has(rowKeyText(row))),
  };
}

/** A pay line that differs from a final's record, whether or not its files print it. */
export interface PayLineDifference<Base> {
  readonly base: Base;
  readonly difference: LineDifference;
}

/** An amount of a template about people, days or entries: it moved by so much. */
export interface WholeMovement extends Pick<LineKey, 'employeeId' | 'unit'> {
  /** null if the amount is of the whole period. */
  readonly date: LocalDate | null;
  readonly amount: number;
}

/** The kinds of pay lines that an amount of a person or day may include, from the narrowest. */
const INCLUDED: readonly (readonly PayLineKind[])[] = [
  ['base'],
  ['base', 'topup'],
  ['base', 'topup', 'not-worked'],
  ['base', 'topup', 'not-worked', 'absence'],
  ['absence'],
  ['loading'],
  ['count'],
];

/**
 * Pay lines that differ, and whether a template of a final prints them. The lines of that template are then the ones to
 * correct.
 */
export class OpenPayLines<Base> {
  readonly #keys: ReadonlySet<string>;
  readonly #printed = new Set<string>();

  constructor(readonly differences: readonly PayLineDifference<Base>[]) {
    this.#keys = new Set(differences.map(({ difference }) => payLineText(difference.key)));
  }

  /** @param line that a template prints or printed */
  markPrinted(line: LineKey): void {
    const key = payLineText(line);
    if (this.#keys.has(key)) this.#printed.add(key);
  }

  /**
   * For a template about people, days or entries: its amount carries the lines whose changes add up to its own change.
   * If some lines increase and others decrease, the amount does not show it, and carries none of them.
   * @param kindOf a pay code
   * @returns the carried lines, see `payLineText`
   */
  markWholePrinted(
    { employeeId, date, unit, amount }: WholeMovement,
    kindOf: (payCode: string) => PayLineKind,
  ): readonly string[] {
    if (amount === 0) return [];
    const own = this.differences.filter(
      ({ difference: { key } }) =>
        key.employeeId === employeeId && key.unit === unit && (date === null || key.date === date),
    );
    for (const kinds of INCLUDED) {
      const some = own.filter(({ difference: { key } }) => kinds.includes(kindOf(key.payCode)));
      const moved = some.map(({ difference }) => movedAmount(difference));
      const isOneWay = moved.every((each) => each > 0 === amount > 0);
      if (!isOneWay || moved.reduce(addQuantities, 0) !== amount) continue;
      const carried = some.map(({ difference }) => payLineText(difference.key));
      for (const key of carried) this.#printed.add(key);
      return carried;
    }
    return [];
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
