import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type AbsenceRow, parseAbsences } from '../domain/absences/parseAbsences.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { hasCode } from '../runtime/notWritten.js';

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
  const bytes = await readFile(absolute).catch((cause: unknown) => {
    const isMissing = hasCode(cause) && cause.code === 'ENOENT';
    const id = isMissing ? 'mapping.absencesMissing' : 'mapping.absencesNotReadable';
    throw new PaytallyError('ABSENCES_INVALID', message(id, { path: absolute }), { record: absolute, cause });
  });
  return { path: absolute, rows: parseAbsences(bytes, absolute) };
}
