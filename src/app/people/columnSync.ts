import { configOf, type LoadedConfig } from '../../config/config.js';
import { readMappingBytes } from '../../config/inputFiles.js';
import { rowOfFirstDay } from '../../domain/account/accountDays.js';
import { groupBy } from '../../domain/collections.js';
import { numbersOf, rowFor } from '../../domain/mapping/employeeRows.js';
import { employeesMeant, isIdOrNumber, type MeantEmployees } from '../../domain/mapping/employeesMeant.js';
import { parseSignedMinutes, setColumnNumbers } from '../../domain/people/mappingColumn.js';
import {
  type EmployeeToMatch,
  mappedOwner,
  mappedOwners,
  matchPayrollList,
  type PayrollListRow,
  type PayrollMatch,
  type UnmatchedRow,
} from '../../domain/people/matchPayrollList.js';
import { type MappingRow, parseMapping } from '../../domain/people/parseMapping.js';
import { lowerUuid } from '../../domain/records/uuid.js';
import { todayIn } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { replaceFile } from '../../store/replaceFile.js';
import { type PeopleHost, readEmployeesOf } from './employeesListing.js';
import { syncEmployees } from './employeesSync.js';

export interface ColumnRequest {
  readonly rows: readonly PayrollListRow[];
  readonly column: string;
  /** `sure` writes certain values; `none` only those of `chosen`. */
  readonly accept: 'none' | 'sure';
  /** Employee ID -> minutes, decided by the user. */
  readonly chosen: ReadonlyMap<string, string>;
}

/** Why the user must decide about a value of the list. */
export type ValueDoubt =
  | NonNullable<PayrollMatch['doubt']>
  | 'other-value'
  | 'no-minutes'
  | 'no-row'
  | 'no-account'
  | 'id-or-number'
  | 'shared-number';

/** A person's value in the list. */
export interface ListedValue extends Pick<PayrollMatch, 'employee' | 'row' | 'takenBy'> {
  /** The cell of the mapping file. */
  readonly current: string;
  /** undefined if the list has no minutes. */
  readonly minutes: number | undefined;
  readonly doubt: ValueDoubt | null;
}

/** Values of a mapping column from a list, or their preview. */
export interface ColumnSync {
  readonly employer: string;
  /** Absolute path of the mapping file. */
  readonly path: string;
  readonly column: string;
  readonly values: readonly ListedValue[];
  readonly rows: readonly UnmatchedRow[];
  /** Employees whom the list lacks. */
  readonly employees: readonly EmployeeToMatch[];
  /** Employee ID -> minutes that were written. */
  readonly written: ReadonlyMap<string, number>;
  readonly effect: 'changed' | 'current' | 'planned';
}

/**
 * Proposes minutes of a column of the hours account from a list, and writes those that were accepted into the mapping
 * file. A cell that has another value is unchanged unless it was chosen.
 * @throws PaytallyError CONFIG_INVALID without a mapping file, MAPPING_INVALID, USAGE for an impossible choice
 */
export async function syncColumn(
  host: PeopleHost,
  loaded: LoadedConfig,
  employerKey: string,
  { rows, column, accept, chosen }: ColumnRequest,
): Promise<ColumnSync> {
  const findRow = rowWithColumn(loaded, employerKey, column);
  const { employees } = await readEmployeesOf(host, loaded, employerKey, 'twice');
  const [file] = await syncEmployees(host, loaded, [employerKey], 'plan');
  if (file === undefined) throw new Error('an employer has one mapping file');
  const bytes = await readMappingBytes(file.path);
  const { byId } = parseMapping(bytes, file.path);
  const rowOf = (id: string) => findRow(id, byId.get(id) ?? []);
  const list = rows.map((row) => ({ ...row, number: lowerUuid(row.number) }));
  // The list has the payroll IDs of today, whatever they were on the day of the value.
  const today = { to: todayIn(configOf(loaded, employerKey).employer.zone, host.context.clock.nowMs()) };
  const numberOf = (id: string) => rowFor(byId.get(id), today)?.number ?? null;
  const meantBy = employeesOfToday([...byId.keys()], numberOf);
  const isById =
    rows.length > 0 && list.every(({ number }) => byId.has(number) && !isIdOrNumber(meantBy(number)));
  const people = employees.map(({ id, firstName, lastName }): EmployeeToMatch => {
    return { id, firstName, lastName, number: isById ? id : numberOf(id) };
  });
  const ownerOf = (id: string) => (byId.has(id) ? [mappedOwner(id, byId.get(id) ?? [])] : []);
  const found = matchPayrollList(people, list, isById ? ownerOf : mappedOwners(byId));
  const shared = sharedNumbers(byId);
  const isEither = (number: string) => isIdOrNumber(meantBy(number));
  const values = found.matches.map((match) => {
    const { id } = match.employee;
    return listedValue(match, { mapped: rowOf(id), isInFile: byId.has(id), column, shared, isEither });
  });
  const written = new Map<string, number>();
  for (const { employee, minutes, doubt, current } of values)
    if (accept === 'sure' && doubt === null && minutes !== undefined && String(minutes) !== current.trim())
      written.set(employee.id, minutes);
  for (const [id, text] of chosen) {
    if (byId.has(id) && rowOf(id) === undefined)
      throw new PaytallyError('USAGE', message('payrollList.noAccount', { id }), { record: id });
    written.set(...checkedChoice(id, text, rowOf(id)));
  }
  const about = { ...found, employer: employerKey, path: file.path, column, values, written };
  if (written.size === 0) return { ...about, effect: accept === 'none' ? 'planned' : 'current' };
  const lines = new Map([...written].map(([id, minutes]) => [rowOf(id)?.line ?? 0, minutes]));
  const changed = setColumnNumbers(bytes, column, lines, file.path);
  await withClaims(loaded.folder, (claims) => replaceFile(file.path, changed, claims));
  return { ...about, effect: 'changed' };
}

