import type { Style } from 'exceljs';
import type { PlainRow, SheetRow, StyleIds } from '../cells/rowWriter.js';

export interface WorkbookPlan {
  readonly properties: WorkbookProperties;
  readonly styles: ReadonlyMap<string, CellStyle>;
  readonly sheets: readonly SheetPlan[];
}

export interface WorkbookProperties {
  /** The program that writes the workbook. */
  readonly creator: string;
  readonly title: string;
  readonly subject: string;
  readonly company: string;
  readonly description: string;
  /** ISO 8601 in UTC; taken from the run, not from the clock. */
  readonly createdAtUtc: string;
}

/** A planned worksheet: its rows are streamed. */
export interface SheetPlan {
  /** Safe and unique (see sheetNames). */
  readonly name: string;
  readonly settings: SheetSettings;
  /** All rows from row 1 on; called once. */
  readonly rows: (styleIds: StyleIds) => Iterable<SheetRow | PlainRow>;
  /** The used area, such as `A1:K40`. */
  readonly area: string;
}

/** How a sheet looks on the screen. */
export interface SheetSettings {
  /** Widths of the columns from A on, in characters. */
  readonly widths: readonly number[];
  /** Frozen rows and columns. @default none */
  readonly frozen?: { readonly rows: number; readonly columns: number };
}

/**
 * A cell's format; omitted properties are those of a plain cell. Colours are alpha, red, green and blue, as eight
 * hexadecimal digits.
 */
export type CellStyle = Partial<Style>;
