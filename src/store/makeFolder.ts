import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Nobody else may look into folders that hold wages. */
const FOLDER_MODE = 0o700;

/**
 * Makes a folder and those above it where they are missing, 0700. Not Node's own recursive `mkdir`: that tries for
 * ever, and cannot be interrupted, where a file system says ENOENT below a folder that is there (/proc, some shares).
 * @throws the system's error, as `mkdir` gives it
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isFolder(path)) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || isFolder(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
