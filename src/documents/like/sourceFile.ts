import { isUtf8 } from 'node:buffer';
import { readCsvRows } from '../../domain/csv/csvRows.js';
import { TABLE_LIMITS, tableExcess } from '../../domain/csv/csvText.js';
import { type ErrorCode, PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { hasCode } from '../../runtime/notWritten.js';
import { MOST_BYTES, readPlainFile } from '../../runtime/readWithin.js';
import { rowsAsShown, WorkbookError } from '../../workbook/index.js';
import { languageWords } from '../languageWords.js';

/** A file that a payroll system accepted, as text, with its format. */
export interface ExampleText {
  readonly text: string;
  readonly charset: 'utf-8' | 'windows-1252' | 'ascii';
  readonly bom: boolean;
  readonly newline: 'lf' | 'crlf' | 'cr';
  readonly finalNewline: boolean;
}

/** Lines with fields, and the text around them. */
export interface SeparatedTable {
  /** Empty for fixed width. */
  readonly delimiter: ';' | ',' | '\t' | '|' | '';
  readonly trailingDelimiter: boolean;
  readonly quoting: 'rfc4180' | 'none';
  readonly preamble: readonly string[];
  readonly headings: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  readonly footer: readonly string[];
  /** For fixed width only. */
  readonly widths?: readonly number[];
}

const LINE_ENDS = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;

/** A file in UTF-16 as UTF-8; undefined for another file. */
export function utf16AsUtf8(bytes: Uint8Array): Uint8Array | undefined {
  const [first, second] = bytes;
  const order =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined;
  return order && new TextEncoder().encode(new TextDecoder(order).decode(bytes));
}

export function readExampleText(bytes: Uint8Array): ExampleText {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = bom ? bytes.subarray(3) : bytes;
  const isAscii = !bom && content.every((byte) => byte < 0x80);
  const charset = isAscii ? 'ascii' : bom || isUtf8(content) ? 'utf-8' : 'windows-1252';
  const text = new TextDecoder(isAscii ? 'utf-8' : charset, { ignoreBOM: true }).decode(content);
  const newline = text.includes('\r\n') ? 'crlf' : text.includes('\n') || !text.includes('\r') ? 'lf' : 'cr';
  return { text, charset, bom, newline, finalNewline: text.endsWith(LINE_ENDS[newline]) };
}

const DELIMITERS = [';', '\t', '|', ','] as const;

/**
 * @param widths of a fixed-width file; undefined if the fields are separated @returns undefined if nothing separates
 * fields
 */
export function readExampleTable(
  { text, newline }: ExampleText,
  widths: readonly number[] | undefined,
): SeparatedTable | undefined {
  const lines = text.split(LINE_ENDS[newline]);
  if (lines.at(-1) === '') lines.pop();
  if (widths !== undefined) return cutLines(lines, widths);
  const tried = DELIMITERS.flatMap((delimiter) => separateLines(lines, delimiter) ?? []);
  return tried.sort((a, b) => b.rows.length * fieldCount(b) - a.rows.length * fieldCount(a))[0];
}

function fieldCount({ rows }: SeparatedTable): number {
  return rows[0]?.length ?? 0;
}

/** The longest run of lines with the same number of fields is the table. */
function separateLines(
  lines: readonly string[],
  delimiter: (typeof DELIMITERS)[number],
): SeparatedTable | undefined {
  const fields = lines.map((line) => splitLine(line, delimiter));
  const counts = fields.map((each) => each?.length ?? 0);
  const { from, to } = longestStretch(counts);
  if ((counts[from] ?? 0) < 2) return undefined;
  const table = fields.slice(from, to).map((row) => row ?? []);
  const trailingDelimiter =
    table.every((row) => row.at(-1) === '') &&
    lines.slice(from, to).every((line) => line.endsWith(delimiter));
  const cut = trailingDelimiter ? table.map((row) => row.slice(0, -1)) : table;
  const isQuoted = lines.slice(from, to).some((line) => line.includes('"'));
  return {
    delimiter,
    trailingDelimiter,
    quoting: isQuoted ? 'rfc4180' : 'none',
    preamble: lines.slice(0, from),
    ...withHeadings(cut),
    footer: lines.slice(to),
  };
}

function splitLine(line: string, delimiter: string): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  const [record, ...more] = readCsvRows(line, delimiter, 'kept');
  return record === undefined || record.malformed || more.length > 0 ? undefined : [...record.cells];
}

function longestStretch(counts: readonly number[]): { readonly from: number; readonly to: number } {
  let best = { from: 0, to: 0 };
  for (let from = 0; from < counts.length; ) {
    let to = from;
    while (to < counts.length && counts[to] === counts[from]) to++;
    const weight = (span: { from: number; to: number }) => (span.to - span.from) * (counts[span.from] ?? 0);
    if (weight({ from, to }) > weight(best)) best = { from, to };
    from = to;
  }
  return best;
}

