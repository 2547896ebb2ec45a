import type { LocalDate } from '../time/localDate.js';
import { decodeCsv, encodeCsv, parseCsvRecords, parseMappingHeader } from './csvFile.js';
import { findLostZero } from './mappingFindings.js';
import { parseMapping, rowName } from './parseMapping.js';
import { appendLines, applyEdits, newLine, quotedValue, type TextEdit } from './syncMapping.js';

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
  return rows.map((row) => {
    const { employeeId, number, status, line, from, to } = row;
    return { employeeId, name: rowName(row) || employeeId, number: number ?? '', status, line, from, to };
  });
}

/**
 * The file with other payroll IDs; an employee whom it lacks gets a line at its end. All other bytes, the encoding and
 * the delimiter are unchanged.
 * @throws PaytallyError MAPPING_INVALID for a character that its encoding does not have
 */
export function setPayrollIds(
  bytes: Uint8Array,
  numbers: ReadonlyMap<string, string>,
  path: string,
): { readonly bytes: Uint8Array; readonly before: string; readonly after: string } {
  const { text, style } = decodeCsv(bytes, path);
  const [first, ...records] = parseCsvRecords(text, style.delimiter);
  const header = first === undefined ? undefined : parseMappingHeader(first, []);
  const lacking = new Map(numbers);
  const edits = records.flatMap((record): TextEdit[] => {
    if (header === undefined || header.number < 0) return [];
    const id = record.cells[header.id]?.value.trim() ?? '';
    const number = numbers.get(id);
    if (number === undefined) return [];
    lacking.delete(id);
    const written = quotedValue(number, style);
    const cell = record.cells[header.number];
    if (cell !== undefined) return [{ at: cell.start, end: cell.end, text: written }];
    const delimiters = style.delimiter.repeat(header.number - record.cells.length + 1);
    return [{ at: record.end, text: delimiters + written }];
  });
  const added = [...lacking].flatMap(([id, number]) =>
    header === undefined || header.number < 0 || number === ''
      ? []
      : [newLine({ id, number, lastName: null, firstName: null }, header, header.width, style)],
  );
  const edited = applyEdits(text, edits);
  const after = added.length === 0 ? edited : appendLines(edited, added, style);
  return { bytes: encodeCsv({ text: after, style }), before: text, after };
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
