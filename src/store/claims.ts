import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Connection } from './connection.js';
import { keptPaths } from './keptPaths.js';
import { makeFolder } from './makeFolder.js';
import { isBusyFailure, succeeds } from './storeFailure.js';

/**
 * Files and folders that must not outlive this process. Their names come from `temporaryName`; if the process dies, the
 * next start of any command removes them.
 */
export interface TemporaryFiles {
  /** Must be called before they are created. */
  track(paths: readonly string[]): void;
  /** They were removed, or have their final names. */
  untrack(paths: readonly string[]): void;
}

/** The maximum time to inspect a claim on a busy machine. */
const LOOK_MS = 5000;
const ATTEMPTS = 5;
const CLAIM = /^([0-9a-f]{16})\.claim$/;
/** The names that {@link temporaryName} generates. No other file is ever removed, whatever a claim contains. */
const TEMPORARY = /[.-][0-9a-f]{12}\.part(\.old|\.sig)?$/;

const TABLES = `
  CREATE TABLE temporary (
    path TEXT PRIMARY KEY
  ) STRICT;
  CREATE TABLE store (
    folder TEXT PRIMARY KEY,
    base   TEXT NOT NULL
  ) STRICT`;

const temporaryRow = z.object({ path: z.string() });
const storeRow = z.object({ folder: z.string(), base: z.string() });

/** A folder with a store, and the base of its relative paths. */
export type StoreFolder = z.infer<typeof storeRow>;

/** A temporary name for a file next to `name`: the file is removed if its process dies. */
export function temporaryName(name: string): string {
  return `.${name}.${randomBytes(6).toString('hex')}.part`;
}

/**
 * The unfinished work of one process, in its own file in a folder (that of the store, if there is one). The file is
 * locked while the process lives. The operating system releases the lock when the process dies, so the next start knows
 * that the listed files were left behind. After a normal end, the file is removed.
 */
export class Claims implements TemporaryFiles {
  readonly #folder: string;
  #own: { readonly owner: string; readonly connection: Connection } | undefined;

  /** Nothing is created before there is something to claim. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Lets other processes test whether this one is alive. */
  get owner(): string {
    return this.#claim().owner;
  }

  track(paths: readonly string[]): void {
    const { kept } = keptPaths(dirname(this.#folder));
    const stranger = paths.find((path) => !TEMPORARY.test(basename(path)));
    if (stranger !== undefined) throw new Error(`${stranger} is no name of a temporary file`);
    this.#write((claim) => {
      for (const path of paths) claim.run('INSERT OR REPLACE INTO temporary VALUES (?)', kept(path));
    });
  }

  untrack(paths: readonly string[]): void {
    const { kept } = keptPaths(dirname(this.#folder));
    this.#write((claim) => {
      for (const path of paths) claim.run('DELETE FROM temporary WHERE path = ?', kept(path));
    });
  }

