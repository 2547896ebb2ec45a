import { existsSync, lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import { hasCode, notWritten } from '../../runtime/notWritten.js';
import { withClaims } from '../../sources/staging/withStore.js';
import {
  copyBackup,
  copyStore,
  type OnCopied,
  placeCopy,
  replaceStore,
  settleSavedDeliveries,
} from '../../store/backup.js';
import { removeIfEmpty, type TemporaryFiles, temporaryName } from '../../store/claims.js';
import { openStore, STORE_NAME } from '../../store/openStore.js';
import { isServerUrl } from '../../store/postgres/server.js';
import { refuseOtherSchema, whyNoCopy } from '../../store/schema.js';
import { storedProblem } from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import { isDamageFailure, succeeds } from '../../store/storeFailure.js';
import { acquireWorkLock, type WorkLock } from '../../store/workLock.js';
import { findLostDigests, witnessesOf } from './chainFile.js';
import { readHistory } from './history.js';
import { digestOfFile, verifyContents } from './verify.js';

/** Progress of a backup or restore, for display. */
export interface SaveProgress {
  readonly onCopied: OnCopied;
  readonly onVerified: (runs: number) => void;
}

interface SaveOrder {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  readonly progress: SaveProgress;
}

/**
 * Writes a copy of the store to a file, and renames it to its final path only after verification.
 * @param isRehearsed also restores it into a temporary folder, and verifies the result
 * @returns with the number of finals, corrections and purges in it
 * @throws PaytallyError VERIFY_FAILED, OUTPUT_EXISTS, OUTPUT_NOT_WRITTEN, USAGE without a store
 */
export async function backupStore(path: string, isRehearsed: boolean, order: SaveOrder) {
  refuseSharedStore(order);
  const store = join(order.storeFolder, STORE_NAME);
  if (!existsSync(store))
    throw new PaytallyError('USAGE', message('backup.noStore', { path: store }), { record: store });
  refuseOther(path, store);
  const target = existsSync(path) ? realpathSync(path) : path;
  return withClaims(order.loaded.folder, async (claims) => {
    const runs = await inTemporaryFolder(dirname(target), basename(target), claims, async (copy) => {
      // Interrupted work is completed first.
      const inUse = openStore(store, writing(order));
      try {
        await copyStore(store, copy, order.progress.onCopied);
      } finally {
        inUse.close();
      }
      const count = await verifyCopy(copy, order);
      placeCopy(copy, target);
      return count;
    });
    if (isRehearsed)
      await inTemporaryFolder(order.storeFolder, STORE_NAME, claims, async (copy) => {
        await copyBackup(target, copy, order.progress.onCopied);
        await verifyCopy(copy, order);
      });
    return { path: target, bytes: statSync(target).size, sha256: await digestOfFile(target), runs };
  });
}

/** A database server has its own tools for this. */
function refuseSharedStore({ loaded: { config } }: SaveOrder): void {
  if (isServerUrl(config.store))
    throw new PaytallyError('USAGE', message('backup.sharedStore'), { record: 'store' });
}

/** A file that is not a backup is not overwritten, and neither is the store itself. */
function refuseOther(path: string, store: string): void {
  if (!existsSync(path)) return;
  const isStore = realpathSync(path) === realpathSync(store);
  if (!isStore && lstatSync(realpathSync(path)).isFile() && isBackup(path)) return;
  throw new PaytallyError('OUTPUT_EXISTS', message('backup.otherFile', { path }), { record: path });
}

function isBackup(path: string): boolean {
  try {
    openStore(path, { mode: 'read', now: () => new Date(0), isCopy: true }).close();
    return true;
  } catch (failure) {
    if (failure instanceof PaytallyError) return failure.code === 'STORE_NEWER';
    throw failure;
  }
}

/** A run that a restore would lose: the current store has it, or a file outside it contains its digest. */
export interface LostRun {
  readonly runId: string | null;
  readonly employer: string;
  readonly period: { readonly from: string; readonly to: string } | null;
  readonly state: string | null;
  readonly startedAt: string | null;
  readonly digest: string;
  /** The file that names the digest; null if the current store has the run. */
  readonly path: string | null;
}

/** The backup lacks newer runs, and no reason for losing them was given. */
export class RunsWouldBeLost extends PaytallyError {
  readonly lost: readonly LostRun[];

  constructor(from: string, lost: readonly LostRun[]) {
    const runs = lost.map(({ runId, employer, digest }) => `${employer} ${runId ?? digest}`);
    const values = { path: from, count: lost.length, runs: listed(runs) };
    super('STORE_OLDER', message('backup.wouldLose', values), {
      record: from,
      remedy: message('backup.wouldLose.remedy'),
    });
    this.lost = lost;
  }
}

/**
 * Replaces the store with a backup. Changes nothing before the backup is verified.
 * @param reason for losing newer runs; undefined if none may be lost
 * @throws PaytallyError RunsWouldBeLost; VERIFY_FAILED, BACKUP_INVALID, STORE_NEWER, STORE_BUSY, USAGE
 * without a backup
 */
export async function restoreStore(from: string, reason: string | undefined, order: SaveOrder) {
  const { loaded, storeFolder, progress } = order;
  refuseSharedStore(order);
  const path = join(storeFolder, STORE_NAME);
  if (!existsSync(from) || !statSync(from).isFile())
    throw new PaytallyError('USAGE', message('backup.noBackup', { path: from }), { record: from });
  if (existsSync(path) && realpathSync(path) === realpathSync(from))
    throw new PaytallyError('USAGE', message('backup.isStore', { path: from }), { record: from });
  const why = whyNoCopy(from);
  if (why !== undefined) throw invalidBackup(from, why);
  refuseOtherSchema(from);
  refuseOtherSchema(path);
  return withClaims(loaded.folder, (claims) =>
    inTemporaryFolder(storeFolder, STORE_NAME, claims, async (copy) => {
      const runs = await readBackup(from, copy, order);
      return withLocks(order, async () => {
        const inUse = readableStore(path, order);
        const saved = openCopy(copy, order);
        let lost: readonly LostRun[];
        try {
          lost = findLostRuns(saved, inUse, loaded);
        } finally {
          saved.close();
          inUse?.close();
        }
        if (lost.length > 0 && reason === undefined) throw new RunsWouldBeLost(from, lost);
        const problem = storedProblem(message('backup.restored', { path: from }));
        settleSavedDeliveries(copy, inUse && path, problem);
        await replaceStore(path, copy, progress.onCopied);
        openStore(path, writing(order)).close();
        return { path, from, runs, lost };
      });
    }),
  );
}

function invalidBackup(
  from: string,
  why: 'empty' | 'foreign' | 'short' | 'damaged',
  cause?: unknown,
): PaytallyError {
  const text = message('backup.invalid', { path: from, reason: message(`backup.invalid.${why}`) });
  return new PaytallyError('BACKUP_INVALID', text, { record: from, cause });
}

/** Copies and verifies a backup. @returns the number of its links @throws PaytallyError VERIFY_FAILED, BACKUP_INVALID */
async function readBackup(from: string, copy: string, order: SaveOrder): Promise<number> {
  try {
    await copyBackup(from, copy, order.progress.onCopied);
    return await verifyCopy(copy, order);
  } catch (failure) {
    throw isDamageFailure(failure) ? invalidBackup(from, 'damaged', failure) : failure;
  }
}

/** undefined if there is no readable store, so that no runs can be lost. */
function readableStore(path: string, order: SaveOrder): Store | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const store = openStore(path, writing(order));
    if (store.damage().length === 0) return store;
    store.close();
    return undefined;
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'STORE_UNUSABLE') return undefined;
    throw failure;
  }
}

