import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type AbsenceRow, parseAbsences } from '../domain/absences/parseAbsences.js';
import { PaytallyError } from '../errors.js';
import { hasCode } from '../runtime/notWritten.js';

/** An employer's file of absences, as far as there is one. */
export interface AbsenceFile {
  /** Absolute; undefined where the configuration names none. */
  readonly path: string | undefined;
  readonly rows: readonly AbsenceRow[];
}

/** @throws PaytallyError ABSENCES_INVALID where the file cannot be read, or with every line that is wrong */
export async function readAbsences(path: string | undefined, folder: string): Promise<AbsenceFile> {
  if (path === undefined) return { path, rows: [] };
  const absolute = resolve(folder, path);
  const bytes = await readFile(absolute).catch((cause: unknown) => {
    const isThere = !(hasCode(cause) && cause.code === 'ENOENT');
    throw new PaytallyError(
      'ABSENCES_INVALID',
      `The file of absences ${absolute} ${isThere ? 'cannot be read' : 'does not exist'}.`,
      {
        record: absolute,
        remedy: isThere
          ? 'Give this user the right to read it, or correct "absences" in the configuration.'
          : 'Make it, with the columns employee, from, to, code and minutes or days, or remove "absences" from the configuration.',
        cause,
      },
    );
  });
  return { path: absolute, rows: parseAbsences(bytes, absolute) };
}
