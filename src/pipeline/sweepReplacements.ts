import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../store/isRunning.js';

/** What a process was writing when it died: its number stands in the name, so no journal is needed. */
const REPLACEMENT = /^\..+\.(\d+)\.[0-9a-f]{12}\.part$/;

/** Takes away what dead processes left in a folder; one that is not there, or may not be read, has nothing of ours. */
export async function sweepReplacements(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const writer = REPLACEMENT.exec(name)?.[1];
    if (writer !== undefined && !isRunning(Number(writer)))
      await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}
