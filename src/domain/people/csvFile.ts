import iconv from 'iconv-lite';
import { PaytallyError } from '../../errors.js';
import { joined, type Message, message, type Text } from '../../i18n/message.js';

/** A field and its position in the text, including quotes. */
interface CsvCell {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** One record, read by RFC 4180. With the positions, an edit can leave all other bytes unchanged. */
export interface CsvRecord {
  /** 1 for the first line of the file. */
  readonly line: number;
  readonly cells: readonly CsvCell[];
  /** The end of the record, before its line break. */
  readonly end: number;
  /** A quote that is not closed, or text after one. */
  readonly malformed: boolean;
}

/** All records of a text that are not blank. */
export function parseCsvRecords(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  for (let position = 0; position < text.length; ) {
    const record = recordAt(text, position, delimiter, line);
    if (record.cells.some((cell) => cell.value.trim() !== '')) records.push(record);
    const next = afterBreak(text, record.end);
    line += text.slice(position, next).split(/\r\n|\n|\r/).length - 1;
    position = next;
  }
  return records;
}

function recordAt(text: string, start: number, delimiter: string, line: number): CsvRecord {
  const cells: CsvCell[] = [];
  let malformed = false;
  for (let position = start; ; position++) {
    const cell = cellAt(text, position, delimiter);
    cells.push(cell);
    malformed ||= cell.malformed;
    position = cell.end;
    if (text[position] !== delimiter) return { line, cells, end: position, malformed };
  }
}

function cellAt(text: string, start: number, delimiter: string): CsvCell & { malformed: boolean } {
  let position = start;
  while (text[position] === ' ') position++;
  if (text[position] === '"') return quotedCell(text, start, position, delimiter);
  const end = endOfCell(text, start, delimiter);
  return { value: text.slice(start, end), start, end, malformed: false };
}

function quotedCell(
  text: string,
  start: number,
  quote: number,
  delimiter: string,
): CsvCell & { malformed: boolean } {
  let value = '';
  let position = quote + 1;
  for (;;) {
    const next = text.indexOf('"', position);
    if (next < 0) return { value: value + text.slice(position), start, end: text.length, malformed: true };
    value += text.slice(position, next);
    position = next + 1;
    if (text[position] !== '"') break;
    value += '"';
    position++;
  }
  const end = endOfCell(text, position, delimiter);
  const rest = text.slice(position, end);
  return { value: value + rest.trimEnd(), start, end, malformed: rest.trim() !== '' };
}

function endOfCell(text: string, start: number, delimiter: string): number {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

function afterBreak(text: string, end: number): number {
  return text.startsWith('\r\n', end) ? end + 2 : end + 1;
}

/**
 * The most rows, columns and cells of a table that a person supplies: 60,000 people with eight pay codes, and room for
 * more. A table that exceeds them is another file.
 */
export const TABLE_LIMITS = { rows: 500_000, columns: 2_000, cells: 4_000_000 } as const;

/** The limit that a text exceeds as a table, whatever its delimiter; undefined if it can be read. */
export function tableExcess(text: string): keyof typeof TABLE_LIMITS | undefined {
  const most = { rows: 0, columns: 0, cells: 0 };
  let columns = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (columns > most.columns) most.columns = columns;
      most.rows += 1;
      most.cells += columns;
      columns = 1;
    } else if (code === COMMA || code === SEMICOLON || code === TAB || code === BAR) columns += 1;
  }
  const excess = { rows: most.rows, columns: Math.max(most.columns, columns), cells: most.cells + columns };
  return (['columns', 'rows', 'cells'] as const).find((kind) => excess[kind] > TABLE_LIMITS[kind]);
}

const [LINE_FEED, CARRIAGE_RETURN, TAB] = [10, 13, 9];
const [COMMA, SEMICOLON, BAR] = [44, 59, 124];

/** How the file was saved, so that an edit can save it in the same way. */
export interface CsvStyle {
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly bom: boolean;
  readonly delimiter: ';' | ',' | '\t';
  readonly newline: '\r\n' | '\n';
}

export const NEW_STYLE: CsvStyle = { encoding: 'utf-8', bom: true, delimiter: ';', newline: '\r\n' };

/** The name in messages of a mapping file whose path is not known. */
const DEFAULT_PATH = 'employees.csv';

const REFUSALS = {
  mapping: 'MAPPING_INVALID',
  absences: 'ABSENCES_INVALID',
  holidays: 'HOLIDAYS_INVALID',
} as const;

interface StyledText {
  readonly text: string;
  readonly style: CsvStyle;
}

/**
 * Text and style of a mapping file, which messages identify by its path: UTF-8 (with or without mark), otherwise
 * windows-1252 as older Excel saves it.
 * @throws PaytallyError of the kind for UTF-16 and binary files, and for tables that are far too large
 */
export function decodeCsv(
  bytes: Uint8Array,
  path = DEFAULT_PATH,
  kind: keyof typeof REFUSALS = 'mapping',
): StyledText {
  const found = otherKind(bytes);
  if (found !== undefined) throw refused(message('csv.notCsv', { kind, path, found }), kind, path);
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const utf8 = asUtf8(bytes);
  const text = utf8 ?? decodeWindows1252(bytes);
  const excess = tableExcess(text);
  if (excess !== undefined)
    throw refused(
      message('csv.tooMany', { kind, path, what: excess, most: TABLE_LIMITS[excess] }),
      kind,
      path,
    );
  const encoding = utf8 === undefined ? 'windows-1252' : 'utf-8';
  const newline = /\r?\n/.exec(text)?.[0] === '\n' ? '\n' : '\r\n';
  return { text, style: { encoding, bom, delimiter: delimiterOf(text), newline } };
}

