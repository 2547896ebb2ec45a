import type { LocalDate } from '../time/localDate.js';

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
  /** The row of the template's files that its minutes are summed into. */
  readonly row: string;
}

/** Minutes that one file gave one line. */
export interface ExportedLine extends LineKey {
  /** Signed: a correction may take minutes back. */
  readonly minutes: number;
}

/** A line as it is computed, with the minutes of each entry, absence or estimate behind it. */
export interface ComputedLine extends ExportedLine {
  readonly parts: ReadonlyMap<string, number>;
}

/** What stands in one row of a file. Several lines can be summed into it, and are rounded together. */
export interface WrittenRow {
  readonly template: string;
  readonly row: string;
  /** Whole units: hundredths of hours, minutes. Signed. */
  readonly units: number;
  /** 100 for hours with two decimals, 60 for minutes. */
  readonly unitsPerHour: number;
}

/** Lines and rows of one export, or of all of them together. */
export interface Exported<Line extends ExportedLine = ExportedLine> {
  readonly lines: readonly Line[];
  readonly rows: readonly WrittenRow[];
}

/** A key as text, the same for equal keys only. */
export function lineKeyText(key: LineKey): string {
  const { template, employeeId, date, payCode, establishment, costCenter, row } = key;
  return JSON.stringify([template, employeeId, date, payCode, establishment, costCenter, row]);
}

export function rowKeyText({ template, row }: Pick<WrittenRow, 'template' | 'row'>): string {
  return JSON.stringify([template, row]);
}

/** By template, employee, date, pay code, place, cost centre and row, in code units. */
export function compareLines(a: LineKey, b: LineKey): number {
  return (
    compare(a.template, b.template) ||
    compare(a.employeeId, b.employeeId) ||
    compare(a.date, b.date) ||
    compare(a.payCode, b.payCode) ||
    compare(a.establishment ?? '', b.establishment ?? '') ||
    compare(a.costCenter ?? '', b.costCenter ?? '') ||
    compare(a.row, b.row)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What belongs to rows of templates. Names of rows are long, so none is copied into a key. */
export class ByRow<Value> {
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
export function linesByRow<Line extends LineKey>(lines: Iterable<Line>): ByRow<Line[]> {
  const rows = new ByRow<Line[]>();
  for (const line of lines) {
    const mine = rows.get(line);
    if (mine === undefined) rows.set(line, [line]);
    else mine.push(line);
  }
  return rows;
}

/** The key of a line within its row. */
export function keyInRow({ employeeId, date, payCode, establishment, costCenter }: LineKey): string {
  return JSON.stringify([employeeId, date, payCode, establishment, costCenter]);
}
