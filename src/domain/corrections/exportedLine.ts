import { compareText } from '../collections.js';
import { addQuantities } from '../pay/payLine.js';
import type { LocalDate } from '../time/localDate.js';

/** What an amount is: time, how often something happened, or days of leave. */
export type AmountUnit = 'minutes' | 'times' | 'days';

/** What tells lines of the ledger apart. */
export interface LineKey {
  readonly template: string;
  readonly employeeId: string;
  /** The day that the minutes count for: the original one, whenever they are corrected. */
  readonly date: LocalDate;
  readonly payCode: string;
  /** The id of the place; null where there is none. */
  readonly establishment: string | null;
  readonly costCenter: string | null;
  readonly unit: AmountUnit;
  /** The row of the template's files that its amount is summed into. */
  readonly row: string;
}

/** What one file gave one line. */
export interface ExportedLine extends LineKey {
  /** In its unit. Signed: a correction may take something back. */
  readonly amount: number;
}

/** A line as it is computed, with what each entry, absence or estimate behind it gave it. */
export interface ComputedLine extends ExportedLine {
  readonly parts: ReadonlyMap<string, number>;
}

/** What stands in one row of a file. Several lines can be summed into it, and are rounded together. */
export interface WrittenRow {
  readonly template: string;
  readonly row: string;
  readonly unit: AmountUnit;
  /** Whole units: hundredths of hours, minutes, thousandths of days. Signed. */
  readonly units: number;
  /** Of an hour, or of one time or day: 100 for hours with two decimals, 60 for minutes. */
  readonly unitsOfOne: number;
}

/** Lines and rows of one export, or of all of them together. */
export interface Exported<Line extends ExportedLine = ExportedLine> {
  readonly lines: readonly Line[];
  readonly rows: readonly WrittenRow[];
}

/** A key as text, the same for equal keys only. */
export function lineKeyText(key: LineKey): string {
  const { template, employeeId, date, payCode, establishment, costCenter, unit, row } = key;
  return JSON.stringify([template, employeeId, date, payCode, establishment, costCenter, unit, row]);
}

/** What a pay line is known by, whatever files carry it, and in whatever unit. */
export function payLineText({ employeeId, date, payCode, establishment }: LineKey): string {
  return JSON.stringify([employeeId, date, payCode, establishment]);
}

export function rowKeyText({ template, row }: Pick<WrittenRow, 'template' | 'row'>): string {
  return JSON.stringify([template, row]);
}

/** By template, employee, date, pay code, place, cost centre, unit and row, in code units. */
export function compareLineKeys(a: LineKey, b: LineKey): number {
  return (
    compareText(a.template, b.template) ||
    compareText(a.employeeId, b.employeeId) ||
    compareText(a.date, b.date) ||
    compareText(a.payCode, b.payCode) ||
    compareText(a.establishment ?? '', b.establishment ?? '') ||
    compareText(a.costCenter ?? '', b.costCenter ?? '') ||
    compareText(a.unit, b.unit) ||
    compareText(a.row, b.row)
  );
}

/** What belongs to rows of templates. Names of rows are long, so none is copied into a key. */
export class RowMap<Value> {
  readonly #templates = new Map<string, Map<string, Value>>();

  get({ template, row }: Pick<WrittenRow, 'template' | 'row'>): Value | undefined {
    return this.#templates.get(template)?.get(row);
  }

  set({ template, row }: Pick<WrittenRow, 'template' | 'row'>, value: Value): void {
    const rows = this.#templates.get(template) ?? new Map<string, Value>();
    this.#templates.set(template, rows.set(row, value));
  }

  *values(): Iterable<Value> {
    for (const rows of this.#templates.values()) yield* rows.values();
  }
}

/** Lines row by row, in the order in which they come. */
export function groupLinesByRow<Line extends LineKey>(lines: Iterable<Line>): RowMap<Line[]> {
  const rows = new RowMap<Line[]>();
  for (const line of lines) {
    const mine = rows.get(line);
    if (mine === undefined) rows.set(line, [line]);
    else mine.push(line);
  }
  return rows;
}

/** The key of a line within its row. */
export function rowLineKey({ employeeId, date, payCode, establishment, costCenter, unit }: LineKey): string {
  return JSON.stringify([employeeId, date, payCode, establishment, costCenter, unit]);
}

/**
 * Everything that was exported, final by final and correction by correction, as one: a line and a row each once.
 * Settlements count too, since what was paid outside is paid. Lines and rows that came to nothing stay with 0, so that
 * a target that keeps old values is told of them.
 * @throws RangeError where two exports of a row count in different units
 */
export function sumExports(exports: readonly Exported[]): Exported {
  const rows = new RowMap<WrittenRow>();
  for (const { rows: written } of exports) {
    for (const row of written) {
      const known = rows.get(row);
      if (known !== undefined && known.unitsOfOne !== row.unitsOfOne) {
        throw new RangeError(`row ${row.row} of ${row.template} was written in two units`);
      }
      rows.set(row, { ...row, units: (known?.units ?? 0) + row.units });
    }
  }
  const lines: ExportedLine[] = [];
  for (const mine of groupLinesByRow(eachLine(exports)).values())
    for (const line of summed(mine)) lines.push(line);
  return { lines, rows: [...rows.values()] };
}

function* eachLine(exports: readonly Exported[]): Iterable<ExportedLine> {
  for (const { lines } of exports) yield* lines;
}

/** Lines of one row, each key once. */
function summed(lines: readonly ExportedLine[]): Iterable<ExportedLine> {
  const byKey = new Map<string, ExportedLine>();
  for (const line of lines) {
    const key = rowLineKey(line);
    const amount = addQuantities(byKey.get(key)?.amount ?? 0, line.amount);
    byKey.set(key, { ...keyOf(line), amount });
  }
  return byKey.values();
}

function keyOf(line: ExportedLine): ExportedLine {
  const { template, employeeId, date, payCode, establishment, costCenter, unit, row, amount } = line;
  return { template, employeeId, date, payCode, establishment, costCenter, unit, row, amount };
}
