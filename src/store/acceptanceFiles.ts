import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseLocalDate } from '../domain/time/localDate.js';
import type { EmployerDays } from './scheduleState.js';
import type { Store } from './store.js';
import { type Acceptances, acceptances } from './windowAcceptances.js';

/* Version 0.1 kept what the window had accepted in files next to the store, one for each employer and period. */

/** What a file of version 0.1 has about a period. */
export interface AcceptanceFile {
  readonly path: string;
  readonly days: EmployerDays;
  readonly accepted: Acceptances;
}

/**
 * The files of some employers that the store does not have yet. A file that cannot be read counts for nothing, as
 * before, and stays.
 * @param idOf the id of the employer with a key of the configuration
 */
export function findAcceptanceFiles(
  storeFolder: string,
  idOf: (employerKey: string) => string | undefined,
): readonly AcceptanceFile[] {
  const folder = join(storeFolder, 'accepted');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [, key = '', first = '', last = ''] = /^(\S+) (\S+) (\S+)\.json$/.exec(name) ?? [];
    const [from, to, path] = [parseLocalDate(first), parseLocalDate(last), join(folder, name)];
    const employerId = from === undefined ? undefined : idOf(decodeURIComponent(key));
    const accepted = readFile(path);
    if (from === undefined || to === undefined || employerId === undefined || accepted === undefined)
      return [];
    return [{ path, days: { employerId, from, to }, accepted }];
  });
}

function readFile(path: string): Acceptances | undefined {
  try {
    return acceptances.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Adds the content of the files to the store, where nothing newer is there. */
export function takeOverAcceptances(store: Store, files: readonly AcceptanceFile[]): void {
  // Another process may have been first, and its clerk may have undone some of it since.
  for (const { path, days, accepted } of files)
    store.acceptances.takeOver(days, accepted, () => existsSync(path));
}

/** Once the store has their content. */
export function removeAcceptanceFiles(files: readonly AcceptanceFile[]): void {
  for (const { path } of files) rmSync(path, { force: true });
}
