import { SHEET_ROWS } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import { HEADING_ROW } from './sheetFrame.js';

/** Rows that fit one sheet below the headings, with room for totals. */
export const ROWS_PER_SHEET = SHEET_ROWS - HEADING_ROW - 1;

/** Cuts rows into sheets; one, perhaps empty, where they fit. */
export function pagedRows(rows: readonly DataRow[], perSheet: number): (readonly DataRow[])[] {
  if (rows.length <= perSheet) return [rows];
  const pages: (readonly DataRow[])[] = [];
  for (let at = 0; at < rows.length; at += perSheet) pages.push(rows.slice(at, at + perSheet));
  return pages;
}
