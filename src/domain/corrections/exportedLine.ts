import { compareText } from '../collections.js';
import type { AmountUnit } from '../pay/payAmounts.js';
import { addQuantities } from '../pay/payLine.js';
import type { LocalDate } from '../time/localDate.js';

/** The key of a ledger line. */
export interface LineKey {
  readonly template: string;
  readonly employeeId: string;
  /** The day that the minutes count for; corrections keep the original day. */
  readonly date: LocalDate;
  readonly payCode: string;
  /** The ID of the place, or null. */
  readonly establishment: string | null;
  readonly costCenter: string | null;
  readonly unit: AmountUnit;
  /** The row of the template's files that its amount is summed into. */
  readonly row: string;
}

/** The amount of one line in one file. */
export interface ExportedLine extends LineKey {
  /** In the unit of the line. Signed, because a correction may reduce an amount. */
  readonly amount: number;
}

/** A computed line, with the amount of each entry, absence or estimate behind it. */
export interface ComputedLine extends ExportedLine {
  readonly parts: ReadonlyMap<string, number>;
}

/** One row of a file. Several lines can be summed into it and are then rounded together. */
export interface WrittenRow {
  readonly template: string;
  readonly row: string;
  readonly unit: AmountUnit;
  /** Whole units: hundredths of hours, minutes, thousandths of days. Signed. */
  readonly units: number;
  /** Units per hour, count or day: 100 for hours with two decimals, 60 for minutes. */
  readonly unitsOfOne: number;
}

/** Values in a file that are no amounts, by field. */
export type ShownValues = Readonly<Record<string, string | number | boolean | null>>;

/** A line or element of a file, besides its rows: what it shows that is no amount. */
export interface WrittenRecord {
  readonly template: string;
  /** The name that its rows have in common. */
  readonly record: string;
  /** Values of the fields in its columns. */
  readonly shown: ShownValues;
  /** Further columns of amounts, by column. */
  readonly further: FurtherAmounts;
}

export type FurtherAmounts = Readonly<Record<string, FurtherAmount>>;

/** An amount that has no lines of its own. */
export interface FurtherAmount {
  /** Printed whole units. Signed. */
  readonly units: number;
  /** Units per hour, if it repeats the time of the rows in another form; null for any other amount. */
  readonly unitsOfOne: number | null;
}

/** Lines, rows and records of one export, or of all of them together. */
export interface Exported<Line extends ExportedLine = ExportedLine> {
  readonly lines: readonly Line[];
  readonly rows: readonly WrittenRow[];
  readonly records: readonly WrittenRecord[];
}

export const NOTHING_EXPORTED: Exported = { lines: [], rows: [], records: [] };

/** The key of a line, without its other fields. */
export function lineKey(line: LineKey): LineKey {
  const { template, employeeId, date, payCode, establishment, costCenter, unit, row } = line;
  return { template, employeeId, date, payCode, establishment, costCenter, unit, row };
}

/** A key as text, the same for equal keys only. */
export function lineKeyText(key: LineKey): string {
  const { template, employeeId, date, payCode, establishment, costCenter, unit, row } = key;
  return JSON.stringify([template, employeeId, date, payCode, establishment, costCenter, unit, row]);
}

/** The key of a pay line, independent of file and unit. */
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

/** Values by template row. Row names are long, so they are not copied into keys. */
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

/** Lines row by row, in their original order. */
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
 * Everything that was exported, final by final and correction by correction, combined: each line and row once.
 * Settlements are included, because they were paid too. Lines and rows whose sum is zero are kept with 0, so that a
 * target that keeps old values receives the 0.
 * @throws RangeError if two exports of a row use different units
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
  return { lines, rows: [...rows.values()], records: sumRecords(exports.map(({ records }) => records)) };
}

/** Each record once, with its newest values, and the sums of its further columns. */
function sumRecords(exports: readonly (readonly WrittenRecord[])[]): WrittenRecord[] {
  const sums = new RowMap<WrittenRecord>();
  for (const records of exports)
    for (const record of records) {
      const name = { template: record.template, row: record.record };
      const further = addFurther(sums.get(name)?.further ?? {}, record.further);
      sums.set(name, { ...record, further });
    }
  return [...sums.values()];
}

/** Further amounts, added up. */
export function addFurther(one: FurtherAmounts, other: FurtherAmounts, sign: 1 | -1 = 1): FurtherAmounts {
  const columns = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    columns.map((column) => {
      const [a, b] = [one[column], other[column]];
      const units = (a?.units ?? 0) + sign * (b?.units ?? 0);
      return [column, { units, unitsOfOne: (b ?? a)?.unitsOfOne ?? null }];
    }),
  );
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
    byKey.set(key, { ...lineKey(line), amount });
  }
  return byKey.values();
}
