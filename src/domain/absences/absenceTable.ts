import { type CsvStyle, decodeCsv, encodeCsv, NEW_STYLE } from '../csv/csvText.js';
import { parseMappingRecords } from '../people/mappingText.js';
import { appendLines, applyEdits, quotedValue } from '../people/syncMapping.js';
import type { LocalDate } from '../time/localDate.js';
import { ACCOUNT_CODE } from './parseAbsences.js';

/** A payout or correction of an hours account, as a row of the file of absences. */
export interface NewAdjustment {
  /** The employee ID or payroll ID. */
  readonly employee: string;
  readonly date: LocalDate;
  /** Signed; not 0. */
  readonly minutes: number;
  /** The code under which minutes that leave the account are paid; empty for none. */
  readonly payCode: string;
  readonly reason: string;
}

/** The columns of the rows, in the order in which a file that lacks some gets them. */
const COLUMNS = ['employee', 'from', 'to', 'code', 'minutes', 'payCode', 'reason'] as const;

/**
 * A file of absences with one more row. All other bytes, the encoding and the delimiter are unchanged; columns that it
 * lacks are added at the end of its heading.
 * @param bytes undefined for a file that does not exist yet
 * @throws PaytallyError ABSENCES_INVALID for a character that its encoding does not have
 */
export function appendAdjustmentRow(
  bytes: Uint8Array | undefined,
  row: NewAdjustment,
  path: string,
): { readonly bytes: Uint8Array; readonly before: string; readonly after: string } {
  const isEmpty = bytes === undefined || new TextDecoder().decode(bytes).trim() === '';
  const { text, style } = isEmpty
    ? { text: COLUMNS.join(NEW_STYLE.delimiter), style: NEW_STYLE }
    : decodeCsv(bytes, path, 'absences');
  const [heading] = parseMappingRecords(text, style.delimiter);
  if (heading === undefined) throw new Error('a file with text has a heading');
  const names = heading.cells.map(({ value }) => value.trim().toLowerCase());
  const lacking = COLUMNS.filter((column) => !names.includes(column.toLowerCase()));
  const all = [...names, ...lacking.map((column) => column.toLowerCase())];
  const added = lacking.map((column) => style.delimiter + column).join('');
  const wider = added === '' ? text : applyEdits(text, [{ at: heading.end, text: added }]);
  const cells = cellsOf(row);
  const line = all.map((name) => cells.get(name) ?? '').map((cell) => cellText(cell, style));
  const after = appendLines(wider, [line.join(style.delimiter)], style);
  return { bytes: encodeCsv({ text: after, style }), before: isEmpty ? '' : text, after };
}

/** A negative number is no formula, so it gets no apostrophe. */
function cellText(cell: string, style: CsvStyle): string {
  return /^-?\d+$/.test(cell) ? cell : quotedValue(cell, style);
}

function cellsOf({ employee, date, minutes, payCode, reason }: NewAdjustment): ReadonlyMap<string, string> {
  return new Map([
    ['employee', employee],
    ['from', date],
    ['to', date],
    ['code', ACCOUNT_CODE],
    ['minutes', String(minutes)],
    ['paycode', payCode],
    ['reason', reason],
  ]);
}
