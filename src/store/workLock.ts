import { join } from 'node:path';
import { Connection } from './connection.js';
import { makeFolder } from './makeFolder.js';

/** What only one process may do at a time with a store. */
export type LockName = 'deliver' | 'monitor' | 'schedule';

/**
 * Holds a lock for a kind of work until it is released, or the process is gone: the operating system lets go of it
 * then, so that what a process left half done can be told from what another is doing right now.
 * @param waitMs how long to wait for another process
 * @throws PaytallyError STORE_BUSY
 */
export function acquireWorkLock(
  storeFolder: string,
  work: LockName,
  waitMs: number,
): { readonly release: () => void } {
  makeFolder(storeFolder);
  const path = join(storeFolder, `${work}.lock`);
  const connection = new Connection(path, { location: path, readOnly: false, timeoutMs: waitMs });
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (failure) {
    connection.close();
    throw failure;
  }
  return { release: () => connection.close() };
}