/** Runs that the current store has and the backup lacks, and digests outside both. */
function findLostRuns(saved: Store, inUse: Store | undefined, loaded: LoadedConfig): readonly LostRun[] {
  const newer = inUse === undefined ? [] : readHistory(inUse);
  const lost = newer.flatMap(({ digest, runId, employer, period, state, startedAt }): LostRun[] =>
    digest === undefined || saved.ledger.knows(digest)
      ? []
      : [{ runId, employer, period, state, startedAt, digest, path: null }],
  );
  const found = new Set(lost.map(({ digest }) => digest));
  for (const [path, employer] of witnessesOf(inUse === undefined ? [saved] : [saved, inUse], loaded)) {
    const [unknown] = findLostDigests([path], saved);
    if (unknown === undefined || found.has(unknown.digest)) continue;
    const { digest } = unknown;
    found.add(digest);
    lost.push({ runId: null, employer, period: null, state: null, startedAt: null, digest, path });
  }
  return lost;
}

/** @returns the number of its links @throws PaytallyError VERIFY_FAILED */
async function verifyCopy(copy: string, order: SaveOrder): Promise<number> {
  const store = openCopy(copy, order);
  try {
    let runs = 0;
    const failure = await verifyContents(store, order.signal, (done) => {
      runs = done + 1;
      order.progress.onVerified(done);
    });
    if (failure === undefined) return runs;
    const { text, remedyText: remedy, record = copy } = failure;
    throw new PaytallyError('VERIFY_FAILED', message('backup.notSound', { problem: text }), {
      remedy,
      record,
    });
  } finally {
    store.close();
  }
}

function writing({ loaded: { folder: base }, nowMs }: SaveOrder) {
  return { mode: 'write', now: () => new Date(nowMs()), base } as const;
}

function openCopy(copy: string, { loaded: { folder: base }, nowMs }: SaveOrder): Store {
  return openStore(copy, { mode: 'read', now: () => new Date(nowMs()), base, isCopy: true });
}

/** No other process runs schedules or sends from the store meanwhile. @throws PaytallyError STORE_BUSY */
async function withLocks<Result>({ storeFolder }: SaveOrder, use: () => Promise<Result>): Promise<Result> {
  const locks: WorkLock[] = [];
  try {
    for (const work of ['schedule', 'deliver'] as const) locks.push(acquireWorkLock(storeFolder, work));
    return await use();
  } finally {
    for (const lock of locks) lock.release();
  }
}

/**
 * @param use gets a path in a folder of its own, so that one claim covers the file and SQLite's files next to it; the
 * folder is removed with its contents, at the latest at the next start of a command
 */
async function inTemporaryFolder<Result>(
  place: string,
  name: string,
  claims: TemporaryFiles,
  use: (copy: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(place, temporaryName(name));
  const isNew = !existsSync(place);
  claims.track([folder]);
  try {
    return await use(join(folder, STORE_NAME));
  } catch (failure) {
    throw hasCode(failure) ? notWritten(place, failure) : failure;
  } finally {
    // One that cannot be removed now stays claimed, so that the next start removes it.
    if (succeeds(() => rmSync(folder, { force: true, recursive: true }))) claims.untrack([folder]);
    if (isNew) removeIfEmpty(place);
  }
}
