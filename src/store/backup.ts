import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from '#sqlite';
import { withConnection } from './connection.js';
import { makeFolder } from './makeFolder.js';
import { hasWriteAheadLog } from './openStore.js';
import { isBusyFailure, storeFailure, withStoreFailures } from './storeFailure.js';

const FILE_MODE = 0o600;
const LOCK_WAIT_MS = 5000;
/** Pages per step. Between steps other writers can work, and progress is shown. */
const PAGES_AT_ONCE = 4096;

/** @param share of the pages, from 0 to 1 */
export type OnCopied = (share: number) => void;

/** Suffixes of files that SQLite may leave next to a store. */
const SIDE_FILES = ['-wal', '-shm', '-journal'];

/**
 * Copies a store that others may be using, by SQLite's online backup. The copy is one file without a write-ahead log or
 * unfinished work.
 * @param to a file that does not exist, in a separate folder
 * @throws PaytallyError STORE_UNUSABLE
 */
export async function copyStore(from: string, to: string, onCopied: OnCopied): Promise<void> {
  withStoreFailures(to, () => {
    makeFolder(dirname(to));
    closeSync(openSync(to, 'wx', FILE_MODE));
  });
  await copyPages(from, to, onCopied);
  withConnection(to, { timeoutMs: LOCK_WAIT_MS }, (copy) => {
    copy.value('PRAGMA journal_mode = DELETE');
    // Its owner will have finished or died when the copy is used, and the files will have changed.
    copy.exec('DELETE FROM journal');
  });
}

/**
 * Copies a backup, which may also come from a disk snapshot with a write-ahead log. The file itself is not opened,
 * because SQLite would write files next to it.
 */
export async function copyBackup(from: string, to: string, onCopied: OnCopied): Promise<void> {
  const log = `${from}-wal`;
  if (!existsSync(log) && !withStoreFailures(from, () => hasWriteAheadLog(from)))
    return copyStore(from, to, onCopied);
  const raw = `${to}.raw`;
  withStoreFailures(from, () => {
    makeFolder(dirname(to));
    copyFileSync(from, raw);
    if (existsSync(log)) copyFileSync(log, `${raw}-wal`);
  });
  await copyStore(raw, to, onCopied);
}

/** Renames a finished copy to its final name, durably. */
export function placeCopy(copy: string, path: string): void {
  withStoreFailures(path, () => {
    chmodSync(copy, FILE_MODE);
    syncToDisk(copy, 'r+');
    renameSync(copy, path);
    syncToDisk(dirname(path), 'r');
  });
}

/**
 * Gives a store the content of another one, in one transaction of SQLite: at any time, even after a kill, the store has
 * either the old or the new content. A file that SQLite cannot use is replaced.
 * @throws PaytallyError STORE_BUSY while another process writes to it
 */
export async function replaceStore(path: string, copy: string, onCopied: OnCopied): Promise<void> {
  if (isUsable(path)) return copyPages(copy, path, onCopied);
  // The log of a damaged file must not be applied to the new one.
  withStoreFailures(path, () => {
    for (const suffix of SIDE_FILES) rmSync(`${path}${suffix}`, { force: true });
  });
  placeCopy(copy, path);
}

/** Whether SQLite can write to the file; it has to exist. @throws PaytallyError STORE_BUSY */
function isUsable(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    withConnection(path, { timeoutMs: LOCK_WAIT_MS }, (connection) => {
      connection.exec('BEGIN IMMEDIATE; ROLLBACK');
      connection.value('SELECT count(*) FROM sqlite_schema');
    });
    return true;
  } catch (failure) {
    if (isBusyFailure(failure)) throw failure;
    return false;
  }
}

async function copyPages(from: string, to: string, onCopied: OnCopied): Promise<void> {
  const source = withStoreFailures(
    from,
    () => new DatabaseSync(from, { readOnly: true, timeout: LOCK_WAIT_MS }),
  );
  try {
    await backup(source, to, {
      rate: PAGES_AT_ONCE,
      progress: ({ remainingPages, totalPages }) => onCopied(1 - remainingPages / Math.max(1, totalPages)),
    });
  } catch (failure) {
    throw storeFailure(to, failure);
  } finally {
    source.close();
  }
}

function syncToDisk(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Deliveries of a saved store that may have been sent since: they get the state in the current store, or `unknown` if
 * it has none, so that nothing is sent twice.
 * @param inUse path of the store that is replaced; undefined if there is none that can be read
 */
export function settleSavedDeliveries(copy: string, inUse: string | undefined, problem: string): void {
  withConnection(copy, { timeoutMs: LOCK_WAIT_MS }, (connection) => {
    if (inUse !== undefined) connection.attach(inUse, 'inUse');
    const known = inUse === undefined ? '(SELECT NULL AS messageId, NULL AS state)' : 'inUse.delivery';
    const newer = `SELECT saved.messageId, iif(coalesce(known.state, 'sending') = 'sending', 'unknown', known.state) AS state
      FROM delivery AS saved LEFT JOIN ${known} AS known USING (messageId)`;
    connection.run(
      `UPDATE delivery SET state = newer.state, problem = iif(newer.state = 'sent', NULL, ?), nextTryAt = NULL
       FROM (${newer}) AS newer WHERE newer.messageId = delivery.messageId AND newer.state <> delivery.state
         AND delivery.state IN ('pending', 'failed', 'sending')`,
      problem,
    );
  });
}