function refused(text: Message, kind: keyof typeof REFUSALS, path: string): PaytallyError {
  return new PaytallyError(REFUSALS[kind], text, { record: path });
}

/** @throws PaytallyError MAPPING_INVALID with the characters that windows-1252 lacks */
export function encodeCsv({ text, style }: StyledText): Uint8Array {
  if (style.encoding === 'utf-8') return new TextEncoder().encode(style.bom ? `\ufeff${text}` : text);
  const lacking = new Set<string>();
  const bytes = Array.from(text.normalize('NFC'), (character) => {
    const byte = windows1252Byte(character);
    if (byte === undefined) lacking.add(character);
    return byte ?? 0;
  });
  if (lacking.size > 0) {
    const characters = [...lacking].join(' ');
    throw new PaytallyError('MAPPING_INVALID', message('csv.noCharacter', { characters }));
  }
  return Uint8Array.from(bytes);
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The kind of a file that is not a CSV file. */
function otherKind(bytes: Uint8Array): 'utf16' | 'workbook' | 'binary' | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'utf16';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'workbook';
  return bytes.includes(0) ? 'binary' : undefined;
}

/** The most frequent delimiter of the heading line, which is the first line with a word. */
function delimiterOf(text: string): CsvStyle['delimiter'] {
  const heading = /^.*[\p{L}\p{N}].*$/mu.exec(text)?.[0] ?? '';
  const counts = ([';', ',', '\t'] as const).map((sign) => ({ sign, count: heading.split(sign).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ';';
}

/** Byte -> character. The five bytes without a character map to the same code, so that no byte of a file is lost. */
const CHARACTERS: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = iconv.decode(Buffer.of(byte), 'windows-1252');
  return character === '\ufffd' ? String.fromCharCode(byte) : character;
});

const BYTES: ReadonlyMap<string, number> = new Map(CHARACTERS.map((character, byte) => [character, byte]));

function decodeWindows1252(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += CHARACTERS[byte] ?? '';
  return text;
}

/** The byte of a character; undefined if windows-1252 has none. */
function windows1252Byte(character: string): number | undefined {
  return BYTES.get(character);
}

/** Positions of the known columns; -1 if missing. */
export interface MappingHeader {
  readonly id: number;
  readonly number: number;
  readonly status: number;
  readonly lastName: number;
  readonly firstName: number;
  /** The first and the last day of a row. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Further columns, for rules and templates: position -> name. */
  readonly extra: ReadonlyMap<number, string>;
}

/** Columns for human readers; the program takes names from the service as long as it lists the person. */
const FOR_READERS = new Set(['lastname', 'firstname', 'name', 'status', 'active']);
/** Required columns, and other names for them. */
const NEEDED = [
  { column: 'employeeId', short: 'id' },
  { column: 'employeeNumber', short: 'number' },
];
const TAKEN = new Set(NEEDED.map(({ short }) => short));

/** Reads the heading line; names are compared without regard to case and stray spaces. */
export function parseMappingHeader(record: CsvRecord, problems: MappingProblem[]): MappingHeader {
  const names = record.cells.map((cell) => cell.value.trim());
  const places = names.map((name) => name.toLowerCase());
  const report = (problem: Message) => problems.push({ kind: 'file', line: record.line, message: problem });
  const missing = NEEDED.filter(({ column }) => !places.includes(column.toLowerCase()));
  for (const { column, short } of missing) {
    const meant = names[places.indexOf(short)];
    report(
      meant === undefined
        ? message('csv.columnMissing', { column, there: names.join(', ') })
        : message('csv.columnMisnamed', { found: meant, column }),
    );
  }
  places.forEach((name, index) => {
    const column = names[index] ?? name;
    if (name !== '' && places.indexOf(name) !== index) report(message('csv.columnTwice', { column }));
    if (TAKEN.has(name) && !missing.some(({ short }) => short === name))
      report(message('csv.columnReserved', { column }));
  });
  const known = new Set(['employeeid', 'employeenumber', 'from', 'to', ...FOR_READERS]);
  return {
    id: places.indexOf('employeeid'),
    number: places.indexOf('employeenumber'),
    status: places.indexOf('status'),
    lastName: places.indexOf('lastname'),
    firstName: places.indexOf('firstname'),
    from: places.indexOf('from'),
    to: places.indexOf('to'),
    width: names.length,
    extra: new Map(
      names
        .map((name, index) => [index, name] as const)
        .filter(([, name]) => name !== '' && !known.has(name.toLowerCase())),
    ),
  };
}

/**
 * The problems of a mapping file. `file`: the file cannot be used. `row`: a line cannot be read. `dates`: the days
 * of a line cannot be read, or another line of the employee has some of them. `duplicate-id`, `duplicate-number`: two
 * lines contradict each other. `damaged`: Excel has changed the number.
 */
export interface MappingProblem {
  readonly kind: 'file' | 'row' | 'dates' | 'duplicate-id' | 'duplicate-number' | 'damaged';
  readonly line: number;
  readonly employeeId?: string;
  /** The employees with the same number. */
  readonly sharedBy?: readonly string[];
  readonly message: Message;
}

/** One error that lists all problems. */
export function mappingError(problems: readonly MappingProblem[], path: string): PaytallyError {
  const lines = problems.map((problem) => lineProblem(path, problem.line, problem.message));
  return new PaytallyError('MAPPING_INVALID', joined(lines), { record: path });
}

/** `employees.csv:3: the problem`. */
export function lineProblem(path: string, line: number, problem: Text): Message {
  return message('csv.problem', { path, line, problem });
}
