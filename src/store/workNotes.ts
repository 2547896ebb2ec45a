import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Claims, isClaimAlive, temporaryName } from './claims.js';

const note = z.object({
  /** ID of the working process. */
  process: z.string(),
  /** Its claim, which is locked while the process lives. */
  owner: z.string(),
  kind: z.enum(['read', 'final', 'correct', 'send']),
  employer: z.string(),
  /** The requested period, or the run of a delivery. */
  period: z.string(),
  startedAt: z.string(),
});

/** The current work of a process, for display by others. */
export type WorkNote = z.output<typeof note>;

const THIS_PROCESS = randomUUID();
const NOTE = /^\.working\.[0-9a-f]{12}\.part$/;

/**
 * Publishes this process's current work for other processes. An unwritable folder is not an error: the work is then not
 * published.
 * @param folder of the claims
 */
export async function withWorkNote<Result>(
  folder: string,
  about: Pick<WorkNote, 'kind' | 'employer' | 'period' | 'startedAt'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const claims = new Claims(folder);
  const path = join(folder, temporaryName('working'));
  let isReported = false;
  try {
    claims.track([path]);
    const text: WorkNote = { process: THIS_PROCESS, owner: claims.owner, ...about };
    writeFileSync(path, JSON.stringify(text), { mode: 0o600, flag: 'wx' });
    isReported = true;
  } catch {
    // The work itself reports unwritable folders.
  }
  try {
    return await work();
  } finally {
    if (isReported) rmSync(path, { force: true });
    claims.close();
  }
}

/** The current work of other processes, oldest first. */
export function workOfOthers(folder: string): readonly WorkNote[] {
  return namesOf(folder)
    .flatMap((name) => readNote(join(folder, name)) ?? [])
    .filter(({ process, owner }) => process !== THIS_PROCESS && isClaimAlive(folder, owner))
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

function namesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => NOTE.test(name));
  } catch {
    return [];
  }
}

/** undefined if the process has ended meanwhile, or the file is being written. */
function readNote(path: string): WorkNote | undefined {
  try {
    return note.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
