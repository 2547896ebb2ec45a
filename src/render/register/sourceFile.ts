import { readFile, stat } from 'node:fs/promises';
import { parseCsvRecords } from '../../domain/people/csvFile.js';
import { type ErrorCode, PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { hasCode } from '../../runtime/notWritten.js';
import { rowsAsShown } from '../../workbook/index.js';
import { readExampleText } from '../like/exampleFile.js';

/** A line of a file from another program, or a row of one of its sheets. */
export interface SourceRow {
  /** Counted as in editors and Excel. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file from another program: text, whose fields are not yet separated, or the sheets of a workbook. */
export type SourceFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'workbook'; readonly sheets: readonly (readonly SourceRow[])[] };

const MOST_BYTES = 50_000_000;
const ZIP = Buffer.from('PK\u0003\u0004');

/**
 * Reads a CSV, text or XLSX file of another program, in any encoding.
 * @param code of the failure if the file cannot be read @throws PaytallyError
 */
export async function readSourceFile(path: string, code: ErrorCode): Promise<SourceFile> {
  const refuse = (reason: 'missing' | 'tooLarge' | 'unreadable' | 'binary', cause?: unknown) =>
    new PaytallyError(code, message('register.file', { path, reason }), { record: path, cause });
  const found = await stat(path).catch((cause: unknown) => {
    throw refuse(hasCode(cause) && cause.code === 'ENOENT' ? 'missing' : 'unreadable', cause);
  });
  if (!found.isFile()) throw refuse('unreadable');
  if (found.size > MOST_BYTES) throw refuse('tooLarge');
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw refuse('unreadable', cause);
  });
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) {
    const rows = await rowsAsShown(path).catch((cause: unknown) => {
      throw refuse('unreadable', cause);
    });
    return { kind: 'workbook', sheets: groupSheets(rows) };
  }
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isUtf16 && bytes.includes(0)) throw refuse('binary');
  const text = isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : readExampleText(bytes).text;
  return { kind: 'text', text };
}

function groupSheets(rows: Awaited<ReturnType<typeof rowsAsShown>>): SourceRow[][] {
  const sheets = new Map<string, SourceRow[]>();
  for (const { sheet, number, cells, columns } of rows) {
    const full: string[] = Array.from({ length: columns.at(-1) ?? 0 }, () => '');
    columns.forEach((column, index) => {
      full[column - 1] = cells[index] ?? '';
    });
    const mine = sheets.get(sheet) ?? [];
    mine.push({ line: number, cells: full });
    sheets.set(sheet, mine);
  }
  return [...sheets.values()];
}

/** Separates the fields of a text. @param delimiter empty: a single field a line */
export function separateFields(text: string, delimiter: string): SourceRow[] {
  if (delimiter !== '')
    return parseCsvRecords(text, delimiter).map(({ line, cells }) => ({
      line,
      cells: cells.map(({ value }) => value),
    }));
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, cells: [line] }))
    .filter(({ cells }) => cells[0]?.trim() !== '');
}

/** The tables that a file may be read as: its sheets, or its lines separated by each delimiter that occurs. */
export function possibleTables(file: SourceFile): readonly (readonly SourceRow[])[] {
  if (file.kind === 'workbook') return file.sheets;
  return [';', '\t', ',', '|']
    .filter((delimiter) => file.text.includes(delimiter))
    .map((delimiter) => separateFields(file.text, delimiter));
}
