import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { z } from 'zod';
import { Connection } from './connection.js';
import { networkShareOf } from './networkShare.js';

export const REQUESTS_NAME = 'requests.sqlite';
const FILE_MODE = 0o600;
/** The longest wait for the log: it is a courtesy to the service, and the run continues without it. */
const BUSY_TIMEOUT_MS = 2000;
/** No request lasts longer. */
const LONGEST_REQUEST_MS = 120_000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS request (
    place      INTEGER NOT NULL,
    bucket     TEXT NOT NULL,
    -- Of the process; 0 once it has ended in order.
    pid        INTEGER NOT NULL,
    sentMs     REAL NOT NULL,
    answeredMs REAL,
    PRIMARY KEY (bucket, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS requestByPlace ON request (place);
  CREATE TABLE IF NOT EXISTS pause (
    bucket  TEXT PRIMARY KEY,
    sinceMs REAL NOT NULL,
    untilMs REAL NOT NULL
  ) STRICT;`;

interface RequestLogOptions {
  /** Of the store; the file stands there. Without it nothing is kept, and nothing made. */
  readonly folder: string;
  /** How long a request counts after its answer. */
  readonly windowMs: number;
  /** Steady, and the same for all processes of the machine. */
  readonly machineMs: () => number;
}

/** A place that was taken, or how long there may be none. */
type Taken = { readonly place: number } | Wait;

interface Wait {
  readonly leftMs: number;
  readonly reason: 'limit' | 'too-many';
}

const countRow = z.object({ count: z.number() });
const timeRow = z.object({ answeredMs: z.number().nullable() });
const placeRow = z.object({ place: z.number().nullable() });
const pidRow = z.object({ pid: z.number() });
const untilRow = z.object({ untilMs: z.number() });

/**
 * The requests of the last minute of all processes that work with one store, in a file beside it. A fault of the file
 * never stops a run: then every process counts only its own requests.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;
  #connection: Connection | undefined;
  #isUnfit = false;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** Takes a place in every bucket at once, or in none. Undefined: the log cannot be kept. */
  take(buckets: readonly { readonly name: string; readonly limit: number }[]): Taken | undefined {
    return this.#kept((connection, nowMs) => {
      const longest = (): Wait =>
        buckets
          .map(({ name, limit }) => this.#waitOf(connection, name, limit, nowMs))
          .reduce((one, other) => (other.leftMs > one.leftMs ? other : one));
      let wait = longest();
      // Looked through only where it matters: as long as there is room, what is over may count.
      if (wait.leftMs > 0) {
        this.#forget(connection, nowMs);
        wait = longest();
      }
      if (wait.leftMs > 0 && forgetKilled(connection)) wait = longest();
      if (wait.leftMs > 0) return wait;
      const [last] = connection.rows(placeRow, 'SELECT max(place) AS place FROM request');
      const place = (last?.place ?? 0) + 1;
      for (const { name } of buckets)
        connection.run('INSERT INTO request VALUES (?, ?, ?, ?, NULL)', place, name, pid, nowMs);
      return { place };
    });
  }

  settle(place: number): void {
    this.#kept((connection, nowMs) =>
      connection.run('UPDATE request SET answeredMs = ? WHERE place = ?', nowMs, place),
    );
  }

  pause(names: readonly string[], durationMs: number): void {
    this.#kept((connection, nowMs) => {
      const sql = `INSERT INTO pause VALUES (?1, ?2, ?3)
        ON CONFLICT (bucket) DO UPDATE SET sinceMs = ?2, untilMs = max(untilMs, ?3)`;
      for (const name of names) connection.run(sql, name, nowMs, nowMs + durationMs);
    });
  }

  /** Empties the write-ahead log first: the driver may let go of the file only when the process ends. */
  close(): void {
    this.#quietly(() => this.#connection?.run('UPDATE request SET pid = 0 WHERE pid = ?', pid));
    this.#quietly(() => this.#connection?.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    this.#quietly(() => this.#connection?.close());
    this.#connection = undefined;
    this.#isUnfit = true;
  }

  #waitOf(connection: Connection, name: string, limit: number, nowMs: number): Wait {
    const [paused] = connection.rows(untilRow, 'SELECT untilMs FROM pause WHERE bucket = ?', name);
    if (paused !== undefined && paused.untilMs > nowMs)
      return { leftMs: paused.untilMs - nowMs, reason: 'too-many' };
    const count = 'SELECT count(*) AS count FROM request WHERE bucket = ?';
    const excess = (connection.rows(countRow, count, name)[0]?.count ?? 0) - limit;
    if (excess < 0) return { leftMs: 0, reason: 'limit' };
    // The request at offset `excess`, by the end of its window; pending requests have no known end.
    const sql = `SELECT answeredMs FROM request WHERE bucket = ?
      ORDER BY answeredMs IS NULL, answeredMs LIMIT 1 OFFSET ?`;
    const [next] = connection.rows(timeRow, sql, name, excess);
    const answeredMs = next?.answeredMs ?? null;
    const leftMs = answeredMs === null ? UNKNOWN_MS : answeredMs + this.#options.windowMs - nowMs;
    return { leftMs: Math.max(leftMs, 1), reason: 'limit' };
  }

  /** Removes expired requests, and those with a future time: they are from before the machine was restarted. */
  #forget(connection: Connection, nowMs: number): void {
    const sql = 'DELETE FROM request WHERE coalesce(answeredMs, sentMs + ?) + ? <= ? OR sentMs > ?';
    connection.run(sql, LONGEST_REQUEST_MS, this.#options.windowMs, nowMs, nowMs);
    connection.run('DELETE FROM pause WHERE untilMs <= ? OR sinceMs > ?', nowMs, nowMs);
  }

  #kept<Result>(work: (connection: Connection, nowMs: number) => Result): Result | undefined {
    return this.#quietly(() => {
      const connection = this.#open();
      return connection?.transaction(() => work(connection, this.#options.machineMs()));
    });
  }

  #quietly<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch {
      this.#isUnfit = true;
      return undefined;
    }
  }

  /** Only once the folder is there: who merely looks makes none. */
  #open(): Connection | undefined {
    const { folder } = this.#options;
    if (this.#connection !== undefined || this.#isUnfit || !existsSync(folder)) return this.#connection;
    this.#isUnfit = networkShareOf(folder) !== undefined;
    if (this.#isUnfit) return undefined;
    const path = join(folder, REQUESTS_NAME);
    if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE));
    chmodSync(path, FILE_MODE);
    const connection = new Connection(path, { location: path, readOnly: false, timeoutMs: BUSY_TIMEOUT_MS });
    connection.retryWhileBusy(() => connection.value('PRAGMA journal_mode = wal'));
    // After a power cut the machine's limits are new as well.
    connection.exec('PRAGMA synchronous = OFF');
    connection.transaction(() => {
      connection.exec(TABLES);
      this.#forget(connection, this.#options.machineMs());
    });
    this.#connection = connection;
    return connection;
  }
}

const UNKNOWN_MS = 1000;

/**
 * Removes requests of killed processes: if the service still counts them, it answers 429.
 * @returns whether there were any
 */
function forgetKilled(connection: Connection): boolean {
  const others = connection.rows(pidRow, 'SELECT DISTINCT pid FROM request WHERE pid NOT IN (0, ?)', pid);
  const killed = others.filter((other) => !isRunning(other.pid));
  for (const other of killed) connection.run('DELETE FROM request WHERE pid = ?', other.pid);
  return killed.length > 0;
}

/**
 * Whether the machine has a process with this id. Signal 0 only tests for it. A process of another user refuses the
 * signal, so it is running.
 */
function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (failure) {
    return !(failure instanceof Error && 'code' in failure && failure.code === 'ESRCH');
  }
}
