import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PaytallyError } from '../errors.js';
import { hasStaleChainFiles, updateChainFiles } from './chainFiles.js';
import { hasDeadClaims, lockDeadClaims, removeIfEmpty, type StoreFolder } from './claims.js';
import { Connection, type ConnectionOptions, withConnection } from './connection.js';
import { hasInterrupted, recoverInterrupted } from './journal.js';
import { type KeptPaths, keptPaths } from './keptPaths.js';
import { makeFolder } from './makeFolder.js';
import { type FileSystemType, networkShareOf } from './networkShare.js';
import { hasDeadStaging, sweepReads } from './readStaging.js';
import { REQUESTS_NAME } from './requestLog.js';
import { migrate, refuseOtherSchema, SCHEMA_VERSION, schemaVersion } from './schema.js';
import { hasInterruptedDeliveries, recoverDeliveries } from './stagedFiles.js';
import { type SharedRecord, Store } from './store.js';
import { withStoreFailures } from './storeFailure.js';

interface OpenStoreOptions {
  /** `read` never creates anything: without a file it returns an empty store. */
  readonly mode: 'read' | 'write';
  readonly now: () => Date;
  /** The base of its relative paths. @default the parent of the store's folder */
  readonly base?: string;
  /** How long to wait for another writer. @default 5000 */
  readonly busyTimeoutMs?: number;
  /** A copy of a store: nothing outside it is completed, undone or written. @default false */
  readonly isCopy?: boolean;
  /** For tests: the type number of the file system of a folder. @default statfs(2) */
  readonly fileSystemType?: FileSystemType;
}

const BUSY_TIMEOUT_MS = 5000;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

/**
 * Opens the store at `path`; with mode `write` the folder (0700) and the file (0600) are created if they are missing,
 * and an older file is brought to the current schema. On a network share the write-ahead log is replaced by a rollback
 * journal.
 *
 * Throws STORE_UNUSABLE (damaged, not a store, not writable, disk full), STORE_NEWER, STORE_BUSY.
 */
export function openStore(path: string, options: OpenStoreOptions): Store {
  const file = resolve(path);
  refuseOtherSchema(file);
  return options.mode === 'write' ? openForWriting(file, options) : openForReading(file, options);
}

function openForWriting(path: string, options: OpenStoreOptions): Store {
  const paths = keptPaths(baseOf(path, options));
  const share = withStoreFailures(path, () => {
    makeFolder(dirname(path));
    return networkShareOf(dirname(path), options.fileSystemType);
  });
  withStoreFailures(path, () => createPrivateFile(path, share));
  return connect(path, options, { share }, (connection) => {
    // Checked before the journal mode changes, so that a foreign file stays unchanged.
    connection.retryWhileBusy(() => schemaVersion(connection));
    if (options.isCopy !== true)
      connection.retryWhileBusy(() => setJournal(connection, share === undefined ? 'wal' : 'delete'));
    connection.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    migrate(connection);
    if (options.isCopy === true) return;
    recoverInterrupted(connection, paths);
    settleLeft(connection, paths, options.now());
  });
}

function openForReading(path: string, options: OpenStoreOptions): Store {
  if (!withStoreFailures(path, () => existsSync(path) && statSync(path).size > 0))
    return emptyStore(path, options);
  const share = withStoreFailures(path, () => networkShareOf(dirname(path), options.fileSystemType));
  if (share !== undefined && withStoreFailures(path, () => hasWriteAheadLog(path)))
    openForWriting(path, options).close();
  let version = 0;
  let isInterrupted = false;
  const location = readLocation(path);
  // A read-only connection leaves an empty log and its index behind; a writable one that does not write cleans up.
  const readOnly = location !== path || !isWritable(path);
  const target = { location, readOnly, share };
  const open = (): Store =>
    connect(path, options, target, (connection) => {
      if (!readOnly) connection.exec('PRAGMA query_only = ON');
      version = schemaVersion(connection);
      isInterrupted =
        !readOnly &&
        options.isCopy !== true &&
        version === SCHEMA_VERSION &&
        needsRecovery(connection, keptPaths(baseOf(path, options)));
    });
  const store = open();
  if (version === SCHEMA_VERSION && !isInterrupted) return store;
  // Undoes or completes the work of a dead process, and migrates the schema; a process that died while creating the
  // file left it at version 0.
  store.close();
  openForWriting(path, options).close();
  return open();
}

/** Whether a process left work to undo or complete. */
function needsRecovery(connection: Connection, paths: KeptPaths): boolean {
  return (
    hasInterrupted(connection) ||
    hasInterruptedDeliveries(connection) ||
    hasStaleChainFiles(connection, paths) ||
    hasDeadStaging(connection.path)
  );
}

interface Target extends ConnectionOptions {
  readonly share?: string | undefined;
  readonly shared?: SharedRecord | undefined;
}

