import { extname } from 'node:path';
import { readCsvRows } from '../domain/csv/csvRows.js';
import { decodeText } from '../domain/csv/csvText.js';
import { rowsAsShown, WorkbookError } from '../workbook/index.js';
import { translateErrors } from './workbookWords.js';

/** A table of a file. */
export interface PreviewSheet {
  /** Empty for a file without sheets. */
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Whether there are more rows than these. */
  readonly isCut: boolean;
}

/** The tables of a file, as far as they can be shown. */
export interface Preview {
  /** Empty for a file that is neither text nor a workbook. */
  readonly sheets: readonly PreviewSheet[];
  /** Whether it is a workbook that takes too much memory to be shown. */
  readonly isTooLarge: boolean;
}

/** The maximum number of rows of a file and of a sheet. */
const MOST_ROWS = 500;

/** The text that is read of a file: far more than the rows that are shown need. */
const MOST_TEXT_BYTES = 2_000_000;
const LINE_FEED = 10;
const SHOWN = { rows: 100_000, cells: 1_000_000, columns: 16_384, shownRows: MOST_ROWS + 1 };

/** The rows of an exported file, as displayed. */
export async function previewSheets(path: string, bytes: Uint8Array): Promise<Preview> {
  if (!/\.xls[xm]$/.test(path)) return { sheets: textSheets(path, bytes), isTooLarge: false };
  const sheets = await translateErrors(
    workbookSheets(path, bytes).catch((failure: unknown) => {
      if (isTooLarge(failure)) return undefined;
      throw failure;
    }),
  );
  return { sheets: sheets ?? [], isTooLarge: sheets === undefined };
}

function isTooLarge(failure: unknown): boolean {
  return failure instanceof WorkbookError && 'id' in failure.text && failure.text.id === 'zip.tooLarge';
}

function textSheets(path: string, bytes: Uint8Array): PreviewSheet[] {
  const isLong = bytes.length > MOST_TEXT_BYTES;
  // Whole lines, since a character that was cut would make the text look like one in another encoding.
  const end = isLong ? bytes.lastIndexOf(LINE_FEED, MOST_TEXT_BYTES) : bytes.length;
  const start = bytes.subarray(0, Math.max(0, end));
  if (start.includes(0)) return [];
  const { text, style } = decodeText(start);
  const isTable = extname(path) === '.csv';
  const rows = isTable
    ? readCsvRows(text, style.delimiter, 'kept').map(({ cells }) => cells)
    : text.split(/\r?\n/).map((line) => [line]);
  return [{ name: '', rows: rows.slice(0, MOST_ROWS), isCut: isLong || rows.length > MOST_ROWS }];
}

async function workbookSheets(path: string, bytes: Uint8Array): Promise<PreviewSheet[]> {
  const sheets = new Map<string, { rows: string[][]; isCut: boolean }>();
  for (const { sheet, cells, columns } of await rowsAsShown(bytes, path, SHOWN)) {
    const known = sheets.get(sheet) ?? { rows: [], isCut: false };
    sheets.set(sheet, known);
    known.isCut = known.rows.length >= MOST_ROWS;
    if (known.isCut) continue;
    const row = new Array<string>(Math.max(0, ...columns)).fill('');
    for (const [index, column] of columns.entries()) row[column - 1] = cells[index] ?? '';
    known.rows.push(row);
  }
  return [...sheets].map(([name, sheet]) => ({ name, ...sheet }));
}
