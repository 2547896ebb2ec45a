import { statSync } from 'node:fs';
import { z } from 'zod';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '#sqlite';
import { toLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { rememberSqliteUse } from '../runtime/sqliteUse.js';
import { damagedStore, isBusyFailure, TEMPORARY_FILE, withStoreFailures } from './storeFailure.js';

export type SqlValue = string | number | null | Uint8Array;
/** Stored as milliseconds since 1970, 1 or 0, or NULL. */
type StorableValue = SqlValue | Date | boolean | undefined;

/** The columns that the program uses in another form than SQLite. */
export const columns = {
  bytes: z.instanceof(Uint8Array),
  day: z.string().transform(toLocalDate),
  flag: z.number().transform((value) => value === 1),
  instant: z.number().transform((ms) => new Date(ms)),
  json: z.string().transform((text) => JSON.parse(text)),
  /** undefined for NULL. */
  optional: <Column extends z.ZodType>(of: Column) => of.nullable().transform((value) => value ?? undefined),
};

const RETRY_MS = 20;

/** Placeholder in a working copy for content that was left out; no stored content equals it. */
export const NOT_COPIED = new Uint8Array([0]);

export function isNotCopied(value: unknown): boolean {
  return value instanceof Uint8Array && value.length === 1 && value[0] === 0;
}

/** Work on a copy of recent rows needs older content, so it is repeated on a complete copy. */
export class ContentNotCopied extends Error {}

export interface ConnectionOptions {
  /** @default the path */
  readonly location?: string;
  /** @default false */
  readonly readOnly?: boolean;
  /** How long to wait for another writer. @default 0 */
  readonly timeoutMs?: number;
  /** Content may have been left out of it. @default false */
  readonly isWorkingCopy?: boolean;
}

/** What happens to an existing row with the key of a new one. */
export type InsertCommand = 'INSERT' | 'INSERT OR REPLACE' | 'INSERT OR IGNORE';

/** A SQLite connection that throws paytally's errors and checks the shape of rows. */
export class Connection {
  readonly #db: DatabaseSyncInstance;
  /** The identity of the opened file; undefined if there was none yet. */
  readonly #inode: number | undefined;
  readonly #statements = new Map<string, StatementSyncInstance>();
  readonly #tables = new Map<string, TableStatement>();
  readonly path: string;
  readonly #timeoutMs: number;
  readonly #isWorkingCopy: boolean;

  constructor(
    path: string,
    { location = path, readOnly = false, timeoutMs = 0, isWorkingCopy = false }: ConnectionOptions = {},
  ) {
    this.path = path;
    this.#timeoutMs = timeoutMs;
    this.#isWorkingCopy = isWorkingCopy;
    rememberSqliteUse();
    this.#db = withStoreFailures(
      path,
      () => new DatabaseSync(location, { readOnly, timeout: timeoutMs, defensive: true }),
    );
    this.#inode = statSync(path, { throwIfNoEntry: false })?.ino;
  }

  /**
   * A deleted file still accepts every write, but no process can read it.
   * @throws PaytallyError STORE_UNUSABLE if the file is no longer at its path
   */
  assertInPlace(): void {
    const file = withStoreFailures(this.path, () => statSync(this.path, { throwIfNoEntry: false }));
    if (file !== undefined && (file.ino === this.#inode || this.#inode === undefined)) return;
    throw new PaytallyError('STORE_UNUSABLE', message('store.replaced'), { record: this.path });
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction;
  }

  exec(sql: string): void {
    withStoreFailures(this.path, () => this.#db.exec(sql));
  }

  attach(path: string, name: string): void {
    this.run(`ATTACH ? AS ${name}`, path);
  }

  run(sql: string, ...values: readonly StorableValue[]): void {
    withStoreFailures(this.path, () => this.#statement(sql).run(...values.map(sqlValue)));
  }

  /** Adds a row, by column. @param how to treat an existing row with its key */
  insert(table: string, row: Readonly<Record<string, StorableValue>>, how: InsertCommand = 'INSERT'): void {
    const names = Object.keys(row);
    const places = names.map(() => '?').join(', ');
    this.run(`${how} INTO ${table} (${names.join(', ')}) VALUES (${places})`, ...Object.values(row));
  }

  /** Every row, checked with `row`; a row of another shape means that another program changed the file. */
  rows<T>(row: z.ZodType<T>, sql: string, ...values: readonly SqlValue[]): readonly T[] {
    return withStoreFailures(this.path, () => this.#table(sql).all([...values])).map((raw) =>
      this.#checked(row, raw),
    );
  }

  /**
   * Rows one at a time, without a check of their shape: only for a file that no other process writes. The connection
   * can do no other work meanwhile. Not for work that Ctrl-C may stop at any step (see `TableStatement`).
   */
  *iterateRows<T>(sql: string, ...values: readonly SqlValue[]): Iterable<T> {
    const rows = withStoreFailures(this.path, () => this.#statement(sql).iterate(...values));
    for (;;) {
      const { done, value } = withStoreFailures(this.path, () => rows.next());
      if (done === true) return;
      yield value as T;
    }
  }

  /** The one value of the one row of a PRAGMA or an aggregate. */
  value(sql: string, ...values: readonly SqlValue[]): string | number {
    // Not `get`: it leaves the statement open, with a lock that prevents a change of the journal mode.
    const [row] = withStoreFailures(this.path, () => this.#table(sql).all([...values]));
    const [value] = Object.values(row ?? {});
    if (typeof value === 'string' || typeof value === 'number') return value;
    throw damagedStore(this.path, message('store.part.query', { sql }), 'missing');
  }

  /** `read` sees a consistent snapshot of the file, regardless of writes by other processes. */
  snapshot<T>(read: () => T): T {
    if (this.#db.isTransaction) return read();
    this.exec('BEGIN');
    try {
      return read();
    } finally {
      if (this.#db.isTransaction) this.exec('COMMIT');
    }
  }

  /** Retries for the time it waits for other writers, because SQLite does not wait in every case. */
  retryWhileBusy<T>(work: () => T): T {
    const giveUpAtMs = performance.now() + this.#timeoutMs;
    for (;;) {
      try {
        return work();
      } catch (failure) {
        if (!isBusyFailure(failure) || performance.now() > giveUpAtMs) throw failure;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  }

  /** All or nothing. The lock is taken at the start, so a second writer waits instead of failing later. */
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
    withStoreFailures(this.path, () => this.#db.close());
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
    if (this.#isWorkingCopy && Object.values(raw ?? {}).some(isNotCopied))
      throw new ContentNotCopied(this.path);
    const result = row.safeParse(raw);
    if (result.success) return result.data;
    const column = result.error.issues[0]?.path.join('.') ?? '';
    throw damagedStore(this.path, message('store.part.row', { column }), 'shape');
  }
}

/**
 * A statement whose rows are read as lists and converted to objects here. For a named row the driver calls back into
 * JavaScript, and if Ctrl-C ends the work at that moment, it aborts the whole process (@photostructure/sqlite 1.2.1).
 */
class TableStatement {
  readonly #statement: StatementSyncInstance;
  #names: readonly string[] | undefined;

  constructor(statement: StatementSyncInstance) {
    this.#statement = statement;
    statement.setReturnArrays(true);
  }

  /** All rows, each with the names of its columns. */
  all(values: Parameters<StatementSyncInstance['all']>): Record<string, unknown>[] {
    const rows = this.#statement.all(...values) as unknown as (readonly unknown[])[];
    const [first] = rows;
    if (first === undefined) return [];
    const names = this.#namesOf(first.length);
    return rows.map((row) => named(row, names));
  }

  /** The columns of `SELECT *` are known after the statement has run, and differ after a change of the tables. */
  #namesOf(columns: number): readonly string[] {
    const known = this.#names;
    if (known?.length === columns) return known;
    const names = this.#statement.columns().map(({ name }) => name);
    this.#names = names;
    return names;
  }
}

function sqlValue(value: StorableValue): SqlValue {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value ?? null;
}

/** An unnamed file for rows that don't fit in memory; it disappears with the process. */
export function openTemporaryFile(tables: string, cacheKibibytes = 1000): Connection {
  const file = new Connection(TEMPORARY_FILE, { location: '' });
  file.exec('PRAGMA synchronous = OFF; PRAGMA temp_store = FILE');
  file.exec(`PRAGMA cache_size = -${cacheKibibytes}; ${tables}`);
  return file;
}

/** Opens a file for some work, and closes it. */
export function withConnection<Result>(
  path: string,
  options: ConnectionOptions,
  work: (connection: Connection) => Result,
): Result {
  const connection = new Connection(path, options);
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

function named(values: readonly unknown[], names: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [column, name] of names.entries()) row[name] = values[column];
  return row;
}
