import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The users who may read a folder with pay data: only its owner, or also the group if configured. */
export type FolderMode = 0o700 | 0o750;

/**
 * Creates a folder and its missing parents, with mode 0700 by default; an existing folder keeps its mode. Node's own
 * recursive `mkdir` is not used: it retries forever, and cannot be interrupted, if a file system reports ENOENT below
 * an existing folder (/proc, some shares).
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

/** Restores the permissions that the umask removed, and keeps an inherited group. */
function openTo(path: string, mode: FolderMode): void {
  const made = statSync(path).mode & 0o7777;
  if ((made & mode) !== mode) chmodSync(path, made | mode);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
