import { PaytallyError } from '../../errors.js';
import { joined, type Message, message } from '../../i18n/message.js';
import { decodeCsv, lineProblem, type StyledText } from '../csv/csvText.js';

/** A field of a mapping file and its position in the text, including quotes. */
interface MappingCell {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * One record of a mapping file, read by RFC 4180. With the positions, an edit can leave all other bytes unchanged; other CSV
 * files are read by `readCsvRows`.
 */
export interface MappingRecord {
  /** 1 for the first line of the file. */
  readonly line: number;
  readonly cells: readonly MappingCell[];
  /** The end of the record, before its line break. */
  readonly end: number;
  /** A quote that is not closed, or text after one. */
  readonly malformed: boolean;
}

/** The name in messages of a mapping file whose path is not known. */
const DEFAULT_PATH = 'employees.csv';

/** Text and style of a mapping file. @throws PaytallyError MAPPING_INVALID, as `decodeCsv` */
export function decodeMapping(bytes: Uint8Array, path = DEFAULT_PATH): StyledText {
  return decodeCsv(bytes, path, 'mapping');
}

/** All records of a mapping file that are not blank. */
export function parseMappingRecords(text: string, delimiter: string): MappingRecord[] {
  const records: MappingRecord[] = [];
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

function recordAt(text: string, start: number, delimiter: string, line: number): MappingRecord {
  const cells: MappingCell[] = [];
  let malformed = false;
  for (let position = start; ; position++) {
    const cell = cellAt(text, position, delimiter);
    cells.push(cell);
    malformed ||= cell.malformed;
    position = cell.end;
    if (text[position] !== delimiter) return { line, cells, end: position, malformed };
  }
}

function cellAt(text: string, start: number, delimiter: string): MappingCell & { malformed: boolean } {
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
): MappingCell & { malformed: boolean } {
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
export function parseMappingHeader(record: MappingRecord, problems: MappingProblem[]): MappingHeader {
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
