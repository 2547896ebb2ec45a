import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type MappingProblem, mappingError } from '../domain/people/csvFile.js';
import { type EmployeeMapping, parseMapping } from '../domain/people/parseMapping.js';
import { type MappedEmployees, NO_MAPPING } from '../domain/people/peopleDirectory.js';
import { PaytallyError } from '../errors.js';
import { hasCode } from '../runtime/notWritten.js';

/** An employer's mapping file, as far as there is one. */
export interface MappingFile {
  /** Absolute; undefined where the configuration names none. */
  readonly path: string | undefined;
  readonly employees: MappedEmployees;
  /** Ids of those whom the file marks as gone. */
  readonly gone: ReadonlySet<string>;
  /** What is wrong in it; matters to templates that need numbers. */
  readonly problems: readonly MappingProblem[];
}

/** @throws PaytallyError MAPPING_INVALID where the file cannot be read at all */
export async function readMapping(path: string | undefined, folder: string): Promise<MappingFile> {
  if (path === undefined) return { path, employees: NO_MAPPING, gone: new Set(), problems: [] };
  const absolute = resolve(folder, path);
  const mapping = parseMapping(await readBytes(absolute), absolute);
  const unusable = mapping.problems.filter(({ kind }) => kind === 'file');
  if (unusable.length > 0) throw mappingError(unusable, absolute);
  const gone = new Set(mapping.rows.flatMap((row) => (row.status === 'gone' ? row.employeeId : [])));
  return { path: absolute, employees: mappedEmployees(mapping), gone, problems: mapping.problems };
}

/**
 * Lines that cannot be read, or contradict each other, stop a template that needs numbers: all of them in one error.
 * Numbers used twice are exceptions, with a code of their own.
 */
export function unreadableLines({ path, problems }: MappingFile): PaytallyError | undefined {
  const unreadable = problems.filter(({ kind }) => kind !== 'duplicate-number');
  return path !== undefined && unreadable.length > 0 ? mappingError(problems, path) : undefined;
}

function mappedEmployees({ byId, extraColumns }: EmployeeMapping): MappedEmployees {
  return { byId, extraColumns };
}

/** A hundred times the largest real one. */
const MOST_BYTES = 50_000_000;

/** A pipe or a device would be read for ever. */
async function refuseNoPlainFile(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined);
  if (file === undefined || (file.isFile() && file.size <= MOST_BYTES)) return;
  const what = file.isFile() ? `has ${file.size} bytes, and ${MOST_BYTES} are the limit` : 'is no plain file';
  throw new PaytallyError('MAPPING_INVALID', `The mapping file ${path} ${what}.`, {
    record: path,
    remedy: 'Correct "employees" in the configuration: the path of a CSV file.',
  });
}

async function readBytes(path: string): Promise<Uint8Array> {
  await refuseNoPlainFile(path);
  return readFile(path).catch((cause: unknown) => {
    const isThere = !(hasCode(cause) && cause.code === 'ENOENT');
    const what = isThere ? 'cannot be read' : 'does not exist';
    throw new PaytallyError('MAPPING_INVALID', `The mapping file ${path} ${what}.`, {
      record: path,
      remedy: isThere
        ? 'Give this user the right to read it, or correct "employees" in the configuration.'
        : 'Run "paytally employees sync" to make it and fill in the numbers, or remove "employees" from the configuration.',
      cause,
    });
  });
}
