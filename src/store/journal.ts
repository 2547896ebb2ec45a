import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { Claims, hasDeadClaims, isClaimAlive, lockDeadClaims, type TemporaryFiles } from './claims.js';
import { type Connection, columns } from './connection.js';
import type { KeptPaths } from './keptPaths.js';
import type { StorePart } from './storePart.js';

export const JOURNAL_TABLE = `
  CREATE TABLE journal (
    runId TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    moves TEXT NOT NULL
  ) STRICT;`;

const move = z.object({
  path: z.string(),
  /** The new, complete file, in the same folder as its final path. */
  temporary: z.string(),
  /** A second name for the current file at the final path; undefined if there is none. */
  backup: z
    .string()
    .optional()
    .transform((path) => path),
  /** Digest of the new file. */
  sha256: z.string(),
});
/** A file that is being moved to its final path. */
type FileMove = Readonly<z.infer<typeof move>>;

const ownerRow = z.object({ owner: z.string() });
const journalRow = ownerRow.extend({ runId: z.string(), moves: columns.json.pipe(z.array(move)) });

/**
 * The file moves that runs are about to make. A run is official once it is recorded; its entry is then removed. The
 * next start undoes the moves of a process that died before that, so that all files of a run exist or none, and removes
 * the temporary files of that process.
 */
export class Journal implements TemporaryFiles {
  readonly #connection: Connection;
  readonly #paths: KeptPaths;
  readonly #claims: Claims;

  constructor({ connection, paths }: StorePart) {
    this.#connection = connection;
    this.#paths = paths;
    this.#claims = new Claims(dirname(connection.path));
  }

  track(paths: readonly string[]): void {
    this.#claims.track(paths);
  }

  untrack(paths: readonly string[]): void {
    this.#claims.untrack(paths);
  }

  /** Before the first move. Recording the run ends it. */
  begin(runId: string, moves: readonly FileMove[]): void {
    const { kept } = this.#paths;
    const rows = moves.map(({ path, temporary, backup, sha256 }) => {
      return { path: kept(path), temporary: kept(temporary), backup: backup && kept(backup), sha256 };
    });
    this.#connection.insert('journal', { runId, owner: this.#claims.owner, moves: JSON.stringify(rows) });
  }

  /** The moves were undone, or are valid without a record. */
  abandon(runId: string): void {
    endJournal(this.#connection, runId);
  }

  /** Files of dead processes that could not be removed. */
  leftovers(): readonly string[] {
    const claims = lockDeadClaims(dirname(this.#connection.path));
    for (const { release } of claims) release();
    return claims.flatMap(({ temporaries }) => temporaries);
  }

  close(): void {
    this.#claims.close();
  }
}

/** The run is recorded, in the same transaction. */
export function endJournal(connection: Connection, runId: string): void {
  connection.run('DELETE FROM journal WHERE runId = ?', runId);
}

/** Whether a process died with begun moves. */
export function hasInterrupted(connection: Connection): boolean {
  const folder = dirname(connection.path);
  if (hasDeadClaims(folder)) return true;
  const owners = connection.rows(ownerRow, 'SELECT owner FROM journal');
  return owners.some(({ owner }) => !isClaimAlive(folder, owner));
}

/** Undoes the begun moves of dead processes, and removes their files. Keeps the locks throughout. */
export function recoverInterrupted(connection: Connection, paths: KeptPaths): void {
  if (!hasInterrupted(connection)) return;
  const folder = dirname(connection.path);
  const dead = lockDeadClaims(folder);
  try {
    connection.transaction(() => {
      const owners = new Set(dead.map(({ owner }) => owner));
      for (const { runId, owner, moves } of connection.rows(journalRow, 'SELECT * FROM journal')) {
        if (!owners.has(owner) && isClaimAlive(folder, owner)) continue;
        for (const each of moves.reverse()) takeBack(each, paths);
        endJournal(connection, runId);
      }
    });
    for (const { clear } of dead) clear();
  } finally {
    for (const { release } of dead) release();
  }
}

/**
 * While the new file still has its temporary name, its final path is unchanged. Files that others have put there since
 * are kept.
 */
function takeBack({ path, temporary, backup, sha256 }: FileMove, { placed }: KeptPaths): void {
  const place = placed(path);
  if (existsSync(placed(temporary)) || digestOf(place) !== sha256) return;
  if (backup === undefined) rmSync(place, { force: true });
  else if (existsSync(placed(backup))) renameSync(placed(backup), place);
}

function digestOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const digest = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(1 << 20);
    for (let read = 1; read > 0; ) {
      read = readSync(file, piece);
      digest.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return digest.digest('hex');
}
