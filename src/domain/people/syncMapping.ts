import { message } from '../../i18n/message.js';
import { escapeFormulas } from '../../runtime/outsideText.js';
import { type CsvStyle, encodeCsv, NEW_STYLE } from '../csv/csvText.js';
import { lowerUuid } from '../records/uuid.js';
import type { LocalDate } from '../time/localDate.js';
import {
  decodeMapping,
  type MappingHeader,
  type MappingProblem,
  type MappingRecord,
  mappingError,
  parseMappingHeader,
  parseMappingRecords,
} from './mappingText.js';

export interface ListedEmployee {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface MappingSync {
  readonly bytes: Uint8Array;
  /** Ids, in the order of the file; added ones sorted by name. */
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly returned: readonly string[];
}

const GONE = 'gone';
const NEW_FILE = 'employeeId;employeeNumber;lastName;firstName;status';

/**
 * Brings a mapping file up to date: adds people, marks those no longer listed as `gone` in the column `status` (added
 * if needed), and clears the mark of people who are listed again. All other bytes are unchanged, including a status
 * that a user entered.
 * @param bytes undefined for a new file
 * @param today rows that ended before are never changed
 * @throws PaytallyError MAPPING_INVALID if the headings are wrong, or a new name cannot be encoded
 */
export function syncMapping(
  bytes: Uint8Array | undefined,
  employees: readonly ListedEmployee[],
  today: LocalDate | undefined,
): MappingSync {
  const { text, style } = bytes === undefined ? { text: NEW_FILE, style: NEW_STYLE } : decodeMapping(bytes);
  const [first, ...records] = parseMappingRecords(text, style.delimiter);
  const problems: MappingProblem[] = [];
  if (first === undefined) problems.push({ kind: 'file', line: 1, message: message('csv.fileEmpty') });
  const header = first === undefined ? undefined : parseMappingHeader(first, problems);
  if (first === undefined || header === undefined || problems.length > 0)
    throw mappingError(problems, 'employees.csv');

  const marks = findStatusChanges(records, header, new Set(employees.map((employee) => employee.id)), today);
  const known = new Set(records.map((record) => idOf(record, header)));
  const missing = employees.filter((employee) => !known.has(employee.id)).sort(byName);
  const needsColumn = header.status < 0 && marks.size > 0;
  const width = header.width + (needsColumn ? 1 : 0);
  const edited = applyEdits(
    text,
    listEdits(records, header, marks, style),
    needsColumn ? { at: first.end, text: `${style.delimiter}status` } : undefined,
  );
  const added = missing.map((employee) => newLine(employee, header, width, style));
  return {
    bytes: encodeCsv({ text: appendLines(edited, added, style), style }),
    added: missing.map((employee) => employee.id),
    gone: idsMarked(records, header, marks, GONE),
    returned: idsMarked(records, header, marks, ''),
  };
}

/** Records with a new status. A dated row that is over, or that a later one follows, keeps its own. */
function findStatusChanges(
  records: readonly MappingRecord[],
  header: MappingHeader,
  listed: ReadonlySet<string>,
  today: LocalDate | undefined,
): Map<MappingRecord, string> {
  const marks = new Map<MappingRecord, string>();
  for (const record of newestRecords(records, header)) {
    const status = (record.cells[header.status]?.value ?? '').trim().toLowerCase();
    const to = record.cells[header.to]?.value.trim() ?? '';
    if (to !== '' && today !== undefined && to < today) continue;
    const isListed = listed.has(idOf(record, header));
    if (!isListed && status === '' && idOf(record, header) !== '') marks.set(record, GONE);
    if (isListed && status === GONE) marks.set(record, '');
  }
  return marks;
}

/** The record of each employee with the latest days, in the order of the file; undated records are all kept. */
function newestRecords(records: readonly MappingRecord[], header: MappingHeader): MappingRecord[] {
  const fromOf = (record: MappingRecord): string => record.cells[header.from]?.value.trim() ?? '';
  const latest = new Map<string, string>();
  for (const record of records) {
    const id = idOf(record, header);
    if (fromOf(record) > (latest.get(id) ?? '')) latest.set(id, fromOf(record));
  }
  return records.filter((record) => fromOf(record) === (latest.get(idOf(record, header)) ?? ''));
}

/** A replacement in the text of a file. */
export interface TextEdit {
  readonly at: number;
  readonly end?: number;
  readonly text: string;
}

function listEdits(
  records: readonly MappingRecord[],
  header: MappingHeader,
  marks: ReadonlyMap<MappingRecord, string>,
  style: CsvStyle,
): TextEdit[] {
  const column = header.status < 0 ? header.width : header.status;
  return records.flatMap((record) => {
    const mark = marks.get(record);
    return mark === undefined ? [] : recordEdits(record, new Map([[column, mark]]), style);
  });
}

/** The edits that give some cells of a record new texts, in order; a record that is too short gets empty cells. */
export function recordEdits(
  { cells, end }: MappingRecord,
  texts: ReadonlyMap<number, string>,
  style: CsvStyle,
): TextEdit[] {
  const edits = cells.flatMap((cell, column): TextEdit[] => {
    const text = texts.get(column);
    return text === undefined ? [] : [{ at: cell.start, end: cell.end, text: quotedValue(text, style) }];
  });
  const last = Math.max(...texts.keys());
  let added = '';
  for (let column = cells.length; column <= last; column++)
    added += style.delimiter + quotedValue(texts.get(column) ?? '', style);
  return added === '' ? edits : [...edits, { at: end, text: added }];
}

/** The text with its edits, which are in order. */
export function applyEdits(text: string, changes: readonly TextEdit[], heading?: TextEdit): string {
  let result = '';
  let position = 0;
  for (const { at, end = at, text: inserted } of heading === undefined ? changes : [heading, ...changes]) {
    result += text.slice(position, at) + inserted;
    position = end;
  }
  return result + text.slice(position);
}

/** Text with further lines at its end. */
export function appendLines(text: string, lines: readonly string[], style: CsvStyle): string {
  const start = text === '' || /[\r\n]$/.test(text) ? text : text + style.newline;
  return lines.length === 0
    ? text === NEW_FILE
      ? start
      : text
    : start + lines.map((line) => line + style.newline).join('');
}

/** A line for an employee; `number` is the payroll ID. */
export function newLine(
  employee: ListedEmployee & { readonly number?: string; readonly from?: LocalDate | undefined },
  header: MappingHeader,
  width: number,
  style: CsvStyle,
): string {
  const cells = Array.from({ length: width }, () => '');
  const put = (index: number, value: string | null) => {
    if (index >= 0) cells[index] = quotedValue(value ?? '', style);
  };
  put(header.id, employee.id);
  put(header.number, employee.number ?? null);
  put(header.lastName, employee.lastName);
  put(header.firstName, employee.firstName);
  put(header.from, employee.from ?? null);
  return cells.join(style.delimiter);
}

/** Quoted if needed; a name that a spreadsheet would run as a formula gets an apostrophe. */
export function quotedValue(value: string, style: CsvStyle): string {
  const safe = escapeFormulas(value, { delimiter: style.delimiter, quoting: 'rfc4180' });
  return safe.includes(style.delimiter) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The employee of a record, as in the records of the source. */
export function idOf(record: MappingRecord, header: MappingHeader): string {
  return lowerUuid(record.cells[header.id]?.value.trim() ?? '');
}

function idsMarked(
  records: readonly MappingRecord[],
  header: MappingHeader,
  marks: ReadonlyMap<MappingRecord, string>,
  mark: string,
): string[] {
  return records.filter((record) => marks.get(record) === mark).map((record) => idOf(record, header));
}

function byName(a: ListedEmployee, b: ListedEmployee): number {
  const key = (employee: ListedEmployee) =>
    `${employee.lastName ?? ''}\u0000${employee.firstName ?? ''}\u0000${employee.id}`;
  return key(a) < key(b) ? -1 : 1;
}
