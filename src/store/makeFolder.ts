import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Who may read a folder with pay data: only its owner, or also the group if so configured. */
export type FolderMode = 0o700 | 0o750;

/**
 * Makes a folder and those above it where they are missing, 0700 unless told otherwise; one that is there keeps its
 * mode. Not Node's own recursive `mkdir`: that tries forever, and cannot be interrupted, where a file system says
 * ENOENT below a folder that is there (/proc, some shares).
 * @throws the system's error, as `mkdir` gives it
 */
export function makeFolder(path: string, mode: FolderMode = 0o700): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode });
    openTo(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isFolder(path)) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || isFolder(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
}

/** Gives back what the machine's mask took away, and leaves the inherited group where a folder has one. */
function openTo(path: string, mode: FolderMode): void {
  const made = statSync(path).mode & 0o7777;
  if ((made & mode) !== mode) chmodSync(path, made | mode);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
