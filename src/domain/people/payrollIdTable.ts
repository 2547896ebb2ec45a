import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { type CsvStyle, encodeCsv, lineProblem } from '../csv/csvText.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import { findLostZero } from './mappingFindings.js';
import {
  decodeMapping,
  type MappingHeader,
  type MappingRecord,
  parseMappingHeader,
  parseMappingRecords,
} from './mappingText.js';
import { type MappingRow, parseMapping, rowName } from './parseMapping.js';
import {
  appendLines,
  applyEdits,
  idOf,
  newLine,
  quotedValue,
  recordEdits,
  type TextEdit,
} from './syncMapping.js';

/** A line of the mapping file, for editing. */
export interface PayrollIdRow {
  readonly employeeId: string;
  readonly name: string;
  /** Empty if there is none. */
  readonly number: string;
  readonly status: string;
  /** The line in the file; null for an employee whom it lacks. */
  readonly line: number | null;
  /** The days of the row; null if open. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
}

/** The employees of a mapping file, in its order. @throws PaytallyError MAPPING_INVALID */
export function payrollIdRows(bytes: Uint8Array, path: string): PayrollIdRow[] {
  if (new TextDecoder().decode(bytes).trim() === '') return [];
  const { rows } = parseMapping(bytes, path);
  const names = wholeNames(bytes, path);
  return rows.map((row) => {
    const { employeeId, number, status, line, from, to } = row;
    const name = rowName(row) || names.get(line) || employeeId;
    return { employeeId, name, number: number ?? '', status, line, from, to };
  });
}

/** The column `name` by line, for files with names in one column: only people read it. */
function wholeNames(bytes: Uint8Array, path: string): ReadonlyMap<number, string> {
  const { text, style } = decodeMapping(bytes, path);
  const [header, ...records] = parseMappingRecords(text, style.delimiter);
  const at = header?.cells.findIndex(({ value }) => value.trim().toLowerCase() === 'name') ?? -1;
  return new Map(records.map(({ line, cells }) => [line, cells[at]?.value.trim() ?? '']));
}

/** A new payroll ID of an employee. */
export interface PayrollIdChange {
  readonly number: string;
  /** The first day of the new payroll ID: the row ends on the day before, and a new one begins. */
  readonly from?: LocalDate | undefined;
}

/**
 * The file with other payroll IDs, in the newest row of each employee; an employee whom it lacks gets a line at its end.
 * All other bytes, the encoding and the delimiter are unchanged.
 * @throws PaytallyError MAPPING_INVALID for a character that its encoding does not have, and for a date that is not
 * after the beginning of the newest row
 */
export function setPayrollIds(
  bytes: Uint8Array,
  changes: ReadonlyMap<string, PayrollIdChange>,
  path: string,
): { readonly bytes: Uint8Array; readonly before: string; readonly after: string } {
  const { text, style } = decodeMapping(bytes, path);
  const [first, ...records] = parseMappingRecords(text, style.delimiter);
  if (first === undefined) return { bytes, before: text, after: text };
  const header = parseMappingHeader(first, []);
  if (header.number < 0 || header.id < 0) return { bytes, before: text, after: text };
  const isDated = [...changes.values()].some(({ from }) => from !== undefined);
  const { dated, heading } = withDateColumns(header, first, isDated, style);
  const { byId } = parseMapping(bytes, path);
  const lacking = new Map(changes);
  const added: string[] = [];
  const edits = records.flatMap((record): TextEdit[] => {
    const row = byId.get(idOf(record, header))?.at(-1);
    const change = row?.line === record.line ? changes.get(row.employeeId) : undefined;
    if (row === undefined || change === undefined) return [];
    lacking.delete(row.employeeId);
    const { number, from } = change;
    if (from === undefined) return recordEdits(record, new Map([[header.number, number]]), style);
    refuseEarly(row, from, path);
    const isOver = row.to !== null && row.to < from;
    const next = new Map([
      [dated.number, number],
      [dated.from, from],
      [dated.to, isOver ? '' : (row.to ?? '')],
    ]);
    added.push(copiedLine(record, next, dated.width, style));
    return isOver ? [] : recordEdits(record, new Map([[dated.to, addDays(from, -1)]]), style);
  });
  for (const [id, { number, from }] of lacking)
    if (number !== '') added.push(newLine({ id, number, from, ...NO_NAME }, dated, dated.width, style));
  const edited = applyEdits(text, edits, heading);
  const after = added.length === 0 ? edited : appendLines(edited, added, style);
  return { bytes: encodeCsv({ text: after, style }), before: text, after };
}

const NO_NAME = { lastName: null, firstName: null };

/** The heading with the columns `from` and `to`, if dates need them. */
function withDateColumns(header: MappingHeader, first: MappingRecord, isDated: boolean, style: CsvStyle) {
  const lacking = isDated ? (['from', 'to'] as const).filter((column) => header[column] < 0) : [];
  const places = lacking.map((column, index) => [column, header.width + index] as const);
  const dated = { ...header, ...Object.fromEntries(places), width: header.width + lacking.length };
  const text = lacking.map((column) => style.delimiter + column).join('');
  return { dated, heading: text === '' ? undefined : { at: first.end, text } };
}

function refuseEarly({ employeeId, from, line }: MappingRow, wanted: LocalDate, path: string): void {
  if (from === null || from < wanted) return;
  const text = message('csv.beginsTooEarly', { employee: employeeId, wanted, from });
  throw new PaytallyError('MAPPING_INVALID', lineProblem(path, line, text), { record: employeeId });
}

/** A line with the cells of a record, some of them replaced. */
function copiedLine(
  { cells }: MappingRecord,
  texts: ReadonlyMap<number, string>,
  width: number,
  style: CsvStyle,
): string {
  const columns = Array.from({ length: width }, (_, column) => column);
  return columns
    .map((column) => quotedValue(texts.get(column) ?? cells[column]?.value.trim() ?? '', style))
    .join(style.delimiter);
}

type NumberedRow = Pick<PayrollIdRow, 'employeeId' | 'number'>;

/** Employees whose new payroll ID seems to have lost its leading zeros in a spreadsheet. */
export function findLostZeros<Row extends NumberedRow>(
  before: readonly NumberedRow[],
  after: readonly Row[],
): Row[] {
  const old = new Map(before.map(({ employeeId, number }) => [employeeId, number]));
  const given = after.filter(({ number }) => number !== '');
  const single = findLostZero(given.map(({ employeeId: id, number }) => ({ id, number }))).map(
    ({ employeeId }) => employeeId,
  );
  const withZero = given.find(({ number }) => /^0\d+$/.test(number));
  return given.filter(({ employeeId, number }) => {
    if (single.includes(employeeId)) return true;
    if (!/^[1-9]\d*$/.test(number)) return false;
    const earlier = old.get(employeeId) ?? '';
    const lostOwn = earlier !== number && earlier.replace(/^0+/, '') === number;
    return lostOwn || (withZero !== undefined && number.length < withZero.number.length);
  });
}
