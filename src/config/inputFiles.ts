import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type AbsenceRow, parseAbsences } from '../domain/absences/parseAbsences.js';
import { parseHolidays } from '../domain/absences/parseHolidays.js';
import type { HolidayRow } from '../domain/holidays/dayHoliday.js';
import { type MappedEmployees, NO_MAPPING } from '../domain/mapping/employeeRows.js';
import { type MappingProblem, mappingError } from '../domain/people/mappingText.js';
import { type EmployeeMapping, type MappingRow, parseMapping } from '../domain/people/parseMapping.js';
import { PaytallyError } from '../errors.js';
import { type Message, message } from '../i18n/message.js';
import { hasCode } from '../runtime/notWritten.js';
import { MOST_BYTES, readPlainFile } from '../runtime/readWithin.js';

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
  const mapping = parseMapping(await readMappingBytes(absolute), absolute);
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

/** The content of a mapping file. @throws PaytallyError MAPPING_INVALID */
export async function readMappingBytes(path: string): Promise<Uint8Array> {
  return readPlainFile(path, MOST_BYTES.table).catch((cause: unknown) => {
    throw new PaytallyError('MAPPING_INVALID', mappingRefusal(path, cause), { record: path, cause });
  });
}

/** The same; undefined for a file that does not exist yet. */
export async function findMappingBytes(path: string): Promise<Uint8Array | undefined> {
  const isMissing = await stat(path).then(
    () => false,
    (cause: unknown) => hasCode(cause) && cause.code === 'ENOENT',
  );
  return isMissing ? undefined : readMappingBytes(path);
}

function mappingRefusal(path: string, cause: unknown): Message {
  switch (hasCode(cause) ? cause.code : undefined) {
    case 'ENOENT':
      return message('mapping.missing', { path });
    case 'EFBIG':
      return message('csv.tooLarge', { kind: 'mapping', path, size: MOST_BYTES.table / 1_000_000 });
    case 'EISDIR':
    case 'ENODEV':
      return message('mapping.notFile', { path });
    default:
      return message('mapping.notReadable', { path });
  }
}

/** An employer's absence file, if there is one. */
export interface AbsenceFile {
  /** Absolute; undefined if the configuration names none. */
  readonly path: string | undefined;
  readonly rows: readonly AbsenceRow[];
  /** Of a stored run, which was made with the precedence of IDs over payroll IDs. */
  readonly isStored?: boolean;
}

/** @throws PaytallyError ABSENCES_INVALID if the file cannot be read, or with all invalid lines */
export async function readAbsences(
  { absences: path, account }: { readonly absences?: string | undefined; readonly account?: unknown },
  folder: string,
): Promise<AbsenceFile> {
  if (path === undefined) return { path, rows: [] };
  const absolute = resolve(folder, path);
  const bytes = await readPlainFile(absolute, MOST_BYTES.table).catch((cause: unknown) => {
    const code = hasCode(cause) ? cause.code : undefined;
    const id = code === 'ENOENT' ? 'mapping.absencesMissing' : 'mapping.absencesNotReadable';
    const size = MOST_BYTES.table / 1_000_000;
    const text =
      code === 'EFBIG'
        ? message('csv.tooLarge', { kind: 'absences', path: absolute, size })
        : message(id, { path: absolute });
    throw new PaytallyError('ABSENCES_INVALID', text, { record: absolute, cause });
  });
  return { path: absolute, rows: parseAbsences(bytes, absolute, { hasAccount: account !== undefined }) };
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
  const bytes = await readPlainFile(absolute, MOST_BYTES.holidays).catch((cause: unknown) => {
    const code = hasCode(cause) ? cause.code : undefined;
    const id = code === 'ENOENT' ? 'holidays.missing' : 'holidays.notReadable';
    const size = MOST_BYTES.holidays / 1_000_000;
    const said =
      code === 'EFBIG'
        ? message('csv.tooLarge', { kind: 'holidays', path: absolute, size })
        : message(id, { path: absolute });
    throw new PaytallyError('HOLIDAYS_INVALID', said, { record: absolute, cause });
  });
  return { path: absolute, rows: parseHolidays(bytes, absolute) };
}
