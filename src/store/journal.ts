import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { z } from 'zod';
import type { Connection } from './connection.js';
import type { FileMove, Journal } from './runJournal.js';
import { isAlive, Workbench } from './workbench.js';

export const JOURNAL_TABLES = `
  CREATE TABLE journal (
    runId TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    moves TEXT NOT NULL
  ) STRICT;
  CREATE TABLE temporaryFile (
    path  TEXT PRIMARY KEY,
    owner TEXT NOT NULL
  ) STRICT;`;

const move = z.object({
  path: z.string(),
  temporary: z.string(),
  backup: z
    .string()
    .optional()
    .transform((path) => path),
  sha256: z.string(),
});
const journalRow = z.object({ runId: z.string(), owner: z.string(), moves: z.string() });
const temporaryRow = z.object({ path: z.string(), owner: z.string() });

/** The journal of one open store, with the lock by which others see that its process lives. */
export class StoreJournal implements Journal {
  readonly #connection: Connection;
  #own: { readonly owner: string; readonly lock: Workbench } | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  willLeave(paths: readonly string[]): void {
    this.#connection.transaction(() => {
      const owner = this.#owner();
      for (const path of paths)
        this.#connection.run('INSERT OR REPLACE INTO temporaryFile VALUES (?, ?)', path, owner);
    });
  }

  areGone(paths: readonly string[]): void {
    this.#connection.transaction(() => {
      for (const path of paths) this.#connection.run('DELETE FROM temporaryFile WHERE path = ?', path);
    });
  }

  begin(runId: string, moves: readonly FileMove[]): void {
    this.#connection.transaction(() => {
      const sql = 'INSERT INTO journal VALUES (?, ?, ?)';
      this.#connection.run(sql, runId, this.#owner(), JSON.stringify(moves));
    });
  }

  giveUp(runId: string): void {
    this.#connection.transaction(() => endJournal(this.#connection, runId));
  }

  leftovers(): readonly string[] {
    const { path } = this.#connection;
    const rows = this.#connection.rows(temporaryRow, 'SELECT path, owner FROM temporaryFile');
    return rows.filter(({ owner }) => !isAlive(path, owner)).map((row) => row.path);
  }

  close(): void {
    this.#own?.lock.close();
    this.#own = undefined;
  }

  /** To be called in a transaction, so that nobody looks for the lock before it is there. */
  #owner(): string {
    if (this.#own === undefined) {
      const owner = randomBytes(8).toString('hex');
      this.#own = { owner, lock: Workbench.beside(this.#connection.path, owner) };
    }
    return this.#own.owner;
  }
}

/** The run is recorded, in the same transaction. */
export function endJournal(connection: Connection, runId: string): void {
  connection.run('DELETE FROM journal WHERE runId = ?', runId);
}

/** Whether a process died that had begun something. */
export function hasInterrupted(connection: Connection): boolean {
  const owners = connection.rows(
    z.object({ owner: z.string() }),
    'SELECT owner FROM journal UNION SELECT owner FROM temporaryFile',
  );
  return owners.some(({ owner }) => !isAlive(connection.path, owner));
}

/** Takes back what dead processes had begun, and takes away what they left; the lock is held all the time. */
export function recoverInterrupted(connection: Connection): void {
  if (!hasInterrupted(connection)) return;
  const { path } = connection;
  connection.transaction(() => {
    for (const { runId, owner, moves } of connection.rows(journalRow, 'SELECT * FROM journal')) {
      if (isAlive(path, owner)) continue;
      for (const each of z.array(move).parse(JSON.parse(moves)).reverse()) takeBack(each);
      endJournal(connection, runId);
    }
    for (const row of connection.rows(temporaryRow, 'SELECT path, owner FROM temporaryFile')) {
      if (isAlive(path, row.owner) || !isRemoved(row.path)) continue;
      connection.run('DELETE FROM temporaryFile WHERE path = ?', row.path);
    }
  });
}

/** While the new file still has its temporary name, its place holds what it held. What others put there since stays. */
function takeBack({ path, temporary, backup, sha256 }: FileMove): void {
  if (existsSync(temporary) || digestOf(path) !== sha256) return;
  if (backup === undefined) rmSync(path, { force: true });
  else if (existsSync(backup)) renameSync(backup, path);
}

/** A folder that is gone, or may not be written any more, must not keep other runs from starting. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
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
