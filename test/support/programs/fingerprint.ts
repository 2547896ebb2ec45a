import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files that SQLite keeps next to an open store. In a test process, an earlier export may keep them until its memory is
 * freed; a test with its own process checks for them.
 */
const isScratch = (name: string) => name.endsWith('-shm') || name.endsWith('-wal');

/** Names, modes and contents of everything in a folder and its subfolders. */
export function fingerprint(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !isScratch(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
      return `${path} ${statSync(path).mode} ${content}`;
    })
    .sort();
}
