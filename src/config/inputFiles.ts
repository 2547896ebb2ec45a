import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type AbsenceRow, parseAbsences } from '../domain/absences/parseAbsences.js';
import { parseHolidays } from '../domain/absences/parseHolidays.js';
import type { HolidayRow } from '../domain/holidays/dayHoliday.js';
import { type MappedEmployees, NO_MAPPING } from '../domain/mapping/employeeRows.js';
import { type MappingProblem, mappingError } from '../domain/people/csvFile.js';
import { type EmployeeMapping, type MappingRow, parseMapping } from '../domain/people/parseMapping.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { hasCode } from '../runtime/notWritten.js';

/** An employer's mapping file, if there is one. */
export interface MappingFile {
  /** Absolute; undefined if the configuration names none. */
  readonly path: string | undefined;
  readonly employees: MappedEmployees;
  /** IDs of the employees with the status `gone`. */
  readonly gone: ReadonlySet<string>;
  /** They stop only templates that need payroll IDs. */
  readonly problems: readonly MappingProblem[];
}

/** @throws PaytallyError MAPPING_INVALID if the file cannot be read at all */
export async function readMapping(path: string | undefined, folder: string): Promise<MappingFile> {
  if (path === undefined) return { path, employees: NO_MAPPING, gone: new Set(), problems: [] };
  const absolute = resolve(folder, path);
  const mapping = parseMapping(await readBytes(absolute), absolute);
  const unusable = mapping.problems.filter(({ kind }) => kind === 'file');
  if (unusable.length > 0) throw mappingError(unusable, absolute);
  const isGone = (rows: readonly MappingRow[]): boolean => rows.every(({ status }) => status === 'gone');
  const gone = new Set([...mapping.byId].flatMap(([id, rows]) => (isGone(rows) ? id : [])));
  return { path: absolute, employees: mappedEmployees(mapping), gone, problems: mapping.problems };
}

/**
 * One error with all lines that are invalid or contradict each other: they stop a template that needs payroll IDs.
 * Payroll IDs used twice are exceptions with their own code.
 */
export function unreadableLines(mapping: MappingFile): PaytallyError | undefined {
  return errorOf(mapping, ({ kind }) => kind !== 'duplicate-number');
}

/** One error with all employees who have two rows without dates: no final can know which of them holds. */
export function repeatedEmployees(mapping: MappingFile): PaytallyError | undefined {
  return errorOf(mapping, ({ kind }) => kind === 'duplicate-id');
}

/** One error with all rows whose days cannot be read, or are days of another row of the employee. */
export function invalidDates(mapping: MappingFile): PaytallyError | undefined {
  return errorOf(mapping, ({ kind }) => kind === 'dates');
}

function errorOf(
  { path, problems }: MappingFile,
  concerns: (problem: MappingProblem) => boolean,
): PaytallyError | undefined {
  const some = problems.filter(concerns);
  return path !== undefined && some.length > 0 ? mappingError(some, path) : undefined;
}

function mappedEmployees({ byId, extraColumns }: EmployeeMapping): MappedEmployees {
  return { byId, extraColumns };
}

/** A hundred times the largest real one. */
const MOST_BYTES = 50_000_000;
const MOST_HOLIDAY_BYTES = 5_000_000;

/** The content of a file. @throws Error of the system, or for a pipe, a device or a file that is far too large */
async function readPlainFile(path: string, mostBytes: number): Promise<Uint8Array> {
  const file = await stat(path);
  if (!file.isFile() || file.size > mostBytes) throw new Error(`${path} is no file of a usual size`);
  return readFile(path);
}

/** Reading a pipe or a device would never end. */
async function refuseNoPlainFile(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined);
  if (file === undefined || (file.isFile() && file.size <= MOST_BYTES)) return;
  const text = file.isFile()
    ? message('mapping.tooLarge', { path, bytes: file.size, limit: MOST_BYTES })
    : message('mapping.notFile', { path });
  throw new PaytallyError('MAPPING_INVALID', text, { record: path });
}

async function readBytes(path: string): Promise<Uint8Array> {
  await refuseNoPlainFile(path);
  return readFile(path).catch((cause: unknown) => {
    const isMissing = hasCode(cause) && cause.code === 'ENOENT';
    const text = message(isMissing ? 'mapping.missing' : 'mapping.notReadable', { path });
    throw new PaytallyError('MAPPING_INVALID', text, { record: path, cause });
  });
}

/** An employer's absence file, if there is one. */
export interface AbsenceFile {
  /** Absolute; undefined if the configuration names none. */
  readonly path: string | undefined;
  readonly rows: readonly AbsenceRow[];
}

/** @throws PaytallyError ABSENCES_INVALID if the file cannot be read, or with all invalid lines */
export async function readAbsences(path: string | undefined, folder: string): Promise<AbsenceFile> {
  if (path === undefined) return { path, rows: [] };
  const absolute = resolve(folder, path);
  const bytes = await readPlainFile(absolute, MOST_BYTES).catch((cause: unknown) => {
    const isMissing = hasCode(cause) && cause.code === 'ENOENT';
    const id = isMissing ? 'mapping.absencesMissing' : 'mapping.absencesNotReadable';
    throw new PaytallyError('ABSENCES_INVALID', message(id, { path: absolute }), { record: absolute, cause });
  });
  return { path: absolute, rows: parseAbsences(bytes, absolute) };
}

/** An employer's file of holidays, if there is one. */
export interface HolidayFile {
  /** Absolute; undefined if the configuration names none. */
  readonly path: string | undefined;
  readonly rows: readonly HolidayRow[];
}

/** @throws PaytallyError HOLIDAYS_INVALID if the file cannot be read, or with all invalid lines */
export async function readHolidayFile(path: string | undefined, folder: string): Promise<HolidayFile> {
  if (path === undefined) return { path, rows: [] };
  const absolute = resolve(folder, path);
  const bytes = await readPlainFile(absolute, MOST_HOLIDAY_BYTES).catch((cause: unknown) => {
    const isMissing = hasCode(cause) && cause.code === 'ENOENT';
    const said = message(isMissing ? 'holidays.missing' : 'holidays.notReadable', { path: absolute });
    throw new PaytallyError('HOLIDAYS_INVALID', said, { record: absolute, cause });
  });
  return { path: absolute, rows: parseHolidays(bytes, absolute) };
}