function connect(
  path: string,
  { mode, now, ...options }: OpenStoreOptions,
  { share: networkShare, shared, ...target }: Target,
  prepare: (connection: Connection) => void,
): Store {
  const timeoutMs = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  const connection = new Connection(path, { timeoutMs, ...target });
  try {
    prepare(connection);
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
  return new Store(connection, { mode, now, networkShare, paths: keptPaths(baseOf(path, options)), shared });
}

function baseOf(path: string, { base }: Pick<OpenStoreOptions, 'base'>): string {
  return base ?? dirname(dirname(path));
}

interface WorkingCopyOptions extends Pick<OpenStoreOptions, 'mode' | 'now'> {
  readonly base: string;
  readonly shared: SharedRecord | undefined;
  /** The first writable connection to a copy settles the work that a dead process left in the record. */
  readonly isFirst: boolean;
}

/** Opens a working copy of a shared store, which `checkOut` has made. It is as durable as its next check-in. */
export function openWorkingCopy(path: string, { shared, isFirst, ...options }: WorkingCopyOptions): Store {
  return connect(path, options, { isWorkingCopy: true, shared }, (connection) => {
    setJournal(connection, 'wal');
    connection.exec('PRAGMA synchronous = OFF');
    if (isFirst) settleLeft(connection, keptPaths(options.base), options.now());
  });
}

/** Completes the work of dead processes, except runs. */
function settleLeft(connection: Connection, paths: KeptPaths, now: Date): void {
  recoverDeliveries(connection, paths, now);
  updateChainFiles(connection, paths);
  sweepReads(connection);
}

/** A temporary store for reads only, in a file that is deleted when the process ends. */
export function openTemporaryStore(now: () => Date): Store {
  return emptyStore('(temporary store)', { mode: 'read', now });
}

function emptyStore(path: string, options: OpenStoreOptions): Store {
  return connect(path, options, { location: ':memory:' }, migrate);
}

/**
 * SQLite gives the modes of the file to its journals, so setting the file's is enough. A file that exists is
 * not opened here: closing it would drop the locks of any connection that this process has to it.
 */
function createPrivateFile(path: string, share: string | undefined): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE));
  // A share keeps its own access rules, and may refuse the call.
  if (share === undefined && (statSync(path).mode & OTHERS) !== 0) chmodSync(path, FILE_MODE);
  // SQLite would open an unwritable file as read-only, and fail at the end of a run.
  accessSync(path, constants.R_OK | constants.W_OK);
  accessSync(dirname(path), constants.W_OK);
}

function setJournal(connection: Connection, wanted: 'wal' | 'delete'): void {
  if (connection.value('PRAGMA journal_mode') === wanted) return;
  connection.value(`PRAGMA journal_mode = ${wanted}`);
}

/** Byte 18 of the header is 2 in that mode (sqlite.org/fileformat.html). */
export function hasWriteAheadLog(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(20);
    readSync(file, header, 0, header.length, 0);
    return header[18] === 2;
  } finally {
    closeSync(file);
  }
}

/**
 * Reading a file with a write-ahead log creates its index next to it. If the folder is not writable and no log is
 * pending, the file can be read as immutable.
 */
function readLocation(path: string): string {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (isWritable(dirname(path)) || (log !== undefined && log.size > 0)) return path;
  return `${pathToFileURL(path).href}?immutable=1`;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export const STORE_NAME = 'store.sqlite';

/** A process that uses the store at the same moment finishes the work, or the next start does. */
const BUSY_MS = 250;

/**
 * Completes or undoes the work of a killed process in the folder of a store, even if the store does not exist yet, and
 * in other stores that it had opened. A failure here does not stop a command: a command that needs the store reports
 * it.
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
    recover(place, now, seen);
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
  }
}

function storesNamedIn(folder: string): readonly StoreFolder[] {
  const claims = lockDeadClaims(folder);
  for (const { release } of claims) release();
  return claims.flatMap(({ stores }) => stores);
}

/** A store undoes its runs before it processes the claims. */
function recover({ folder, base }: StoreFolder, now: () => Date, seen: Set<string>): void {
  const store = join(folder, STORE_NAME);
  if (existsSync(store)) {
    if (hasDeadClaims(folder) || hasLog(store) || hasDeadStaging(store))
      openStore(store, { mode: 'write', now, base, busyTimeoutMs: BUSY_MS }).close();
  } else {
    for (const { stores, clear, release } of lockDeadClaims(folder)) {
      // A process that started at the same moment may have held the claim until now without completing them.
      for (const other of stores) finishInterrupted(other, now, seen);
      clear();
      release();
    }
    removeIfEmpty(folder);
  }
  foldLog(join(folder, REQUESTS_NAME));
}

/** A properly closed SQLite file has no log. */
function hasLog(path: string): boolean {
  return existsSync(`${path}-wal`);
}

function foldLog(path: string): void {
  if (!existsSync(path) || !hasLog(path)) return;
  withConnection(path, { timeoutMs: BUSY_MS }, (connection) =>
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
  );
}
