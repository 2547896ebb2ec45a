import type { PlainRow, SheetRow, StyleIds } from '../cells/sheetRow.js';
import type { CellStyle, SheetSettings } from './cellStyle.js';
import type { ChartPlan } from './chartData.js';
import type { TablePlan } from './tableXml.js';

/** What is printed of a sheet. */
export interface PrintPlan {
  /** Rows printed on top of every page. */
  readonly titleRows?: { readonly from: number; readonly to: number };
  /** So many columns from the left are printed on every page, where there are several side by side. @default none */
  readonly titleColumns?: number;
  /** Only this many columns, down to `lastRow`. @default all */
  readonly columns?: number;
  readonly lastRow: number;
}

/** A worksheet to be: its rows are streamed, its tables and charts are parts of our own. */
export interface SheetPlan {
  /** Safe and unique (see sheetNames). */
  readonly name: string;
  readonly settings: SheetSettings;
  /** All rows from row 1 on; called once. */
  readonly rows: (styleIds: StyleIds) => Iterable<SheetRow | PlainRow>;
  /** The area used, such as `A1:K40`. */
  readonly area: string;
  readonly print?: PrintPlan;
  readonly tables?: readonly TablePlan[];
  readonly charts?: readonly ChartPlan[];
}

export interface WorkbookPlan {
  readonly properties: WorkbookProperties;
  readonly styles: ReadonlyMap<string, CellStyle>;
  readonly sheets: readonly SheetPlan[];
}

export interface WorkbookProperties {
  /** The program that writes it. */
  readonly creator: string;
  readonly title: string;
  readonly subject: string;
  readonly company: string;
  readonly description: string;
  /** ISO 8601 in UTC; from the run, never the clock. */
  readonly createdAtUtc: string;
}
