import { statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import type { z } from 'zod';
import { PaytallyError } from '../errors.js';
import { damagedStore, guarded } from './storeFailure.js';
import { TableStatement } from './tableStatement.js';

export type SqlValue = string | number | null | Uint8Array;

const RETRY_MS = 20;

/** A SQLite connection whose failures are paytally's and whose rows are checked. */
export class Connection {
  readonly #db: DatabaseSyncInstance;
  /** Of the file as it was opened; undefined where there was none yet. */
  readonly #inode: number | undefined;
  readonly #statements = new Map<string, StatementSyncInstance>();
  readonly #tables = new Map<string, TableStatement>();
  readonly path: string;
  readonly #timeoutMs: number;

  constructor(
    path: string,
    options: { readonly location: string; readonly readOnly: boolean; readonly timeoutMs: number },
  ) {
    this.path = path;
    this.#timeoutMs = options.timeoutMs;
    this.#db = guarded(
      path,
      () =>
        new DatabaseSync(options.location, {
          readOnly: options.readOnly,
          timeout: options.timeoutMs,
          defensive: true,
        }),
    );
    this.#inode = statSync(path, { throwIfNoEntry: false })?.ino;
  }

  /**
   * A file that was deleted still takes every write, and nobody will ever read them.
   * @throws PaytallyError STORE_UNUSABLE where the file is not in its place any more
   */
  refuseIfGone(): void {
    const file = guarded(this.path, () => statSync(this.path, { throwIfNoEntry: false }));
    if (file !== undefined && (file.ino === this.#inode || this.#inode === undefined)) return;
    throw new PaytallyError('STORE_UNUSABLE', 'The store was deleted or replaced while it was in use.', {
      record: this.path,
      remedy: 'Run the command again, and leave the folder of the store alone meanwhile.',
    });
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction;
  }

  exec(sql: string): void {
    guarded(this.path, () => this.#db.exec(sql));
  }

  run(sql: string, ...values: readonly SqlValue[]): void {
    guarded(this.path, () => this.#statement(sql).run(...values));
  }

  /** Every row as `row` describes it; a row of another shape means a file that someone else changed. */
  rows<T>(row: z.ZodType<T>, sql: string, ...values: readonly SqlValue[]): readonly T[] {
    return guarded(this.path, () => this.#table(sql).all([...values])).map((raw) => this.#checked(row, raw));
  }

  /**
   * Rows one after the other, as they stand: only for a file that nobody else writes, since their shape is not checked.
   * The connection has nothing else to do meanwhile. Not for work that Ctrl-C ends at any step (see `TableStatement`).
   */
  *ownRows<T>(sql: string, ...values: readonly SqlValue[]): Iterable<T> {
    const rows = guarded(this.path, () => this.#statement(sql).iterate(...values));
    for (;;) {
      const { done, value } = guarded(this.path, () => rows.next());
      if (done === true) return;
      yield value as T;
    }
  }

  /** The one value of the one row of a PRAGMA or an aggregate. */
  value(sql: string): string | number {
    // Not `get`: it leaves the statement open, and with it a lock that keeps the journal mode as it is.
    const [row] = guarded(this.path, () => this.#table(sql).all([]));
    const [value] = Object.values(row ?? {});
    if (typeof value === 'string' || typeof value === 'number') return value;
    throw damagedStore(this.path, `"${sql}" gave no value`);
  }

  /** What is read sees the file at one moment, whatever others write meanwhile. */
  snapshot<T>(read: () => T): T {
    if (this.#db.isTransaction) return read();
    this.exec('BEGIN');
    try {
      return read();
    } finally {
      if (this.#db.isTransaction) this.exec('COMMIT');
    }
  }

  /** Tries again for as long as it waits for other writers: SQLite does not wait in every case. */
  patiently<T>(work: () => T): T {
    const giveUpAtMs = performance.now() + this.#timeoutMs;
    for (;;) {
      try {
        return work();
      } catch (failure) {
        const isBusy = failure instanceof PaytallyError && failure.code === 'STORE_BUSY';
        if (!isBusy || performance.now() > giveUpAtMs) throw failure;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  }

  /** All or nothing. The lock is taken at the start, so a second writer waits instead of failing half-way. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (thrown) {
      // SQLite may have rolled back by itself, on a full disk for instance.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw thrown;
    }
  }

  close(): void {
    if (!this.#db.isOpen) return;
    this.#statements.clear();
    this.#tables.clear();
    guarded(this.path, () => this.#db.close());
  }

  /** The driver frees a statement only when memory is collected, so each one is prepared once. */
  #statement(sql: string): StatementSyncInstance {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #table(sql: string): TableStatement {
    const table = this.#tables.get(sql) ?? new TableStatement(this.#db.prepare(sql));
    this.#tables.set(sql, table);
    return table;
  }

  #checked<T>(row: z.ZodType<T>, raw: unknown): T {
    const result = row.safeParse(raw);
    if (result.success) return result.data;
    throw damagedStore(
      this.path,
      `a row has an unexpected shape (${result.error.issues[0]?.path.join('.') ?? ''})`,
    );
  }
}
