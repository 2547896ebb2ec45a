import { PaytallyError } from '../../errors.js';
import { joined, type Message, message } from '../../i18n/message.js';
import { parseCsvTable } from '../csv/csvTable.js';
import { lineProblem } from '../csv/csvText.js';
import { employeeFinder, type MappedEmployees } from '../mapping/employeeRows.js';
import { isIdOrNumber, type MeantEmployees, statedId } from '../mapping/employeesMeant.js';
import { idOrNumber } from '../people/idOrNumber.js';
import { listIds } from '../people/mappingFindings.js';
import { lowerUuid } from '../records/uuid.js';
import { parseLocalDate } from '../time/localDate.js';
import { ABSENCE_DATES, type Absence } from './absenceDays.js';

/** The columns of a file of absences, in any case and order. */
export const ABSENCE_COLUMNS = [
  'employee',
  'from',
  'to',
  'code',
  'minutes',
  'days',
  'dates',
  'paycode',
  'reason',
] as const;
type Column = (typeof ABSENCE_COLUMNS)[number];
const NEEDED: readonly Column[] = ['employee', 'from', 'to', 'code'];
const MOST_MINUTES = 1440;
/** The code of rows that change the balance of an hours account. */
export const ACCOUNT_CODE = 'ACCOUNT';
const MOST_ADJUSTED_MINUTES = 100_000;

/** An absence that names its employee as the file does: by ID or payroll ID. */
export type AbsenceRow = Omit<Absence, 'employeeId'> & { readonly employee: string };

/**
 * Reads a file of absences. Required columns: `employee`, `from`, `to`, `code` and `minutes` or `days`; `dates` says
 * how the dates of a row count.
 * @param hasAccount whether rows with the code ACCOUNT are adjustments of hours accounts
 * @throws PaytallyError ABSENCES_INVALID with every invalid line
 */
export function parseAbsences(
  bytes: Uint8Array,
  path: string,
  { hasAccount = false }: { readonly hasAccount?: boolean } = {},
): AbsenceRow[] {
  return parseCsvTable(bytes, path, {
    kind: 'absences',
    columns: ABSENCE_COLUMNS,
    needed: NEEDED,
    parseRow: (cell, line) =>
      hasAccount && cell('code') === ACCOUNT_CODE ? parseAdjustment(cell, line) : parseRow(cell, line),
    refuse: absencesError,
    headingProblems: (names) =>
      names.includes('minutes') || names.includes('days')
        ? []
        : [message('absences.amountColumnMissing', { there: names.join(', ') })],
  });
}

/** One error that lists all problems. */
function absencesError(problems: readonly Message[], path: string): PaytallyError {
  return new PaytallyError('ABSENCES_INVALID', joined(problems), { record: path });
}

/** The row, or its problem. */
function parseRow(cell: (column: Column) => string, line: number): AbsenceRow | Message {
  const employee = lowerUuid(cell('employee'));
  const code = cell('code');
  if (employee === '') return message('absences.employeeEmpty');
  if (code === '') return message('absences.codeEmpty');
  const from = parseLocalDate(cell('from'));
  const to = parseLocalDate(cell('to') || cell('from'));
  if (from === undefined || to === undefined) return message('absences.badDates');
  if (to < from) return message('absences.endsBeforeStart', { from, to });
  const amount = parseAmount(cell('minutes'), cell('days'));
  if ('id' in amount) return amount;
  const dates = ABSENCE_DATES.find((each) => each === cell('dates').toLowerCase());
  if (dates === undefined && cell('dates') !== '')
    return message('absences.badDatesColumn', { value: cell('dates') });
  return { employee, from, to, code, amount, ...(dates && { dates }), line };
}

