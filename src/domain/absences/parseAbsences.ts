import { PaytallyError } from '../../errors.js';
import { type CsvRecord, decodeCsv, parseCsvRecords } from '../people/csvFile.js';
import { listIds } from '../people/mappingFindings.js';
import type { MappedEmployees } from '../people/peopleDirectory.js';
import { parseLocalDate } from '../time/localDate.js';
import type { Absence } from './absenceDays.js';

const COLUMNS = ['employee', 'from', 'to', 'code', 'minutes', 'days'] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['employee', 'from', 'to', 'code'];
const MOST_MINUTES = 1440;

/** An absence whose person is still what the file calls it: an id, or a payroll number. */
export type AbsenceRow = Omit<Absence, 'employeeId'> & { readonly employee: string };

/**
 * Reads a file of absences as people edit it: UTF-8 or windows-1252, `;`, `,` or TAB, blank lines, further columns.
 * Columns `employee`, `from`, `to`, `code` and `minutes` or `days`.
 * @throws PaytallyError ABSENCES_INVALID with every line that is wrong
 */
export function parseAbsences(bytes: Uint8Array, path: string): AbsenceRow[] {
  const { text, style } = decoded(bytes, path);
  const [heading, ...records] = parseCsvRecords(text, style.delimiter);
  if (heading === undefined) return [];
  const places = placesOf(heading, path);
  const problems: string[] = [];
  const rows = records.flatMap((record) => {
    const row = parseRow(record, places);
    if (typeof row !== 'string') return [row];
    problems.push(`${path}:${record.line}: ${row}`);
    return [];
  });
  if (problems.length > 0) throw absencesError(problems, path);
  return rows;
}

/** One error that lists all problems. */
function absencesError(problems: readonly string[], path: string): PaytallyError {
  return new PaytallyError('ABSENCES_INVALID', problems.join('\n'), { record: path });
}

function decoded(bytes: Uint8Array, path: string): ReturnType<typeof decodeCsv> {
  try {
    return decodeCsv(bytes, path);
  } catch (cause) {
    if (!(cause instanceof PaytallyError)) throw cause;
    const message = cause.message.replace('The mapping file', 'The file of absences');
    throw new PaytallyError('ABSENCES_INVALID', message, { record: path, remedy: cause.remedy, cause });
  }
}

function placesOf(heading: CsvRecord, path: string): ReadonlyMap<Column, number> {
  const names = heading.cells.map(({ value }) => value.trim().toLowerCase());
  const problems = [
    ...NEEDED.filter((column) => !names.includes(column)).map((column) => `there is no column ${column}`),
    ...(names.includes('minutes') || names.includes('days') ? [] : ['there is no column minutes or days']),
    ...COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column)).map(
      (column) => `the column ${column} is there twice`,
    ),
  ];
  if (problems.length > 0) {
    throw absencesError(
      problems.map((problem) => `${path}:${heading.line}: ${problem}; there are: ${names.join(', ')}`),
      path,
    );
  }
  return new Map(COLUMNS.map((column) => [column, names.indexOf(column)]));
}

/** The row, or what is wrong with it. */
function parseRow(record: CsvRecord, places: ReadonlyMap<Column, number>): AbsenceRow | string {
  if (record.malformed) return 'a quote is not closed, or text stands after one';
  const cell = (column: Column): string => record.cells[places.get(column) ?? -1]?.value.trim() ?? '';
  const employee = cell('employee');
  const code = cell('code');
  if (employee === '') return 'the employee is empty';
  if (code === '') return 'the code is empty';
  const from = parseLocalDate(cell('from'));
  const to = parseLocalDate(cell('to') || cell('from'));
  if (from === undefined || to === undefined) return 'from and to must be dates written YYYY-MM-DD';
  if (to < from) return `it ends on ${to}, before it begins on ${from}`;
  const amount = parseAmount(cell('minutes'), cell('days'));
  return typeof amount === 'string' ? amount : { employee, from, to, code, amount, line: record.line };
}

function parseAmount(minutes: string, days: string): Absence['amount'] | string {
  if ((minutes === '') === (days === '')) return 'it needs minutes or days, one of the two';
  if (minutes !== '') {
    const value = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0;
    if (value < 1 || value > MOST_MINUTES) return `minutes must be a whole number from 1 to ${MOST_MINUTES}`;
    return { minutes: value };
  }
  const value = /^[01](?:[.,]\d{1,4})?$/.test(days) ? Number(days.replace(',', '.')) : 0;
  if (value <= 0 || value > 1) return 'days are those of each date: 1, or a part of it such as 0.5';
  return { days: value };
}

/**
 * Finds the employee of each row, by id or by the payroll number of the mapping file.
 * @param knownIds people of the service, beside those of the mapping
 * @throws PaytallyError ABSENCES_INVALID with every row that matches no employee, or more than one
 */
export function resolveAbsences(
  rows: readonly AbsenceRow[],
  mapping: MappedEmployees,
  knownIds: ReadonlySet<string>,
  path: string,
): Absence[] {
  const byNumber = new Map<string, string[]>();
  for (const [id, { number }] of mapping.byId) {
    if (number !== null) byNumber.set(number, [...(byNumber.get(number) ?? []), id]);
  }
  const problems: string[] = [];
  const found = rows.flatMap(({ employee, ...row }) => {
    const isId = knownIds.has(employee) || mapping.byId.has(employee);
    const [employeeId, ...others] = isId ? [employee] : (byNumber.get(employee) ?? []);
    if (employeeId !== undefined && others.length === 0) return [{ ...row, employeeId }];
    const why =
      employeeId === undefined
        ? 'is no id of an employee and no number of the mapping file'
        : `is the number of several employees: ${listIds([employeeId, ...others])}`;
    problems.push(`${path}:${row.line}: ${employee} ${why}`);
    return [];
  });
  if (problems.length > 0) throw absencesError(problems, path);
  return found;
}
