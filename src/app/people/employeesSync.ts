import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { findMappingBytes } from '../../config/inputFiles.js';
import { mappingError } from '../../domain/people/mappingText.js';
import { parseMapping } from '../../domain/people/parseMapping.js';
import { syncMapping } from '../../domain/people/syncMapping.js';
import type { Employee } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { todayIn } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { joined, listed, message } from '../../i18n/message.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { replaceFile } from '../../store/replaceFile.js';
import { type PeopleHost, readEmployeesOf } from './employeesListing.js';

export interface SyncedPerson {
  readonly employeeId: string;
  readonly lastName: string;
  readonly firstName: string;
}

/** The result of a sync for a mapping file, or of its preview. */
export interface EmployeesSync {
  /** Absolute. */
  readonly path: string;
  /** Keys of the employers whose people the file lists. */
  readonly employers: readonly string[];
  /** `current`: there is nothing to change. */
  readonly effect: 'made' | 'changed' | 'current' | 'planned';
  readonly added: readonly SyncedPerson[];
  /** IDs. */
  readonly gone: readonly string[];
  readonly returned: readonly string[];
}

/**
 * Brings the mapping files of these employers up to date, one after the other. A file shared by employers gets the
 * people of all of them; otherwise each would mark the people of the others as gone.
 * @throws PaytallyError CONFIG_INVALID if no file is configured, MAPPING_INVALID, EXPORT_BLOCKED for records that
 * cannot be read, OUTPUT_NOT_WRITTEN, and those of credentials and the service
 */
export async function syncEmployees(
  host: PeopleHost,
  loaded: LoadedConfig,
  employerKeys: readonly string[],
  effect: 'write' | 'plan',
): Promise<readonly EmployeesSync[]> {
  const paths = [...new Set(employerKeys.flatMap((key) => mappingPath(loaded, key) ?? []))];
  if (paths.length === 0) throw noMapping(employerKeys);
  const today = todayIn(undefined, host.context.clock.nowMs());
  const synced: EmployeesSync[] = [];
  for (const path of paths) {
    const sharing = Object.keys(loaded.config.employers).filter((key) => mappingPath(loaded, key) === path);
    const employees = await peopleOf(host, loaded, sharing);
    const file = await syncFile(path, employees, { effect, folder: loaded.folder, today });
    synced.push({ ...file, employers: sharing });
  }
  return synced;
}

/** Creates the mapping file of an employer whose people cannot be read: only its headings. @returns its path */
export async function createEmptyMapping(loaded: LoadedConfig, employerKey: string): Promise<string> {
  const path = mappingPath(loaded, employerKey);
  if (path === undefined) throw noMapping([employerKey]);
  if (!existsSync(path))
    await syncFile(path, [], { effect: 'write', folder: loaded.folder, today: undefined });
  return path;
}

function mappingPath({ config, folder }: LoadedConfig, key: string): string | undefined {
  const path = config.employers[key]?.employees;
  return path === undefined ? undefined : resolve(folder, path);
}

/** Reads twice: an employee missing from one page would be marked as gone. */
async function peopleOf(
  host: PeopleHost,
  loaded: LoadedConfig,
  keys: readonly string[],
): Promise<Employee[]> {
  const people: Employee[] = [];
  for (const key of keys) {
    const { employees, invalid } = await readEmployeesOf(host, loaded, key, 'twice');
    const [first] = invalid;
    if (first !== undefined) {
      const lines = invalid.map(({ id, problems }) => joined([id, joined(problems, '; ')], ': '));
      const text = message('people.invalidRecords', { employer: key, lines: joined(['', ...lines]) });
      throw new PaytallyError('EXPORT_BLOCKED', text, { record: first.id });
    }
    people.push(...employees);
  }
  return people;
}

interface FileSync {
  readonly effect: 'write' | 'plan';
  /** Of the configuration. */
  readonly folder: string;
  /** undefined for a new file. */
  readonly today: LocalDate | undefined;
}

/** Reads the file last, so that edits a user makes meanwhile are not lost. */
async function syncFile(
  path: string,
  employees: readonly Employee[],
  { effect, folder, today }: FileSync,
): Promise<Omit<EmployeesSync, 'employers'>> {
  const before = withContent(await findMappingBytes(path));
  if (before !== undefined) refuseUnusable(before, path);
  const { bytes, added, gone, returned } = syncMapping(before, employees, today);
  const isCurrent = before !== undefined && Buffer.compare(before, bytes) === 0;
  if (!isCurrent && effect === 'write')
    await withClaims(folder, (claims) => replaceFile(path, bytes, claims));
  const byId = new Map(employees.map((employee) => [employee.id, employee]));
  return {
    path,
    effect: effectOf(isCurrent, before, effect),
    added: added.flatMap((id) => {
      const person = byId.get(id);
      return person ? [{ employeeId: id, lastName: person.lastName, firstName: person.firstName }] : [];
    }),
    gone,
    returned,
  };
}

/** An empty file is written from scratch: there is nothing to keep. */
function withContent(bytes: Uint8Array | undefined): Uint8Array | undefined {
  const isEmpty = bytes !== undefined && new TextDecoder().decode(bytes).trim() === '';
  return isEmpty ? undefined : bytes;
}

function effectOf(
  isCurrent: boolean,
  before: Uint8Array | undefined,
  effect: 'write' | 'plan',
): EmployeesSync['effect'] {
  if (isCurrent) return 'current';
  if (effect === 'plan') return 'planned';
  return before === undefined ? 'made' : 'changed';
}

/** An unclosed quote hides the following lines, and their people would be added again. */
function refuseUnusable(bytes: Uint8Array, path: string): void {
  const unusable = parseMapping(bytes, path).problems.filter(({ kind }) => kind === 'file' || kind === 'row');
  if (unusable.length > 0) throw mappingError(unusable, path);
}

function noMapping(keys: readonly string[]): PaytallyError {
  const [key = ''] = keys;
  const text = message('people.noMapping', { employers: listed(keys), employer: key });
  return new PaytallyError('CONFIG_INVALID', text, { record: `employers.${key}.employees` });
}
