import { Connection, NOT_COPIED, type SqlValue } from '../connection.js';
import { migrate } from '../schema.js';
import type { SharedEmployer } from './leases.js';
import type { Server, ServerQueries } from './server.js';
import { NO_OWNER, PLACEMENT_TABLE, quoted, type SharedTable, sharedTables } from './sharedTables.js';

/** Rows that travel at once. */
const ROWS_AT_ONCE = 500;
/** A run is compared with as many runs before it, and with the records of as many reads. */
const RECENT_RUNS = 4;
const RECENT_READS = 2;

/** How much of an employer's rows is copied: everything, or what people have in the newest runs only. */
export type CopyDepth = 'whole' | 'recent';

/** What a working copy knows of the employers whose rows it has. */
export const OWNER_TABLE =
  'CREATE TABLE owner (employerKey TEXT PRIMARY KEY, employerId TEXT NOT NULL) STRICT;';

/**
 * Copies the rows of some employers into a new SQLite file, all as of one moment.
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
        // The connection to the server may have been lost half-way.
        if (connection.isInTransaction) connection.exec('ROLLBACK');
        connection.exec('BEGIN');
        for (const { employerKey, employerId } of employers)
          connection.run('INSERT INTO owner VALUES (?, ?)', employerKey, employerId);
        const recent = depth === 'recent' ? await findRecent(queries, ids) : undefined;
        for (const table of sharedTables())
          await copyRows(queries, connection, table, [...ids, NO_OWNER], recent);
        connection.exec('COMMIT');
      },
      { readOnly: true },
    );
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

async function copyRows(
  queries: ServerQueries,
  connection: Connection,
  table: SharedTable,
  owners: readonly string[],
  recent: Recent | undefined,
): Promise<void> {
  const { name, columns, content } = table;
  const needed = content === undefined ? undefined : recent?.[content.of];
  const listed = columns.map(({ name: column }) =>
    column === content?.column && needed !== undefined
      ? `CASE WHEN ${quoted(column)} IS NULL OR ${quoted(content.of)} = ANY ($2) THEN ${quoted(column)} ELSE $3 END AS ${quoted(column)}`
      : quoted(column),
  );
  const values = [owners, ...(needed === undefined ? [] : [needed, Buffer.from(NOT_COPIED)])];
  const select = `SELECT ${listed.join(', ')} FROM ${quoted(name)} WHERE "ofEmployer" = ANY ($1) ORDER BY "ofEmployer", "seq"`;
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

/** The tables without constraints and triggers, in a file of their own. */
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
