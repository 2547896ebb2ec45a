import type { Cell, CellValue } from 'exceljs';

/** A row of a sheet that has something in it, as a person would read its cells. */
export interface ReadRow {
  readonly sheet: string;
  /** As Excel counts. */
  readonly number: number;
  readonly cells: readonly string[];
}

const READING = {
  worksheets: 'emit',
  sharedStrings: 'cache',
  styles: 'cache',
  hyperlinks: 'ignore',
  entries: 'ignore',
} as const;

/** The rows of a workbook, sheet by sheet, one at a time. Throws what the library does for a file that is none. */
export async function* rowsAsShown(path: string): AsyncGenerator<ReadRow> {
  const { default: ExcelJS } = await import('#exceljs');
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(path, READING)) {
    // The name is there while it is read, though the types do not say so.
    const name = 'name' in sheet ? String(sheet.name) : '';
    for await (const row of sheet) {
      const cells: string[] = [];
      row.eachCell({ includeEmpty: false }, (cell) => cells.push(shown(cell)));
      yield { sheet: name, number: row.number, cells };
    }
  }
}

function shown(cell: Cell): string {
  const value = cellResultValue(cell.value);
  return value instanceof Date ? timeText(value, cell.numFmt ?? '') : String(value ?? '');
}

/** What a formula came to, and the letters of a text with formats within. */
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

/** Hours and minutes for a length of time, else the date, with its clock time where it has one. */
function timeText(value: Date, format: string): string {
  if (/\[h+\]/i.test(format)) {
    const minutes = Math.round((value.getTime() - FIRST_DAY_MS) / MINUTE_MS);
    return `${Math.trunc(minutes / 60)}:${String(Math.abs(minutes % 60)).padStart(2, '0')}`;
  }
  const text = value.toISOString().slice(0, 16).replace('T', ' ');
  return text.endsWith(' 00:00') ? text.slice(0, 10) : text;
}
