import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from './connection.js';
import { makeFolder } from './makeFolder.js';
import { isBusyFailure, withStoreFailures } from './storeFailure.js';

/** Work on a store that only one process of a computer at a time may do. */
export type LockName = 'deliver' | 'monitor' | 'schedule' | 'tokens';

/** Held until it is released or its process has ended, whichever comes first. */
export interface WorkLock {
  release(): void;
}

const RETRY_MS = 250;
const PRIVATE = 0o600;

/**
 * Holds a lock for a kind of work until it is released or the process ends. The operating system releases it then, so
 * that abandoned work can be distinguished from running work.
 * @throws PaytallyError STORE_BUSY at once if another process holds the lock
 */
export function acquireWorkLock(storeFolder: string, work: LockName): WorkLock {
  makeFolder(storeFolder);
  const path = join(storeFolder, `${work}.lock`);
  // SQLite would let the umask decide who can read it.
  withStoreFailures(path, () => closeSync(openSync(path, 'a', PRIVATE)));
  const connection = new Connection(path);
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (failure) {
    connection.close();
    throw failure;
  }
  return { release: () => connection.close() };
}

interface LockWait {
  readonly longestMs: number;
  readonly sleep: (durationMs: number) => Promise<unknown>;
  /** Called once if another process holds the lock. */
  readonly onWait?: () => void;
}

/** The same, after waiting for another process. @throws PaytallyError STORE_BUSY */
export async function waitForWorkLock(
  storeFolder: string,
  work: LockName,
  { longestMs, sleep, onWait }: LockWait,
): Promise<WorkLock> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    try {
      return acquireWorkLock(storeFolder, work);
    } catch (failure) {
      if (!isBusyFailure(failure) || waitedMs >= longestMs) throw failure;
      if (waitedMs === 0) onWait?.();
      await sleep(RETRY_MS);
    }
  }
}
