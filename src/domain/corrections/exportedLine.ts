import { compareText } from '../inOrder.js';
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
export function compareLines(a: LineKey, b: LineKey): number {
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
