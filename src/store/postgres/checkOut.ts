import { z } from 'zod';
import { Connection, NOT_COPIED, type SqlValue } from '../connection.js';
import { migrate } from '../schema.js';
import { type Excerpt, excerptColumn, excerptOf, PLACES_ONLY } from './excerpt.js';
import type { SharedEmployer } from './leases.js';
import type { Server, ServerQueries } from './server.js';
import { NO_OWNER, PLACEMENT_TABLE, quoted, type SharedTable, sharedTables } from './sharedTables.js';

/** Rows per batch. */
const ROWS_AT_ONCE = 500;
/** A run is compared with as many runs before it, and with the records of as many reads. */
const RECENT_RUNS = 4;
const RECENT_READS = 2;

/** How much of an employer's rows is copied: everything, what people have in the newest runs only, or an excerpt to read. */
export type CopyDepth = 'whole' | 'recent' | typeof PLACES_ONLY | Excerpt;

/** A working copy's data about its employers. */
export const OWNER_TABLE =
  'CREATE TABLE owner (employerKey TEXT PRIMARY KEY, employerId TEXT NOT NULL) STRICT;';

/**
 * Copies the rows of some employers into a new SQLite file, as a consistent snapshot.
 * @param base gets the same rows in bare tables, for the comparison at the check-in; undefined for a copy to read
 */
export async function checkOut(
  server: Server,
  employers: readonly SharedEmployer[],
  {
    path,
    base,
    depth,
  }: { readonly path: string; readonly base: string | undefined; readonly depth: CopyDepth },
): Promise<void> {
  const connection = new Connection(path, { location: path, readOnly: false, timeoutMs: 0 });
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    migrate(connection);
    connection.exec(`${PLACEMENT_TABLE} ${OWNER_TABLE}`);
    const ids = employers.map(({ employerId }) => employerId);
    await server.transaction(
      async (queries) => {
        // The connection to the server may have been lost during the copy or at its end.
        if (connection.isInTransaction) connection.exec('ROLLBACK');
        connection.exec('BEGIN');
        for (const { employerKey, employerId } of employers)
          connection.run('INSERT INTO owner VALUES (?, ?)', employerKey, employerId);
        if (typeof depth === 'object' || depth === PLACES_ONLY) dropTriggers(connection);
        const rowsOf = await selectionOf(queries, ids, depth);
        for (const table of sharedTables()) {
          const rows = rowsOf(table);
          if (rows === undefined) connection.exec(`DROP TABLE ${quoted(table.name)}`);
          else await copyRows(queries, connection, table, [...ids, NO_OWNER], rows);
        }
      },
      { readOnly: true },
    );
    connection.exec('COMMIT');
    if (base !== undefined) copyBare(connection, base);
  } finally {
    connection.close();
  }
}

interface Recent {
  readonly runId: readonly string[];
  readonly readId: readonly string[];
}

async function findRecent(queries: ServerQueries, ids: readonly string[]): Promise<Recent> {
  const rows = await queries.query<{ runId: string; readId: string | null; age: number }>(
    `SELECT * FROM (SELECT "runId", "readId", row_number() OVER (PARTITION BY "ofEmployer" ORDER BY "startedAt" DESC) AS age
     FROM run WHERE "ofEmployer" = ANY ($1)) AS numbered WHERE age <= ${RECENT_RUNS}`,
    [ids],
  );
  const reads = await queries.query<{ readId: string }>(
    `SELECT "readId" FROM (SELECT "readId", row_number() OVER (PARTITION BY "ofEmployer" ORDER BY "startedAt" DESC) AS age
     FROM read WHERE "ofEmployer" = ANY ($1)) AS numbered WHERE age <= ${RECENT_READS}`,
    [ids],
  );
  return { runId: rows.map(({ runId }) => runId), readId: reads.map(({ readId }) => readId) };
}

/** Links of a chain that are left out are missing from what its triggers check. */
function dropTriggers(connection: Connection): void {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'trigger'`;
  for (const { name } of connection.rows(z.object({ name: z.string() }), sql))
    connection.exec(`DROP TRIGGER ${quoted(name)}`);
}

/** The listed columns of some rows of a table; `$1` are the owners. */
interface Selection {
  readonly columns: readonly string[];
  readonly sql: string;
  readonly values: readonly (readonly string[] | Uint8Array)[];
}

/** The copied rows of each table; undefined if the table is left out. */
async function selectionOf(
  queries: ServerQueries,
  ids: readonly string[],
  depth: CopyDepth,
): Promise<(table: SharedTable) => Selection | undefined> {
  if (depth === 'whole') return (table) => ({ columns: columnsOf(table), sql: 'TRUE', values: [] });
  if (depth === 'recent') {
    const recent = await findRecent(queries, ids);
    return (table) => recentContent(table, recent);
  }
  const conditionOf = await excerptOf(queries, ids, depth);
  return (table) => {
    const condition = conditionOf(table);
    return (
      condition && { ...condition, columns: table.columns.map(({ name }) => excerptColumn(table, name)) }
    );
  };
}

function columnsOf({ columns }: SharedTable): readonly string[] {
  return columns.map(({ name }) => quoted(name));
}

function recentContent(table: SharedTable, recent: Recent): Selection {
  const { content } = table;
  if (content === undefined) return { columns: columnsOf(table), sql: 'TRUE', values: [] };
  const large = quoted(content.column);
  const columns = columnsOf(table).map((column) =>
    column === large
      ? `CASE WHEN ${large} IS NULL OR ${quoted(content.of)} = ANY ($2) THEN ${large} ELSE $3 END AS ${large}`
      : column,
  );
  return { columns, sql: 'TRUE', values: [recent[content.of], Buffer.from(NOT_COPIED)] };
}

async function copyRows(
  queries: ServerQueries,
  connection: Connection,
  { name, columns }: SharedTable,
  owners: readonly string[],
  selection: Selection,
): Promise<void> {
  const select = `SELECT ${selection.columns.join(', ')} FROM ${quoted(name)} WHERE "ofEmployer" = ANY ($1)
    AND (${selection.sql}) ORDER BY "ofEmployer", "seq"`;
  const values = [owners, ...selection.values];
  await queries.query(`DECLARE rows NO SCROLL CURSOR FOR ${select}`, values);
  const insert = `INSERT INTO ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')})
    VALUES (${columns.map(() => '?').join(', ')})`;
  for (;;) {
    const rows = await queries.query<Record<string, SqlValue>>(`FETCH ${ROWS_AT_ONCE} FROM rows`);
    for (const row of rows) connection.run(insert, ...columns.map((column) => row[column.name] ?? null));
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await queries.query('CLOSE rows');
}

/** The tables without constraints and triggers, in a separate file. */
function copyBare(connection: Connection, base: string): void {
  connection.exec(`ATTACH '${base.replaceAll("'", "''")}' AS base`);
  for (const { name, key } of sharedTables()) {
    connection.exec(`CREATE TABLE base.${quoted(name)} AS SELECT * FROM main.${quoted(name)}`);
    connection.exec(
      `CREATE INDEX base.${quoted(`${name}Key`)} ON ${quoted(name)} (${key.map(quoted).join(', ')})`,
    );
  }
  connection.exec('DETACH base');
}