/** A first line without a number, followed by lines with numbers, is the heading. */
function withHeadings(table: readonly (readonly string[])[]): Pick<SeparatedTable, 'headings' | 'rows'> {
  const [first = [], ...rest] = table;
  const isNumber = (field: string) => /^[\s+-]*\d[\d.,:/-]*$/.test(field);
  const isHeading = rest.length > 0 && !first.some(isNumber) && rest.some((row) => row.some(isNumber));
  // Numbers as column names: pay codes among words.
  const isMixed =
    rest.length > 0 && /^[A-Za-z]/.test(first[0] ?? '') && rest.every((row) => isNumber(row[0] ?? ''));
  return isHeading || isMixed ? { headings: first, rows: rest } : { headings: undefined, rows: table };
}

function cutLines(lines: readonly string[], widths: readonly number[]): SeparatedTable | undefined {
  const length = widths.reduce((sum, width) => sum + width, 0);
  const isRow = (line: string) => line.length === length;
  const from = lines.findIndex(isRow);
  if (from < 0) return undefined;
  const after = lines.slice(from).findIndex((line) => !isRow(line));
  const to = after < 0 ? lines.length : from + after;
  return {
    delimiter: '',
    trailingDelimiter: false,
    quoting: 'none',
    headings: undefined,
    widths,
    preamble: lines.slice(0, from),
    rows: lines.slice(from, to).map((line) => cutLine(line, widths)),
    footer: lines.slice(to),
  };
}

/** The fields of a line of a fixed width. */
function cutLine(line: string, widths: readonly number[]): string[] {
  let rest = line;
  return widths.map((width) => {
    const field = rest.slice(0, width);
    rest = rest.slice(width);
    return field;
  });
}

/** A line of a file from another program, or a row of one of its sheets. */
export interface SourceRow {
  /** Counted as in editors and Excel. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file from another program: text, whose fields are not yet separated, or the sheets of a workbook. */
export type SourceFile =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'workbook';
      readonly sheets: readonly (readonly SourceRow[])[];
      /** Of each sheet. */
      readonly names: readonly string[];
    };

const ZIP = Buffer.from('PK\u0003\u0004');

/** A workbook takes more memory than the same rows as CSV. 60,000 people with eight pay codes have half of these cells. */
const WORKBOOK_LIMITS = { rows: 250_000, columns: TABLE_LIMITS.columns, cells: 1_000_000 };

/**
 * Reads a CSV, text or XLSX file of another program, in any encoding.
 * @param code of the failure if the file cannot be read @throws PaytallyError
 */
export async function readSourceFile(path: string, code: ErrorCode): Promise<SourceFile> {
  const refuse = (
    reason: 'missing' | 'tooLarge' | 'unreadable' | 'binary' | keyof typeof TABLE_LIMITS,
    cause?: unknown,
  ) =>
    new PaytallyError(code, message('register.file', { path, reason, ...TABLE_LIMITS }), {
      record: path,
      cause,
    });
  const bytes = await readPlainFile(path, MOST_BYTES.table).catch((cause: unknown) => {
    const reasons: Record<string, 'missing' | 'tooLarge'> = { ENOENT: 'missing', EFBIG: 'tooLarge' };
    throw refuse((hasCode(cause) ? reasons[cause.code] : undefined) ?? 'unreadable', cause);
  });
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) {
    const rows = await rowsAsShown(bytes, path, WORKBOOK_LIMITS).catch((cause: unknown) => {
      throw cause instanceof WorkbookError
        ? new PaytallyError(code, languageWords(cause.text), { record: path, cause })
        : refuse('unreadable', cause);
    });
    const sheets = groupSheets(rows);
    return { kind: 'workbook', sheets: [...sheets.values()], names: [...sheets.keys()] };
  }
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isUtf16 && bytes.includes(0)) throw refuse('binary');
  const text = isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : readExampleText(bytes).text;
  const excess = tableExcess(text);
  if (excess !== undefined) throw refuse(excess);
  return { kind: 'text', text };
}

function groupSheets(rows: Awaited<ReturnType<typeof rowsAsShown>>): Map<string, SourceRow[]> {
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
  return sheets;
}

/** The lines of a text in fields of these widths; a line that is longer is a single field. */
export function cutText(text: string, widths: readonly number[]): SourceRow[] {
  const length = widths.reduce((sum, width) => sum + width, 0);
  return text.split(/\r\n|\n|\r/).flatMap((content, index) => {
    if (content.trim() === '') return [];
    const isLonger = content.trimEnd().length > length;
    return [{ line: index + 1, cells: isLonger ? [content] : cutLine(content.padEnd(length), widths) }];
  });
}

/** Each file is compared with several layouts, and read once for all. */
const TABLES = new WeakMap<SourceFile, readonly (readonly SourceRow[])[]>();

/** The tables that a file may be read as: its sheets, or its lines separated by each delimiter that occurs. */
export function possibleTables(file: SourceFile): readonly (readonly SourceRow[])[] {
  if (file.kind === 'workbook') return file.sheets;
  const { text } = file;
  const tables =
    TABLES.get(file) ??
    [';', '\t', ',', '|']
      .filter((delimiter) => text.includes(delimiter))
      .map((delimiter) => readCsvRows(text, delimiter));
  TABLES.set(file, tables);
  return tables;
}
