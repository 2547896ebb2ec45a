import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { Connection, isNotCopied, type SqlValue } from '../connection.js';
import { assertFence, type Lease } from './leases.js';
import { CommitUnknown, type Server, type ServerQueries } from './server.js';
import { NO_OWNER, quoted, type SharedTable, sharedTables } from './sharedTables.js';

/** One owner's changes in a table of a working copy. */
interface TableChanges {
  readonly table: SharedTable;
  readonly owner: string;
  /** Keys of deleted rows. */
  readonly removed: readonly Row[];
  /** Whole rows that are new or have changed, in the order in which they were added. */
  readonly written: readonly Row[];
}

type Row = Readonly<Record<string, SqlValue>>;

const anyRow = z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)]));
/** The size of each employer's range of SQLite's row numbers. */
const NUMBERS_EACH = 2 ** 32;
const ROWS_AT_ONCE = 200;
const ATTEMPTS = 5;

/**
 * Compares a working copy with the check-out, and writes the difference to the record in one transaction. A check-in by
 * a process whose employer was taken over changes nothing.
 */
export class CheckIns {
  readonly #server: Server;
  readonly #leases: ReadonlyMap<string, Lease>;
  readonly #base: Connection;
  #last: Promise<void> = Promise.resolve();
  /** After a failure, the copy may differ from the record in other ways: it is never checked in again. */
  #failure: unknown;

  constructor(
    server: Server,
    leases: readonly Lease[],
    paths: { readonly copy: string; readonly base: string },
  ) {
    this.#server = server;
    this.#leases = new Map(leases.map((lease) => [lease.employerId, lease]));
    this.#base = new Connection(paths.base);
    this.#base.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY');
    this.#base.attach(paths.copy, 'copy');
  }

  /** Check-ins run one at a time. @throws PaytallyError STORE_TAKEN_OVER, STORE_UNUSABLE */
  checkIn(): Promise<void> {
    const turn = this.#last.then(() => this.#checkInOnce());
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Waits for running work. */
  async close(): Promise<void> {
    await this.#last;
    if (this.#base.isInTransaction) this.#base.exec('ROLLBACK');
    this.#base.close();
  }

  async #checkInOnce(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#base.exec('BEGIN');
    try {
      // Owners are found in other tables of the base, so all changes are known before any is applied to it.
      const changes = sharedTables().flatMap((table) => this.#changesOf(table));
      for (const table of new Set(changes.map((each) => each.table))) this.#take(table);
      if (changes.length > 0) await this.#send(changes);
      this.#base.exec('COMMIT');
    } catch (failure) {
      this.#failure = failure;
      this.#base.exec('ROLLBACK');
      throw failure;
    }
  }

  /** A table of the copy becomes the base of the next check-in; it is undone if this one fails. */
  #take({ name }: SharedTable): void {
    this.#base.exec(
      `DELETE FROM main.${quoted(name)}; INSERT INTO main.${quoted(name)} SELECT * FROM copy.${quoted(name)}`,
    );
  }

  #changesOf(table: SharedTable): readonly TableChanges[] {
    const name = quoted(table.name);
    const all = table.columns.map((column) => column.name);
    const ownerInCopy = table.owner.replaceAll(/\bFROM (\w)/g, 'FROM copy.$1');
    const written = this.#base.rows(
      anyRow,
      `SELECT ${ownerInCopy} AS "ofEmployer", work.* FROM copy.${name} AS work WHERE NOT EXISTS (
         SELECT 1 FROM main.${name} AS base WHERE ${areSame(table.key, '=')} AND ${areSame(all, 'IS')})
       ORDER BY work.rowid`,
    );
    // Their parent rows may be deleted from the copy as well.
    const removed = this.#base.rows(
      anyRow,
      `SELECT ${table.owner} AS "ofEmployer", ${table.key.map((column) => `work.${quoted(column)}`).join(', ')}
       FROM main.${name} AS work WHERE NOT EXISTS (
         SELECT 1 FROM copy.${name} AS base WHERE ${areSame(table.key, '=')})`,
    );
    if (written.length + removed.length === 0) return [];
    const owners = new Set([...written, ...removed].map((row) => this.#ownerOf(row)));
    return [...owners].map((owner) => {
      const isOwn = (row: Row) => this.#ownerOf(row) === owner;
      return { table, owner, written: written.filter(isOwn), removed: removed.filter(isOwn) };
    });
  }

  #ownerOf({ ofEmployer: owner }: Row): string {
    if (typeof owner === 'string') return owner;
    const [only, ...others] = this.#leases.keys();
    if (only === undefined || others.length > 0) throw new Error('a row without an employer');
    return only;
  }

  async #send(changes: readonly TableChanges[]): Promise<void> {
    const token = randomBytes(8).toString('hex');
    const owners = new Set(changes.map(({ owner }) => owner));
    // Rows of no single employer are changed by work for those that were checked out.
    const concerned = owners.has(NO_OWNER) ? this.#leases.keys() : owners;
    const leases = [...concerned].sort().map((owner) => this.#leaseOf(owner));
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#server.transaction((queries) => this.#write(queries, changes, leases, token));
        return;
      } catch (failure) {
        if (!(failure instanceof CommitUnknown)) throw failure;
        if (await this.#wasCommitted(leases, token)) return;
        const { name } = this.#server;
        const text = message('server.commitUnknown', { server: name });
        if (attempt === ATTEMPTS)
          throw new PaytallyError('STORE_UNUSABLE', text, { record: name, cause: failure });
      }
    }
  }

  async #write(
    queries: ServerQueries,
    changes: readonly TableChanges[],
    leases: readonly Lease[],
    token: string,
  ): Promise<void> {
    for (const lease of leases) await assertFence(queries, lease);
    for (const each of [...changes].reverse()) await remove(queries, each, this.#leases.get(each.owner));
    for (const each of changes) await write(queries, each, this.#leases.get(each.owner));
    for (const { employerId } of leases)
      await queries.query('UPDATE employer SET "lastCheckIn" = $2 WHERE "employerId" = $1', [
        employerId,
        token,
      ]);
  }

  /** The lock on the employer's row waits for a commit in progress. */
  async #wasCommitted([lease]: readonly Lease[], token: string): Promise<boolean> {
    if (lease === undefined) return false;
    return this.#server.transaction(async (queries) => {
      const sql = 'SELECT "lastCheckIn" FROM employer WHERE "employerId" = $1 FOR UPDATE';
      const [row] = await queries.query<{ lastCheckIn: string | null }>(sql, [lease.employerId]);
      return row?.lastCheckIn === token;
    }, 'repeatable');
  }

  #leaseOf(owner: string): Lease {
    const lease = this.#leases.get(owner);
    if (lease === undefined) throw new Error(`rows of ${owner}, which was not checked out`);
    return lease;
  }
}

