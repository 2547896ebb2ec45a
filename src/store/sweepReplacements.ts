import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from './isRunning.js';

/** What a process was writing when it died: its number stands in the name, so no journal is needed. */
const REPLACEMENT = /^\..+\.(\d+)\.[0-9a-f]{12}\.part$/;

/** What dead processes left in a folder; one that is not there, or may not be read, has nothing of ours. */
export function replacementsLeftIn(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => {
      const writer = REPLACEMENT.exec(name)?.[1];
      return writer !== undefined && !isRunning(Number(writer));
    })
    .map((name) => join(folder, name));
}

/** Takes away what dead processes left in a folder; what may not be removed stays for the next start. */
export function sweepReplacements(folder: string): void {
  for (const path of replacementsLeftIn(folder)) {
    try {
      rmSync(path, { force: true });
    } catch {
      // A folder that may not be written stops nothing.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
