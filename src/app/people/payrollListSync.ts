import type { LoadedConfig } from '../../config/config.js';
import { findMappingBytes, readMappingBytes } from '../../config/inputFiles.js';
import {
  type EmployeeToMatch,
  mappedOwners,
  matchPayrollList,
  type PayrollListMatches,
  type PayrollListRow,
  type PayrollMatch,
} from '../../domain/people/matchPayrollList.js';
import { type EmployeeMapping, parseMapping } from '../../domain/people/parseMapping.js';
import { findLostZeros, type PayrollIdChange, setPayrollIds } from '../../domain/people/payrollIdTable.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { replaceFile } from '../../store/replaceFile.js';
import { type PeopleHost, readEmployeesOf } from './employeesListing.js';
import { syncEmployees } from './employeesSync.js';

export interface PayrollListRequest {
  readonly rows: readonly PayrollListRow[];
  /** `sure` writes certain matches; `none` only those of `chosen`. */
  readonly accept: 'none' | 'sure';
  /** `EMPLOYEE=NUMBER`, or `EMPLOYEE=NUMBER@DATE` from a date on: by id, decided by the user. */
  readonly chosen: ReadonlyMap<string, PayrollIdChange>;
}

export interface PayrollListSync extends PayrollListMatches {
  readonly employer: string;
  /** Absolute path of the mapping file. */
  readonly path: string;
  /** Payroll IDs that were or would be written. */
  readonly written: ReadonlyMap<string, string>;
  /** Numbers that seem to have lost zeros in a spreadsheet. */
  readonly lostZeros: readonly string[];
  readonly effect: 'changed' | 'current' | 'planned';
}

/**
 * Proposes payroll IDs from the payroll's own list of employees, and writes those that were accepted into the mapping
 * file. IDs that the file has remain unchanged unless they were chosen.
 * @throws PaytallyError CONFIG_INVALID without a mapping file, MAPPING_INVALID, USAGE for an impossible choice
 */
export async function syncFromPayrollList(
  host: PeopleHost,
  loaded: LoadedConfig,
  employerKey: string,
  { rows, accept, chosen }: PayrollListRequest,
): Promise<PayrollListSync> {
  const { employees } = await readEmployeesOf(host, loaded, employerKey, 'twice');
  const [file] = await syncEmployees(host, loaded, [employerKey], 'plan');
  if (file === undefined) throw new Error('an employer has one mapping file');
  const byId = await mappedRows(file.path);
  const listed = employees.map((employee): EmployeeToMatch => {
    const { id, firstName, lastName } = employee;
    return { id, firstName, lastName, number: byId.get(id)?.at(-1)?.number ?? null };
  });
  const found = matchPayrollList(listed, rows, mappedOwners(byId));
  const lostZeros = lostZerosOf(found.matches);
  const numbers = acceptedNumbers(found.matches, accept, new Set(lostZeros));
  for (const [id, { number }] of chosen) numbers.set(checkedId(id, listed), checkedNumber(number, rows));
  refuseShared(numbers, listed);
  const about = { ...found, employer: employerKey, path: file.path, written: numbers, lostZeros };
  if (numbers.size === 0) return { ...about, effect: accept === 'none' ? 'planned' : 'current' };
  await syncEmployees(host, loaded, [employerKey], 'write');
  const changes = new Map([...numbers].map(([id, number]) => [id, { number, from: chosen.get(id)?.from }]));
  const { bytes } = setPayrollIds(await readMappingBytes(file.path), changes, file.path);
  await withClaims(loaded.folder, (claims) => replaceFile(file.path, bytes, claims));
  return { ...about, effect: 'changed' };
}

/** The rows of the mapping file, also of people who left; none if it does not exist yet. */
async function mappedRows(path: string): Promise<EmployeeMapping['byId']> {
  const bytes = (await findMappingBytes(path)) ?? new Uint8Array();
  if (new TextDecoder().decode(bytes).trim() === '') return new Map();
  return parseMapping(bytes, path).byId;
}

/** Only for employees without a payroll ID, and without IDs that may have lost their zeros. */
function acceptedNumbers(
  matches: readonly PayrollMatch[],
  accept: PayrollListRequest['accept'],
  lostZeros: ReadonlySet<string>,
): Map<string, string> {
  const isSure = ({ doubt, employee, row }: PayrollMatch) =>
    doubt === null && employee.number === null && !lostZeros.has(row.number);
  const sure = accept === 'none' ? [] : matches.filter(isSure);
  return new Map(sure.map(({ employee, row }) => [employee.id, row.number]));
}

function checkedId(id: string, employees: readonly EmployeeToMatch[]): string {
  if (employees.some((employee) => employee.id === id)) return id;
  throw new PaytallyError('USAGE', message('payrollList.unknownEmployee', { id }), { record: id });
}

function checkedNumber(number: string, rows: readonly PayrollListRow[]): string {
  if (rows.some((row) => row.number === number)) return number;
  throw new PaytallyError('USAGE', message('payrollList.unknownNumber', { number }), { record: number });
}

/** Two employees never get the same payroll ID. @throws PaytallyError USAGE */
function refuseShared(numbers: ReadonlyMap<string, string>, employees: readonly EmployeeToMatch[]): void {
  const owners = new Map<string, string>();
  for (const { id, number: own } of employees) {
    const number = numbers.get(id) ?? own;
    if (number === null) continue;
    const other = owners.get(number);
    if (other !== undefined && (numbers.has(id) || numbers.has(other)))
      throw new PaytallyError('USAGE', message('payrollList.shared', { number, id, other }), {
        record: number,
      });
    owners.set(number, id);
  }
}

/**
 * Payroll IDs that a spreadsheet seems to have shortened: shorter than those with zeros, or than those of the mapping.
 */
function lostZerosOf(matches: readonly PayrollMatch[]): string[] {
  const rows = (numberOf: (match: PayrollMatch) => string) =>
    matches.map((match) => ({
      employeeId: match.employee.id,
      name: '',
      number: numberOf(match),
      status: '',
    }));
  const before = rows(({ employee }) => employee.number ?? '');
  const mapped = before.find(({ number }) => /^0\d+$/.test(number))?.number.length ?? 0;
  const lost = findLostZeros(
    before,
    rows(({ row }) => row.number),
  ).map(({ number }) => number);
  const short = matches.filter(({ row }) => /^[1-9]\d*$/.test(row.number) && row.number.length < mapped);
  return [...new Set([...lost, ...short.map(({ row }) => row.number)])];
}