function areSame(columns: readonly string[], operator: '=' | 'IS'): string {
  return columns.map((column) => `base.${quoted(column)} ${operator} work.${quoted(column)}`).join(' AND ');
}

async function remove(
  queries: ServerQueries,
  { table, owner, removed }: TableChanges,
  lease: Lease | undefined,
): Promise<void> {
  const columns = table.columns.filter(({ name }) => table.key.includes(name));
  const keys = columns.map(({ name }) => quoted(name)).join(', ');
  const given = `unnest(${arraysOf(columns)})`;
  const sql = `DELETE FROM ${quoted(table.name)} WHERE "ofEmployer" = $1 AND (${keys}) IN (SELECT * FROM ${given})`;
  for (const rows of inBatches(removed))
    await queries.query(sql, [owner, ...byColumn(table, columns, rows, lease)]);
}

/** New rows get the next numbers in the owner's order. */
async function write(
  queries: ServerQueries,
  { table, owner, written }: TableChanges,
  lease: Lease | undefined,
): Promise<void> {
  const { columns } = table;
  const names = columns.map(({ name }) => quoted(name));
  const name = quoted(table.name);
  const sql = `INSERT INTO ${name} ("ofEmployer", "seq", ${names.join(', ')})
    SELECT $1, (SELECT coalesce(max("seq"), 0) FROM ${name} WHERE "ofEmployer" = $1) + added."seq",
      ${names.map((column) => `added.${column}`).join(', ')}
    FROM unnest(${arraysOf(columns)}) WITH ORDINALITY AS added (${names.join(', ')}, "seq")
    ON CONFLICT ("ofEmployer", ${table.key.map(quoted).join(', ')})
    DO UPDATE SET ${names.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}`;
  for (const rows of inBatches(written))
    await queries.query(sql, [owner, ...byColumn(table, columns, rows, lease)]);
}

function arraysOf(columns: SharedTable['columns']): string {
  return columns.map(({ type }, index) => `$${index + 2}::${type}[]`).join(', ');
}

/** The values of rows, as an array for each column. Numbers from SQLite are made unique for all employers. */
function byColumn(
  { numbers = [] }: SharedTable,
  columns: SharedTable['columns'],
  rows: readonly Row[],
  lease: Lease | undefined,
): readonly (readonly SqlValue[])[] {
  const shared = (value: SqlValue, column: string): SqlValue => {
    if (isNotCopied(value)) throw new Error(`${column} was not copied, and cannot be written`);
    if (!numbers.includes(column) || typeof value !== 'number' || value >= NUMBERS_EACH) return value;
    if (lease === undefined) throw new Error(`${column} without an employer`);
    return lease.ordinal * NUMBERS_EACH + value;
  };
  return columns.map(({ name }) => rows.map((row) => shared(row[name] ?? null, name)));
}

const MOST_BYTES = 4 * 2 ** 20;

function* inBatches(rows: readonly Row[]): Iterable<readonly Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) bytes += value instanceof Uint8Array ? value.length : 50;
    if (batch.length < ROWS_AT_ONCE && bytes < MOST_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
