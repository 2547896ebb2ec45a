import type { Borders, FillPattern, Style } from 'exceljs';
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

/** A planned worksheet: its rows are streamed, its tables and charts are our own parts. */
export interface SheetPlan {
  /** Safe and unique (see sheetNames). */
  readonly name: string;
  readonly settings: SheetSettings;
  /** All rows from row 1 on; called once. */
  readonly rows: (styleIds: StyleIds) => Iterable<SheetRow | PlainRow>;
  /** The used area, such as `A1:K40`. */
  readonly area: string;
  readonly print?: PrintPlan;
  readonly tables?: readonly TablePlan[];
  readonly charts?: readonly ChartPlan[];
}

/** The print settings of a sheet. */
export interface PrintPlan {
  /** Rows repeated at the top of every page. */
  readonly titleRows?: { readonly from: number; readonly to: number };
  /** Print only this many columns. @default all that have a width: text that is too long adds no page */
  readonly columns?: number;
  readonly lastRow: number;
  /** The sheet has no page when the workbook is printed. */
  readonly isForScreen?: true;
}

/** How a sheet looks on the screen and on paper. */
export interface SheetSettings {
  /** Widths of the columns from A on, in characters. */
  readonly widths: readonly number[];
  readonly tabColour?: string;
  /** Frozen rows and columns. @default none */
  readonly frozen?: { readonly rows: number; readonly columns: number };
  /** @default true */
  readonly showsGrid?: boolean;
  /** @default chosen by the program */
  readonly page?: PageSettings;
}

/** A4 pages, scaled so that the sheet is one page wide. */
interface PageSettings {
  readonly orientation: 'portrait' | 'landscape';
  /** The maximum number of pages; 0 for no limit. */
  readonly pagesTall: number;
  readonly isCentred: boolean;
  readonly marginsInches: Readonly<Record<'left' | 'right' | 'top' | 'bottom' | 'header' | 'footer', number>>;
  /** The footers of the first page and of the others, with Excel's codes. */
  readonly firstFooter: string;
  readonly footer: string;
}

/** A native table: headings in its first row, data below, and a totals row if a column has a total. */
export interface TablePlan {
  /** Unique in the workbook; letters, digits and `_` only. */
  readonly name: string;
  /** From 0. */
  readonly firstColumn: number;
  /** The row of the headings, from 1. */
  readonly headingRow: number;
  /** At least 1: Excel does not allow a table without rows. */
  readonly dataRows: number;
  readonly columns: readonly TableColumn[];
}

/** A column of a native table. */
export interface TableColumn {
  /** Must equal the text of the heading cell. */
  readonly name: string;
  /** The function of the totals row, if the table has one. */
  readonly total?: { readonly label: string } | { readonly function: 'sum' };
}

/** A chart part (DrawingML chart) and the cells that it covers. */
export interface ChartPlan {
  readonly xml: string;
  /** Columns and rows from 0: the cells of the corners. */
  readonly from: { readonly column: number; readonly row: number };
  readonly to: { readonly column: number; readonly row: number };
  /** Alternative text for people who cannot see it. */
  readonly description: string;
}

/**
 * A cell's format; omitted properties are those of a plain cell. Colours are alpha, red, green and blue, as eight
 * hexadecimal digits.
 */
export type CellStyle = Partial<Style>;
export type CellBorder = Partial<Borders>;
export type CellFill = FillPattern;