  /** A store elsewhere, which may also have unfinished work. */
  trackStore({ folder, base }: StoreFolder): void {
    const { kept } = keptPaths(dirname(this.#folder));
    this.#write((claim) => claim.run('INSERT OR REPLACE INTO store VALUES (?, ?)', kept(folder), kept(base)));
  }

  /** If a file could not be removed, the claim is kept, and the next start handles it. */
  close(): void {
    const own = this.#own;
    if (own === undefined) return;
    this.#own = undefined;
    const { placed } = keptPaths(dirname(this.#folder));
    const rows = own.connection.rows(temporaryRow, 'SELECT path FROM temporary');
    const isEmpty = rows.every(({ path }) => !existsSync(placed(path)));
    if (isEmpty) dropIfAllowed(this.#folder, own.owner);
    unlock(own.connection);
    if (isEmpty) removeIfEmpty(this.#folder);
  }

  #write(work: (claim: Connection) => void): void {
    const { connection } = this.#claim();
    connection.transaction(() => work(connection));
  }

  #claim(): { readonly owner: string; readonly connection: Connection } {
    this.#own ??= newClaim(this.#folder);
    return this.#own;
  }
}

function newClaim(folder: string): { readonly owner: string; readonly connection: Connection } {
  for (let attempt = 1; ; attempt += 1) {
    const owner = randomBytes(8).toString('hex');
    const path = claimPath(folder, owner);
    makeFolder(folder);
    closeSync(openSync(path, 'ax', 0o600));
    const connection = new Connection(path, { timeoutMs: LOOK_MS });
    try {
      connection.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE');
      // Another process may have removed it as the claim of a dead process before it was locked.
      connection.assertInPlace();
      connection.exec(`${TABLES}; COMMIT`);
      return { owner, connection };
    } catch (failure) {
      connection.close();
      dropIfAllowed(folder, owner);
      if (attempt === ATTEMPTS) throw failure;
    }
  }
}

/** A claim of a dead process, locked by this one, so that no other process handles it. */
export interface DeadClaim {
  readonly owner: string;
  /** Absolute. */
  readonly temporaries: readonly string[];
  readonly stores: readonly StoreFolder[];
  /** Removes the left files, and then the claim; files that cannot be removed now stay listed. */
  readonly clear: () => void;
  readonly release: () => void;
}

/** Locks the claims of dead processes; the caller releases them. */
export function lockDeadClaims(folder: string): readonly DeadClaim[] {
  return claimOwners(folder).flatMap((owner) => lockedClaim(folder, owner) ?? []);
}

/** Whether a process died with unfinished work. */
export function hasDeadClaims(folder: string): boolean {
  return claimOwners(folder).some((owner) => !isClaimAlive(folder, owner));
}

/** Whether the process of a claim lives. */
export function isClaimAlive(folder: string, owner: string): boolean {
  if (!existsSync(claimPath(folder, owner))) return false;
  const claim = lockedClaim(folder, owner);
  claim?.release();
  return claim === undefined;
}

/** The driver may close a file only when the process ends, so this releases the lock now. */
function unlock(connection: Connection): void {
  if (connection.isInTransaction) connection.exec('ROLLBACK');
  // Leaving the mode takes effect at the next access.
  connection.exec('PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema');
  connection.close();
}

/** Processes with unfinished work in a folder, running or dead. */
export function claimOwners(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => CLAIM.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}

/** undefined if its process is alive, or another process handles it. */
function lockedClaim(folder: string, owner: string): DeadClaim | undefined {
  const path = claimPath(folder, owner);
  let connection: Connection | undefined;
  try {
    connection = new Connection(path);
    connection.exec('BEGIN EXCLUSIVE');
    connection.assertInPlace();
    return deadClaim(folder, owner, connection);
  } catch (failure) {
    connection?.close();
    if (isBusyFailure(failure)) return undefined;
    if (existsSync(path) && connection !== undefined) return tornClaim(folder, owner);
    return undefined;
  }
}

function deadClaim(folder: string, owner: string, connection: Connection): DeadClaim {
  const { placed } = keptPaths(dirname(folder));
  // Truncated before it listed anything.
  const isMade = connection.value(`SELECT count(*) FROM sqlite_schema WHERE name = 'store'`) === 1;
  const rows = isMade ? connection.rows(temporaryRow, 'SELECT * FROM temporary') : [];
  const stores = isMade ? connection.rows(storeRow, 'SELECT * FROM store') : [];
  return {
    owner,
    temporaries: rows.map(({ path }) => placed(path)),
    stores: stores.map((each) => ({ folder: placed(each.folder), base: placed(each.base) })),
    clear: () => {
      const left = rows.filter(({ path }) => {
        if (!isRemoved(placed(path))) return true;
        connection.run('DELETE FROM temporary WHERE path = ?', path);
        return false;
      });
      if (left.length === 0) dropIfAllowed(folder, owner);
      else connection.exec('COMMIT');
    },
    release: () => unlock(connection),
  };
}

/** A file that is not a valid claim: the files that it listed are unknown. */
function tornClaim(folder: string, owner: string): DeadClaim {
  const clear = () => dropIfAllowed(folder, owner);
  return { owner, temporaries: [], stores: [], clear, release: () => undefined };
}

/** A folder that was removed or is no longer writable must not prevent other runs. */
function isRemoved(path: string): boolean {
  return !TEMPORARY.test(basename(path)) || succeeds(() => rmSync(path, { force: true, recursive: true }));
}

/** Call it while the claim is locked. Removes the claim file last, because it marks the journal. */
function dropClaim(folder: string, owner: string): void {
  const path = claimPath(folder, owner);
  rmSync(`${path}-journal`, { force: true });
  rmSync(path, { force: true });
}

/** A claim that cannot be removed, such as that of another user, blocks no command: the next start handles it. */
function dropIfAllowed(folder: string, owner: string): void {
  succeeds(() => dropClaim(folder, owner));
}

/** Removes a folder that was created only for claims, with its last claim. */
export function removeIfEmpty(folder: string): void {
  succeeds(() => rmdirSync(folder));
}

function claimPath(folder: string, owner: string): string {
  return join(folder, `${owner}.claim`);
}
