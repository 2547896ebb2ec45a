import { closeSync, createReadStream, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { readCsvRows } from '../../domain/csv/csvRows.js';
import { message } from '../../i18n/message.js';
import { hasCode } from '../../runtime/notWritten.js';
import { unusableFile } from '../rows/lineProblems.js';
import type { TableRow } from '../rows/recordRows.js';

/** How a file was saved. */
interface FileForm {
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252';
  readonly delimiter: string;
  /** In lower case. */
  readonly headings: readonly string[];
  /** The line of the headings: 2 after the line `sep=` of Excel. */
  readonly headingLine: number;
  /** Whether the last line is complete: a file that was cut off hardly ever ends so. */
  readonly endsWithLine: boolean;
}

/** The columns that a file of the folder can have. */
export interface FileColumns {
  readonly name: string;
  readonly needed: readonly string[];
  readonly optional: readonly string[];
}

/** A file of the folder that can be read. */
export interface FolderFile extends FileForm {
  readonly path: string;
  readonly name: string;
  readonly has: (column: string) => boolean;
  /** The positions of a column: several if another program splits it. */
  readonly placesOf: (column: string) => readonly number[];
  /** Columns that paytally does not know. */
  readonly further: readonly string[];
}

/** The headings of columns that are not those of the folder: such as `start` in `Start Date` and `Start Time`. */
export type Headings = ReadonlyMap<string, readonly string[]>;

/** Finds how a file was saved. @returns undefined if there is none @throws PaytallyError SOURCE_INVALID */
export async function openFolderFile(
  folder: string,
  columns: FileColumns,
  headings: Headings = new Map(),
): Promise<FolderFile | undefined> {
  const path = join(folder, columns.name);
  if (!existsSync(path)) return undefined;
  const { encoding, head } = await surveyBytes(path);
  const namesOf = (column: string) =>
    (headings.get(column) ?? [column]).map((name) => name.trim().toLowerCase());
  const written = { needed: columns.needed.flatMap(namesOf), optional: columns.optional.flatMap(namesOf) };
  const form = { encoding, endsWithLine: endsWithLine(path), ...headingsOf(head, written, path) };
  const known = new Set([...written.needed, ...written.optional]);
  const positions = new Map(
    [...columns.needed, ...columns.optional].map((column) => {
      const found = namesOf(column).map((name) => form.headings.indexOf(name));
      return [column, found.includes(-1) ? [] : found] as const;
    }),
  );
  const further = form.headings.filter((name) => name !== '' && !known.has(name));
  const placesOf = (column: string) =>
    positions.get(column) ?? (further.includes(column) ? [form.headings.indexOf(column)] : []);
  return {
    ...form,
    path,
    name: columns.name,
    has: (column) => placesOf(column).length > 0,
    placesOf,
    further,
  };
}

/** Enough for the headings. */
const HEAD_BYTES = 65_536;

/** UTF-8 is recognised by its bytes; anything else is windows-1252, as older Excel saves it. */
async function surveyBytes(path: string): Promise<Pick<FileForm, 'encoding'> & { readonly head: string }> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let head: Buffer = Buffer.alloc(0);
  let isUtf16 = false;
  for await (const chunk of readBytes(path)) {
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, chunk]);
      isUtf16 ||= head[0] === 0xff && head[1] === 0xfe;
      if (isUtf16) break;
    }
    refuseOtherKinds(head, chunk, path);
    try {
      if (isUtf8) utf8.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  const encoding = isUtf16 ? 'utf-16le' : isUtf8 && endsWhole(utf8) ? 'utf-8' : 'windows-1252';
  return { encoding, head: new TextDecoder(encoding).decode(head) };
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** The last two bytes have the line end in every encoding. */
function endsWithLine(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(2);
    const { size } = fstatSync(file);
    readSync(file, bytes, 0, 2, Math.max(0, size - 2));
    return bytes.includes(NEWLINE) || bytes.includes(RETURN);
  } finally {
    closeSync(file);
  }
}

function endsWhole(decoder: { decode(): string }): boolean {
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function refuseOtherKinds(head: Buffer, chunk: Buffer, path: string): void {
  const isArchive = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3;
  if (isArchive) throw unusableFile(path, message('source.csv.workbook', { path }));
  if (chunk.includes(0)) throw unusableFile(path, message('source.csv.binary', { path }));
}

async function* readBytes(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
  } catch (cause) {
    const reason = hasCode(cause) ? cause.code : String(cause);
    throw unusableFile(path, message('source.csv.notReadable', { path, reason }), cause);
  }
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

function headingsOf(head: string, { needed, optional }: Omit<FileColumns, 'name'>, path: string) {
  const told = /^sep=(.)\r?\n/i.exec(head);
  const text = head.slice(told?.[0].length ?? 0);
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const delimiters = told?.[1] === undefined ? DELIMITERS : [told[1]];
  const known = [...needed, ...optional].map((name) => name.toLowerCase());
  const [best] = delimiters
    .map((delimiter) => {
      const cells = readCsvRows(firstLine, delimiter)[0]?.cells ?? [];
      const headings = cells.map((cell) => cell.trim().toLowerCase());
      return { delimiter, headings, count: headings.filter((name) => known.includes(name)).length };
    })
    .sort((a, b) => b.count - a.count || b.headings.length - a.headings.length);
  const { delimiter = ',', headings = [] } = best ?? {};
  refuseHeadings(headings, needed, known, path);
  return { delimiter, headings, headingLine: told === null ? 1 : 2 };
}

function refuseHeadings(
  headings: readonly string[],
  needed: readonly string[],
  known: readonly string[],
  path: string,
): void {
  const missing = needed.find((column) => !headings.includes(column.toLowerCase()));
  const there = headings.join(', ');
  if (missing !== undefined)
    throw unusableFile(path, message('source.csv.columnMissing', { path, column: missing, there }));
  const twice = known.find((column) => headings.indexOf(column) !== headings.lastIndexOf(column));
  if (twice !== undefined)
    throw unusableFile(path, message('source.csv.columnTwice', { path, column: twice }));
}

/** A record of csv-parse with its position. */
interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * The rows of a file, one at a time, with the last line of each. Blank lines are skipped.
 * @param refuse is called for a row with too few or too many cells
 * @throws PaytallyError SOURCE_INVALID for a quote that is not closed
 */
export async function* readFolderRows(
  file: FolderFile,
  refuse: (line: number, cells: number) => void,
): AsyncGenerator<TableRow> {
  const { path, encoding, delimiter, headings, headingLine, placesOf } = file;
  const parser = parse({
    delimiter,
    from_line: headingLine + 1,
    info: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_records_with_empty_values: true,
  });
  const decoded = Readable.from(decodedText(path, encoding));
  pipeline(decoded, parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      if (record.length !== headings.length) refuse(info.lines, record.length);
      else {
        const cell = (column: string): string =>
          placesOf(column)
            .map((place) => record[place]?.trim() ?? '')
            .join(' ')
            .trim();
        yield { line: info.lines, cell };
      }
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = Number(Reflect.get(cause, 'lines') ?? 0);
    throw unusableFile(path, message('source.csv.badQuote', { path, line }), cause);
  }
}

async function* decodedText(path: string, encoding: FileForm['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of readBytes(path)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
