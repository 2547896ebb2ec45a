import type { Cell, CellValue } from 'exceljs';

/** A row of a sheet with content, with its cells as displayed. */
export interface ReadRow {
  readonly sheet: string;
  readonly number: number;
  readonly cells: readonly string[];
  /** The column number of each cell, as in Excel. */
  readonly columns: readonly number[];
}

/**
 * The rows of a workbook, as a path or its bytes, sheet by sheet. Throws the library's error for a file that is not a workbook. The whole
 * workbook is in memory, because the library's streaming reader sometimes loses parts of the archive.
 */
export async function rowsAsShown(file: string | Buffer): Promise<ReadRow[]> {
  const { default: ExcelJS } = await import('#exceljs');
  const workbook = new ExcelJS.Workbook();
  if (typeof file === 'string') await workbook.xlsx.readFile(file);
  else await workbook.xlsx.load(file as unknown as ArrayBuffer);
  const rows: ReadRow[] = [];
  for (const sheet of workbook.worksheets)
    sheet.eachRow((row, number) => {
      const cells: string[] = [];
      const columns: number[] = [];
      row.eachCell({ includeEmpty: false }, (cell, column) => {
        cells.push(shown(cell));
        columns.push(column);
      });
      rows.push({ sheet: sheet.name, number, cells, columns });
    });
  return rows;
}

function shown(cell: Cell): string {
  const value = cellResultValue(cell.value);
  if (value instanceof Date) return timeText(value, cell.numFmt ?? '');
  const text = String(value ?? '');
  // `00000` shows 42 as 00042.
  const isPadded = typeof value === 'number' && /^0+$/.test(cell.numFmt ?? '') && /^\d+$/.test(text);
  return isPadded ? text.padStart(cell.numFmt.length, '0') : text;
}

function cellResultValue(value: CellValue): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('result' in value) return value.result;
  if ('text' in value) return value.text;
  if ('error' in value) return value.error;
  return '';
}

const FIRST_DAY_MS = Date.UTC(1899, 11, 30);
const MINUTE_MS = 60_000;

/** Hours and minutes for a duration; otherwise the date, with its time if it has one. */
function timeText(value: Date, format: string): string {
  if (/\[h+\]/i.test(format)) {
    const minutes = Math.round((value.getTime() - FIRST_DAY_MS) / MINUTE_MS);
    return `${Math.trunc(minutes / 60)}:${String(Math.abs(minutes % 60)).padStart(2, '0')}`;
  }
  const text = value.toISOString().slice(0, 16).replace('T', ' ');
  return text.endsWith(' 00:00') ? text.slice(0, 10) : text;
}
