import type { Style, Worksheet } from 'exceljs';
import type { PlainRow, SheetRow, StyleIds } from '../rows/sheetRow.js';

/** A cell's look, in exceljs's terms. */
export type CellStyle = Partial<Style>;

/** A column of a native table. */
export interface TableColumn {
  /** Exactly the text of the heading cell. */
  readonly name: string;
  /** What the totals row shows, where the table has one. */
  readonly total?: { readonly label: string } | { readonly function: 'sum' };
}

/** A native table: headings in its first row, data below, and a totals row where a column has a total. */
export interface TablePlan {
  /** Unique in the workbook; letters, digits and `_` only. */
  readonly name: string;
  /** From 0. */
  readonly firstColumn: number;
  /** The row of the headings, from 1. */
  readonly headingRow: number;
  /** At least 1: Excel knows no table without a row. */
  readonly dataRows: number;
  readonly columns: readonly TableColumn[];
}

/** A chart part (DrawingML chart) and the cells over which it lies. */
export interface ChartPlan {
  readonly xml: string;
  /** Columns and rows from 0: the cells of the corners. */
  readonly from: { readonly column: number; readonly row: number };
  readonly to: { readonly column: number; readonly row: number };
  /** Alternative text for people who cannot see it. */
  readonly description: string;
}

/** What is printed of a sheet. */
export interface PrintPlan {
  /** Rows printed on top of every page. */
  readonly titleRows?: { readonly from: number; readonly to: number };
  /** Only this many columns, down to `lastRow`. @default all */
  readonly columns?: number;
  readonly lastRow: number;
}

/** A worksheet to be: its settings go through exceljs, its rows are streamed, its tables and charts are parts of our own. */
export interface SheetPlan {
  /** Safe and unique (see sheetNames). */
  readonly name: string;
  /** Widths, panes, page set-up, conditional formats, protection: anything of exceljs but cells and `print`. */
  readonly settings: (sheet: Worksheet) => void;
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
  readonly title: string;
  readonly subject: string;
  readonly company: string;
  readonly description: string;
  /** ISO 8601 in UTC; from the run, never the clock. */
  readonly createdAtUtc: string;
}