/** A payout or correction of an hours account on one date. */
function parseAdjustment(cell: (column: Column) => string, line: number): AbsenceRow | Message {
  const employee = lowerUuid(cell('employee'));
  if (employee === '') return message('absences.employeeEmpty');
  const from = parseLocalDate(cell('from'));
  if (from === undefined || (cell('to') || cell('from')) !== cell('from'))
    return message('absences.adjustmentDate');
  const text = cell('minutes');
  const minutes = /^[+-]?\d{1,6}$/.test(text) ? Number(text) : 0;
  if (minutes === 0 || Math.abs(minutes) > MOST_ADJUSTED_MINUTES || cell('days') !== '')
    return message('absences.adjustmentMinutes');
  const [payCode, reason] = [cell('paycode'), cell('reason')];
  if (payCode !== '' && minutes > 0) return message('absences.adjustmentPaid');
  const adjusts = { ...(payCode !== '' && { payCode }), ...(reason !== '' && { reason }) };
  return { employee, from, to: from, code: ACCOUNT_CODE, amount: { minutes }, adjusts, line };
}

function parseAmount(minutes: string, days: string): Absence['amount'] | Message {
  if ((minutes === '') === (days === '')) return message('absences.needsAmount');
  if (minutes !== '') {
    const value = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0;
    if (value < 1 || value > MOST_MINUTES) return message('absences.badMinutes', { most: MOST_MINUTES });
    return { minutes: value };
  }
  const value = /^[01](?:[.,]\d{1,4})?$/.test(days) ? Number(days.replace(',', '.')) : 0;
  if (value <= 0 || value > 1) return message('absences.badDays');
  return { days: value };
}

/** Whose rows they are. */
interface AbsencePeople {
  readonly mapping: MappedEmployees;
  /** Employees of the service, in addition to those of the mapping. */
  readonly knownIds: ReadonlySet<string>;
  readonly nameOf?: (employeeId: string) => string;
}

/**
 * Finds the employee of each row, by id or by the payroll ID of the mapping file.
 * @param isStored rows of a stored run: an ID has precedence, as it had when the run was made
 * @throws PaytallyError ABSENCES_INVALID with every row that matches no employee, or more than one
 */
export function resolveAbsences(
  rows: readonly AbsenceRow[],
  { mapping, knownIds, nameOf = (id) => id }: AbsencePeople,
  path: string,
  { isStored = false }: { readonly isStored?: boolean | undefined } = {},
): Absence[] {
  const find = employeeFinder(mapping, (id) => knownIds.has(id));
  const problems: Message[] = [];
  const found = rows.flatMap(({ employee, ...row }) => {
    const meant = find(employee, row);
    const [employeeId, ...others] = isStored && meant.byId.length > 0 ? meant.byId : meant.all;
    if (employeeId !== undefined && others.length === 0) return [{ ...row, employeeId }];
    problems.push(lineProblem(path, row.line, employeeProblem(employee, meant, nameOf)));
    return [];
  });
  if (problems.length > 0) throw absencesError(problems, path);
  return found;
}

function employeeProblem(
  employee: string,
  meant: MeantEmployees,
  nameOf: (employeeId: string) => string,
): Message {
  if (meant.all.length === 0) return message('absences.employeeUnknown', { employee });
  if (isIdOrNumber(meant)) return idOrNumber(employee, meant, nameOf);
  return message('csv.numberShared', { number: employee, employees: listIds(meant.all) });
}

/** The rows of some employees. */
export function absencesOfPeople(
  rows: readonly AbsenceRow[],
  mapping: MappedEmployees,
  people: ReadonlySet<string>,
): readonly AbsenceRow[] {
  const ownerOf = absenceOwner(mapping);
  return rows.filter((row) => people.has(row.employee) || people.has(ownerOf(row) ?? ''));
}

/**
 * The employee of a row, as the mapping knows it; null for a payroll ID that no employee has.
 */
export function absenceOwner(mapping: MappedEmployees): (row: AbsenceRow) => string | null {
  const find = employeeFinder(mapping);
  return (row) => {
    const { byId, all } = find(row.employee, row);
    return byId[0] ?? all.at(-1) ?? statedId(row.employee) ?? null;
  };
}