type FindRow = (id: string, rows: readonly MappingRow[]) => MappingRow | undefined;

/**
 * Which row of a person has the column's value: an opening balance belongs to the first day of the account, a limit to
 * the newest row. @throws PaytallyError USAGE
 */
function rowWithColumn(loaded: LoadedConfig, employerKey: string, column: string): FindRow {
  const { account } = configOf(loaded, employerKey);
  if (account !== undefined && account.opening?.column === column)
    return (id, rows) => rowOfFirstDay(account, id, rows);
  if (account?.cap?.column === column) return (_, rows) => rows.at(-1);
  const names = [account?.opening?.column, account?.cap?.column].flatMap((name) => name ?? []);
  const text = message('payrollList.otherColumn', { column, count: names.length, names: listed(names) });
  throw new PaytallyError('USAGE', text, { record: '--column' });
}

/** Who is meant by a text of the list: a person with this ID, or with this payroll ID today. */
function employeesOfToday(ids: readonly string[], numberOf: (id: string) => string | null) {
  const known = new Set(ids);
  const owners = groupBy(ids, (id) => numberOf(id) ?? '');
  return (text: string): MeantEmployees =>
    employeesMeant(text, {
      byId: (id) => (known.has(id) ? [id] : []),
      byNumber: (number) => (number === '' ? [] : (owners.get(number) ?? [])),
    });
}

/** Payroll IDs that several people have, each on days of their own. */
function sharedNumbers(byId: ReadonlyMap<string, readonly MappingRow[]>): ReadonlySet<string> {
  const all = [...byId.values()].flatMap(numbersOf);
  const known = new Set<string>();
  return new Set(all.filter((number) => known.size === known.add(number).size));
}

interface MappedValue {
  /** The row that has the value. */
  readonly mapped: MappingRow | undefined;
  readonly isInFile: boolean;
  readonly column: string;
  readonly shared: ReadonlySet<string>;
  /** Whether a text is the ID of one person and the payroll ID of another. */
  readonly isEither: (number: string) => boolean;
}

function listedValue(
  { employee, row, basis, doubt, takenBy }: PayrollMatch,
  { mapped, isInFile, column, shared, isEither }: MappedValue,
): ListedValue {
  const current = mapped?.extra[column] ?? '';
  const minutes = parseSignedMinutes(row.value ?? '');
  const isOther = current.trim() !== '' && parseSignedMinutes(current) !== minutes;
  const missing = isInFile ? 'no-account' : 'no-row';
  const own: ValueDoubt | null =
    minutes === undefined ? 'no-minutes' : mapped === undefined ? missing : isOther ? 'other-value' : null;
  const isNamed = [row.lastName, row.firstName, row.name].some((name) => name.trim() !== '');
  const isByNumber = basis === 'number' && !isNamed;
  const unclear = isByNumber && isEither(row.number) ? 'id-or-number' : null;
  const isShared = isByNumber && shared.has(row.number);
  const byList: ValueDoubt | null = unclear ?? (isShared ? 'shared-number' : null);
  return { employee, row, takenBy, current, minutes, doubt: own ?? doubt ?? byList };
}

/** @throws PaytallyError USAGE */
function checkedChoice(id: string, text: string, row: MappingRow | undefined): [string, number] {
  const minutes = parseSignedMinutes(text);
  if (row === undefined)
    throw new PaytallyError('USAGE', message('payrollList.unknownEmployee', { id }), { record: id });
  if (minutes === undefined)
    throw new PaytallyError('USAGE', message('payrollList.badMinutes', { text }), { record: '--match' });
  return [id, minutes];
}
