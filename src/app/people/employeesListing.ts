import { configOf, type LoadedConfig } from '../../config/config.js';
import { type MappingFile, readMapping } from '../../config/inputFiles.js';
import type { SecretsHost } from '../../config/liveSecret.js';
import { type EmployeeRow, gapsBetween, NO_MAPPING, rowTime } from '../../domain/mapping/employeeRows.js';
import { createNameDirectory } from '../../domain/people/peopleDirectory.js';
import type { Employee } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { todayIn } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, joined, message } from '../../i18n/message.js';
import type { EmployeesRead } from '../../sources/source.js';
import { openLiveSource } from '../../sources/staging/openSource.js';
import type { ReadHost } from '../../sources/staging/readObserver.js';

/** The state of a person in the mapping file; `unmapped` if no file is configured. */
export type MappingStatus = 'mapped' | 'no-number' | 'not-in-file' | 'gone' | 'unmapped';

export interface ListedPerson {
  readonly employeeId: string;
  /** Of people who are only in the file, as it has them. */
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly active: boolean | null;
  readonly employeeNumber: string | null;
  /** The days of the row in the mapping file; null if open. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  /** Whether the row holds today, is over or begins later; null without a row. */
  readonly time: ReturnType<typeof rowTime> | null;
  readonly status: MappingStatus;
}

/** What reading employees needs: the connection to the service, and the employer's secret. */
export type PeopleHost = ReadHost & SecretsHost;

export interface EmployeesListing {
  readonly employer: string;
  /** Absolute path of the mapping file. */
  readonly mapping: string | undefined;
  /**
   * In the order of the service, a person with several rows in the mapping file once for each; people who are only in
   * the file are last.
   */
  readonly employees: readonly ListedPerson[];
  readonly problems: readonly AnyMessage[];
}

/** Lists employees with their payroll IDs. @throws PaytallyError of credentials and service codes */
export async function employeesListing(
  host: PeopleHost,
  loaded: LoadedConfig,
  employerKey: string,
): Promise<EmployeesListing> {
  const { employees, invalid } = await readEmployeesOf(host, loaded, employerKey, 'once');
  const { mapping, problems } = await mappingOf(loaded, employerKey);
  const today = todayIn(undefined, host.context.clock.nowMs());
  const listed = new Set([...employees, ...invalid].map(({ id }) => id));
  const nameOf = createNameDirectory({ employees, rememberedEmployees: [] }, mapping.employees, undefined);
  const onlyInFile = [...mapping.employees.byId].filter(([id]) => !listed.has(id));
  return {
    employer: employerKey,
    mapping: mapping.path,
    employees: [
      ...employees.flatMap((employee) => rowsOf(employee, mapping, today)),
      ...onlyInFile.flatMap(([id, rows]) => rows.map((row) => goneOf(id, row, today))),
    ],
    problems: [
      ...problems,
      ...employees.flatMap((employee) => rowProblems(employee, nameOf(employee.id), mapping, today)),
      ...invalid.map(({ id, problems: broken }) =>
        message('people.invalidRecord', { id, problems: joined(broken, '; ') }),
      ),
    ],
  };
}

/** An unusable file is reported separately; the employees can still be listed. */
async function mappingOf(
  { config, folder }: LoadedConfig,
  employerKey: string,
): Promise<{ readonly mapping: MappingFile; readonly problems: readonly AnyMessage[] }> {
  const path = config.employers[employerKey]?.employees;
  try {
    const mapping = await readMapping(path, folder);
    const problems = mapping.problems.map(({ line, message: problem }) =>
      message('people.mappingLine', { line, problem }),
    );
    return { mapping, problems };
  } catch (error) {
    if (!(error instanceof PaytallyError)) throw error;
    const mapping = { path, employees: NO_MAPPING, gone: new Set<string>(), problems: [] };
    return { mapping, problems: [error.text, error.remedyText] };
  }
}

/** Days between the rows of an employee, and an employee whose last row is over. */
function rowProblems(
  { id, isActive }: Employee,
  name: string,
  { employees }: MappingFile,
  today: LocalDate,
): AnyMessage[] {
  const rows = employees.byId.get(id) ?? [];
  const last = rows.at(-1);
  const hasEnded = isActive && last !== undefined && rowTime(last, today) === 'over';
  return [
    ...gapsBetween(rows).map(({ from, to }) => message('people.rowGap', { name, from, to })),
    ...(hasEnded ? [message('people.rowsOver', { name, to: last.to ?? today })] : []),
  ];
}

function rowsOf(
  { id, lastName, firstName, isActive }: Employee,
  { path, employees }: MappingFile,
  today: LocalDate,
) {
  const rows = employees.byId.get(id) ?? [undefined];
  return rows.map((row): ListedPerson => {
    const status = path === undefined ? 'unmapped' : statusOf(row);
    return { employeeId: id, lastName, firstName, active: isActive, ...shownRow(row, today), status };
  });
}

function statusOf(row: EmployeeRow | undefined): MappingStatus {
  if (row === undefined) return 'not-in-file';
  return row.number === null ? 'no-number' : 'mapped';
}

function shownRow(row: EmployeeRow | undefined, today: LocalDate) {
  const { number = null, from = null, to = null } = row ?? {};
  return { employeeNumber: number, from, to, time: row === undefined ? null : rowTime(row, today) };
}

function goneOf(employeeId: string, row: EmployeeRow, today: LocalDate): ListedPerson {
  const { lastName = null, firstName = null } = row;
  return { employeeId, lastName, firstName, active: null, ...shownRow(row, today), status: 'gone' };
}

/** Reads an employer's list of employees, with only the permission for that. */
export async function readEmployeesOf(
  host: PeopleHost,
  loaded: LoadedConfig,
  employerKey: string,
  read: 'once' | 'twice',
): Promise<EmployeesRead> {
  const config = configOf(loaded, employerKey);
  const source = await openLiveSource(host, loaded, config);
  const result = await source.readEmployees(read);
  host.terminal.progress(undefined);
  return result;
}
