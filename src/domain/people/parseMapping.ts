import { PaytallyError } from '../../errors.js';
import { type Message, message } from '../../i18n/message.js';
import { groupBy } from '../collections.js';
import type { CsvStyle } from '../csv/csvText.js';
import {
  byFirstDay,
  type EmployeeRow,
  isDated,
  type MappedEmployees,
  shareDays,
} from '../mapping/employeeRows.js';
import { lowerUuid } from '../records/uuid.js';
import { type LocalDate, parseLocalDate } from '../time/localDate.js';
import { listIds } from './mappingFindings.js';
import {
  decodeMapping,
  type MappingHeader,
  type MappingProblem,
  type MappingRecord,
  parseMappingHeader,
  parseMappingRecords,
} from './mappingText.js';

/** A line of the mapping file. All values are text, so leading zeros are kept. */
export interface MappingRow extends EmployeeRow {
  readonly line: number;
  readonly employeeId: string;
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly status: string;
}

export interface EmployeeMapping extends MappedEmployees {
  /** In the order of the file. */
  readonly rows: readonly MappingRow[];
  readonly byId: ReadonlyMap<string, readonly MappingRow[]>;
  readonly problems: readonly MappingProblem[];
  readonly style: CsvStyle;
}

/**
 * Reads a hand-edited employees.csv: UTF-8 or windows-1252, separated by `;`, `,` or TAB, with stray spaces and blank
 * lines. All problems are collected; lines with one of kind `row`, `dates` or `duplicate-id` are left out of the rows.
 * @throws PaytallyError MAPPING_INVALID if it is not text
 */
export function parseMapping(bytes: Uint8Array, path = 'employees.csv'): EmployeeMapping {
  const { text, style } = decodeMapping(bytes, path);
  const [first, ...records] = parseMappingRecords(text, style.delimiter);
  if (first === undefined) {
    throw new PaytallyError('MAPPING_INVALID', message('csv.empty', { path }));
  }
  const problems: MappingProblem[] = [];
  const header = parseMappingHeader(first, problems);
  const hasColumns = header.id >= 0 && header.number >= 0;
  const read = hasColumns ? records.flatMap((record) => parseRow(record, header, problems) ?? []) : [];
  const rows = withoutSharedDays(read, problems);
  problems.push(...sharedNumbers(rows.filter((row) => row.status !== 'gone')));
  const byId = groupBy([...rows].sort(byFirstDay), ({ employeeId }) => employeeId);
  return { rows, byId, extraColumns: [...header.extra.values()], problems, style };
}

function parseRow(
  record: MappingRecord,
  header: MappingHeader,
  problems: MappingProblem[],
): MappingRow | undefined {
  const cell = (index: number) => record.cells[index]?.value.trim() ?? '';
  const employeeId = lowerUuid(cell(header.id));
  const reject = (kind: MappingProblem['kind'], problem: Message) => {
    problems.push({ kind, line: record.line, employeeId, message: problem });
    return undefined;
  };
  if (record.malformed) return reject('row', message('csv.badQuote'));
  if (employeeId === '') return reject('row', message('csv.idEmpty'));
  if (record.cells.slice(header.width).some((extra) => extra.value.trim() !== '')) {
    const counts = { fields: record.cells.length, expected: header.width };
    return reject('row', message('csv.tooManyFields', counts));
  }
  const days = parseDays(cell(header.from), cell(header.to));
  if ('id' in days) return reject('dates', days);
  const number = cleanNumber(cell(header.number));
  const [lastName, firstName] = [nameIn(cell(header.lastName)), nameIn(cell(header.firstName))];
  if (isDamaged(number)) {
    const employee = personOf({ employeeId, lastName, firstName });
    reject('damaged', message('csv.numberDamaged', { number, employee }));
  }
  return {
    line: record.line,
    employeeId,
    ...days,
    lastName,
    firstName,
    number: number === '' || isDamaged(number) ? null : number,
    extra: Object.fromEntries([...header.extra].map(([index, name]) => [name, cell(index)])),
    status: cell(header.status).toLowerCase(),
  };
}

/** The days of a row, or what is wrong with them. */
function parseDays(from: string, to: string): Pick<MappingRow, 'from' | 'to'> | Message {
  const [first, last] = [parseDay(from), parseDay(to)];
  if (first === undefined) return message('csv.badDay', { column: 'from', value: from });
  if (last === undefined) return message('csv.badDay', { column: 'to', value: to });
  if (first !== null && last !== null && last < first) {
    return message('csv.endsBeforeStart', { from: first, to: last });
  }
  return { from: first, to: last };
}

/** null for an empty cell, undefined for text that is not a date. */
function parseDay(text: string): LocalDate | null | undefined {
  return text === '' ? null : parseLocalDate(text);
}

/** The file has an apostrophe before text that a spreadsheet would run as a formula. */
function nameIn(cell: string): string | null {
  return cell.replace(/^'(?=[=+\-@])/, '') || null;
}

/** The rows of which no earlier one of the same employee holds on the same day. */
function withoutSharedDays(rows: readonly MappingRow[], problems: MappingProblem[]): MappingRow[] {
  const known = new Map<string, MappingRow[]>();
  return rows.filter((row) => {
    const { employeeId, line } = row;
    const own = known.get(employeeId) ?? [];
    const before = own.find((other) => shareDays(row, other));
    if (before === undefined) {
      known.set(employeeId, [...own, row]);
      return true;
    }
    const values = { employee: employeeId, line: before.line };
    const [kind, problem] =
      isDated(row) || isDated(before)
        ? (['dates', message('csv.daysShared', values)] as const)
        : (['duplicate-id', message('csv.idTwice', values)] as const);
    problems.push({ kind, line, employeeId, message: problem });
    return false;
  });
}

function personOf(row: Pick<MappingRow, 'employeeId' | 'lastName' | 'firstName'>): string {
  const name = rowName(row);
  return name === '' ? row.employeeId : `${name} (${row.employeeId})`;
}

/** `Last, First` as the file has them; empty if it has no such columns. */
export function rowName({ lastName, firstName }: Pick<EmployeeRow, 'lastName' | 'firstName'>): string {
  return [lastName, firstName].filter(Boolean).join(', ');
}

/** A payroll ID as typed to keep its zeros: `="00040"` and `'00040` are `00040`. */
function cleanNumber(text: string): string {
  const formula = /^="([^"]*)"$/.exec(text);
  return (formula?.[1] ?? text).replace(/^'/, '').trim();
}

/** `1,23E+05`: Excel read a long payroll ID as a number, and its digits are lost. Also `#####` and error values. */
function isDamaged(number: string): boolean {
  return /^\d(?:[.,]\d+)?E\+?\d+$/i.test(number) || /^#/.test(number);
}

/** A problem for each payroll ID that different employees have on the same day, in the order of the file. */
function sharedNumbers(rows: readonly MappingRow[]): MappingProblem[] {
  return [...groupBy(rows, ({ number }) => number)].flatMap(([number, same]): MappingProblem[] => {
    const sharing = same.filter((row) =>
      same.some((other) => other.employeeId !== row.employeeId && shareDays(row, other)),
    );
    const people = [...new Map(sharing.map((row) => [row.employeeId, row])).values()];
    if (number === null || people.length < 2) return [];
    const text = message('csv.numberShared', { number, employees: listIds(people.map(personOf)) });
    const sharedBy = people.map(({ employeeId }) => employeeId);
    return [{ kind: 'duplicate-number', line: sharing[0]?.line ?? 1, sharedBy, message: text }];
  });
}
