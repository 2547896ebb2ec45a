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
