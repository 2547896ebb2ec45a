import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { z } from 'zod';
import { Connection } from './connection.js';
import { networkShareOf } from './networkShare.js';
import type { GrantedSlots, RequestSlots, SlotOrder, WantedSlots } from './slotLeases.js';
import { isBusyFailure, succeeds } from './storeFailure.js';

export const REQUESTS_NAME = 'requests.sqlite';
const FILE_MODE = 0o600;
/** The wait for another process blocks the whole program, so it is short; the caller tries again. */
const BUSY_TIMEOUT_MS = 10;
/** From the grant of a place to the end of its request; no request lasts longer. */
const LONGEST_REQUEST_MS = 130_000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS request (
    place      INTEGER NOT NULL,
    bucket     TEXT NOT NULL,
    -- Of the process; 0 once it has ended in order.
    pid        INTEGER NOT NULL,
    -- When the place was granted.
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
  /** The store's folder, which contains the file. Without it nothing is stored or created. */
  readonly folder: string;
  /** How long a request counts after its answer. */
  readonly windowMs: number;
  /** Steady, and the same for all processes of the machine. */
  readonly machineMs: () => number;
}

const timeRow = z.object({ answeredMs: z.number().nullable() });
const pidRow = z.object({ pid: z.number() });
const untilRow = z.object({ untilMs: z.number() });

/** If an unanswered request has the next place, its end is unknown, so waiting callers ask again. */
const UNKNOWN_MS = 1000;

/** The requests of the last minute of all processes that work with one store, in a file next to it. */
export class RequestLog implements RequestSlots {
  readonly #options: RequestLogOptions;
  #connection: Connection | undefined;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  async exchange(order: SlotOrder): Promise<readonly GrantedSlots[] | 'busy' | 'uncounted'> {
    if (!existsSync(this.#options.folder)) return 'uncounted';
    return this.#kept((connection, nowMs) => {
      for (const { slot, agoMs } of order.answered)
        connection.run(
          'UPDATE request SET answeredMs = ? WHERE bucket = ? AND place = ?',
          ...[nowMs - agoMs, slot.bucket, slot.place],
        );
      for (const { bucket, place } of order.unused)
        connection.run('DELETE FROM request WHERE bucket = ? AND place = ?', bucket, place);
      return order.wanted.map((wanted) => this.#grant(connection, wanted, nowMs));
    });
  }

  async pause(buckets: readonly string[], durationMs: number): Promise<void> {
    if (!existsSync(this.#options.folder)) return;
    this.#kept((connection, nowMs) => {
      const sql = `INSERT INTO pause VALUES (?1, ?2, ?3)
        ON CONFLICT (bucket) DO UPDATE SET sinceMs = ?2, untilMs = max(untilMs, ?3)`;
      for (const name of buckets) connection.run(sql, name, nowMs, nowMs + durationMs);
    });
  }

  /** Empties the write-ahead log first, because the driver may close the file only when the process ends. */
  async close(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#connection = undefined;
    const nowMs = this.#options.machineMs();
    // The log is optional. Entries of this process are found by its ID.
    succeeds(() => endProcess(connection, pid, nowMs));
    succeeds(() => connection.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    succeeds(() => connection.close());
  }

  /** As many places as are free, up to the requested number. */
  #grant(connection: Connection, wanted: WantedSlots, nowMs: number): GrantedSlots {
    const { bucket, count } = wanted;
    const [paused] = connection.rows(untilRow, 'SELECT untilMs FROM pause WHERE bucket = ?', bucket);
    if (paused !== undefined && paused.untilMs > nowMs)
      return { leftMs: paused.untilMs - nowMs, reason: 'too-many' };
    const room = this.#room(connection, wanted, nowMs);
    if (room <= 0) return { leftMs: this.#leftMs(connection, bucket, -room, nowMs), reason: 'limit' };
    const last = Number(connection.value('SELECT coalesce(max(place), 0) FROM request'));
    const slots = Array.from({ length: Math.min(count, room) }, (_, n) => ({ bucket, place: last + 1 + n }));
    for (const slot of slots) connection.insert('request', { ...slot, pid, sentMs: nowMs });
    return { slots };
  }

  /** Cleaned up only if needed: while there are enough places, expired requests may count. */
  #room(connection: Connection, { bucket, limit, count }: WantedSlots, nowMs: number): number {
    const sql = 'SELECT count(*) FROM request WHERE bucket = ?';
    const room = () => limit - Number(connection.value(sql, bucket));
    if (room() >= count) return count;
    endKilled(connection, nowMs);
    this.#forget(connection, nowMs);
    return room();
  }

  /** @param excess how many requests more than the limit have a place, including one that is about to be requested */
  #leftMs(connection: Connection, bucket: string, excess: number, nowMs: number): number {
    const sql = `SELECT answeredMs FROM request WHERE bucket = ?
      ORDER BY answeredMs IS NULL, answeredMs LIMIT 1 OFFSET ?`;
    const [next] = connection.rows(timeRow, sql, bucket, excess);
    const answeredMs = next?.answeredMs ?? null;
    return answeredMs === null ? UNKNOWN_MS : Math.max(answeredMs + this.#options.windowMs - nowMs, 1);
  }

  /** Removes expired requests, and those with a future time: they are from before the machine was restarted. */
  #forget(connection: Connection, nowMs: number): void {
    const sql = 'DELETE FROM request WHERE coalesce(answeredMs, sentMs + ?) + ? <= ? OR sentMs > ?';
    connection.run(sql, LONGEST_REQUEST_MS, this.#options.windowMs, nowMs, nowMs);
    connection.run('DELETE FROM pause WHERE untilMs <= ? OR sinceMs > ?', nowMs, nowMs);
  }

  #kept<Result>(work: (connection: Connection, nowMs: number) => Result): Result | 'busy' {
    try {
      this.#connection ??= this.#open();
      const connection = this.#connection;
      return connection.transaction(() => work(connection, this.#options.machineMs()));
    } catch (failure) {
      if (isBusyFailure(failure)) return 'busy';
      throw failure;
    }
  }

  #open(): Connection {
    const { folder } = this.#options;
    if (networkShareOf(folder) !== undefined) throw new Error(`${folder} is on a network share`);
    const path = join(folder, REQUESTS_NAME);
    if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE));
    chmodSync(path, FILE_MODE);
    const connection = new Connection(path, { timeoutMs: BUSY_TIMEOUT_MS });
    try {
      connection.value('PRAGMA journal_mode = wal');
      // After a power cut the machine's clock and limits restart as well.
      connection.exec('PRAGMA synchronous = OFF');
      connection.transaction(() => {
        connection.exec(TABLES);
        this.#forget(connection, this.#options.machineMs());
      });
      return connection;
    } catch (failure) {
      succeeds(() => connection.close());
      throw failure;
    }
  }
}

/** The process's open or requested places: the service may have counted them until now. */
function endProcess(connection: Connection, ended: number, nowMs: number): void {
  connection.run(
    'UPDATE request SET pid = 0, answeredMs = coalesce(answeredMs, ?) WHERE pid = ?',
    nowMs,
    ended,
  );
}

function endKilled(connection: Connection, nowMs: number): void {
  const others = connection.rows(pidRow, 'SELECT DISTINCT pid FROM request WHERE pid NOT IN (0, ?)', pid);
  for (const other of others) if (!isRunning(other.pid)) endProcess(connection, other.pid, nowMs);
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
