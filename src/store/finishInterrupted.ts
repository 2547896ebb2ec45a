import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PaytallyError } from '../errors.js';
import { deadClaims, hasDeadClaims, removeIfEmpty, type StoreFolder } from './claims.js';
import { Connection } from './connection.js';
import { openStore } from './openStore.js';
import { REQUESTS_NAME } from './requestLog.js';
import { hasDeadWorkbench } from './sweepReads.js';

export const STORE_NAME = 'store.sqlite';

/** Who is working with a store at the same moment looks after it, or the next start does. */
const BUSY_MS = 250;

/**
 * Finishes or takes back what a killed process left in the folder of a store, in one where there is no store yet, and in
 * stores elsewhere that it had opened. Where that cannot be done it stops nobody: whoever needs the store is told then.
 */
export function finishInterrupted(
  place: StoreFolder,
  now: () => Date,
  seen: Set<string> = new Set<string>(),
): void {
  const { folder } = place;
  if (seen.has(folder) || !existsSync(folder)) return;
  seen.add(folder);
  try {
    for (const other of storesNamedIn(folder)) finishInterrupted(other, now, seen);
    lookAfter(place, now);
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
  }
}

function storesNamedIn(folder: string): readonly StoreFolder[] {
  const claims = deadClaims(folder);
  for (const { release } of claims) release();
  return claims.flatMap(({ stores }) => stores);
}

/** A store takes its runs back before it looks after the claims. */
function lookAfter({ folder, base }: StoreFolder, now: () => Date): void {
  const store = join(folder, STORE_NAME);
  if (existsSync(store)) {
    if (hasDeadClaims(folder) || hasLog(store) || hasDeadWorkbench(store))
      openStore(store, { mode: 'write', now, base, busyTimeoutMs: BUSY_MS }).close();
  } else {
    for (const { clear, release } of deadClaims(folder)) {
      clear();
      release();
    }
    removeIfEmpty(folder);
  }
  foldLog(join(folder, REQUESTS_NAME));
}

/** Whoever closes a file of SQLite in order leaves no log behind. */
function hasLog(path: string): boolean {
  return existsSync(`${path}-wal`);
}

function foldLog(path: string): void {
  if (!existsSync(path) || !hasLog(path)) return;
  const connection = new Connection(path, { location: path, readOnly: false, timeoutMs: BUSY_MS });
  try {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
  }
}
