import { z } from 'zod';
import { Connection, NOT_COPIED, type SqlValue } from '../connection.js';
import { migrate } from '../schema.js';
import type { SharedEmployer } from './leases.js';
import type { Server, ServerQueries } from './server.js';
import { NO_OWNER, PLACEMENT_TABLE, quoted, type SharedTable, sharedTables } from './sharedTables.js';

/** Rows per batch. */
const ROWS_AT_ONCE = 500;
/** A run is compared with as many runs before it, and with the records of as many reads. */
const RECENT_RUNS = 4;
const RECENT_READS = 2;

/**
 * The extent of an employer's copied rows: everything, personal data of only the newest runs, or an excerpt to read.
 */
export type CopyDepth = 'whole' | 'recent' | SmallCopy | Excerpt;

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
  const connection = new Connection(path);
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
        if (depth !== 'whole' && depth !== 'recent') dropTriggers(connection);
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
  connection.attach(base, 'base');
  for (const { name, key } of sharedTables()) {
    connection.exec(`CREATE TABLE base.${quoted(name)} AS SELECT * FROM main.${quoted(name)}`);
    connection.exec(
      `CREATE INDEX base.${quoted(`${name}Key`)} ON ${quoted(name)} (${key.map(quoted).join(', ')})`,
    );
  }
  connection.exec('DETACH base');
}

/** Rows for lists and the board: the data of runs, links and deliveries, without the records of people. */
export interface Excerpt {
  /** Runs with one of these days; undefined for all runs of these employers. */
  readonly days: { readonly from: string; readonly to: string } | undefined;
  /** Digests in files outside the store; the links that they belong to are copied too. */
  readonly digests: readonly string[];
}

/** A copy without the other tables: a query of those fails instead of returning nothing. */
type TableCondition = { readonly sql: string; readonly values: readonly (readonly string[])[] } | undefined;

/**
 * `places`: the rows with the days of a board and the files outside the store. `due`: the rows with the work that is
 * due now.
 */
type SmallCopy = 'places' | 'due';

const ALL = { sql: 'TRUE', values: [] };
const OF_CHANGES: Readonly<Record<string, string>> = {
  monitorItem: `kind = 'change'`,
  seenEmployee: `"ofEmployer" IN (SELECT "ofEmployer" FROM "monitorItem" WHERE kind = 'change')`,
};
const OF_DAYS = ['exportOutcome', 'changedDays', 'owedWork'];
const OF_RUNS = ['run', 'ledgerLink', 'delivery'];
const OF_PLACES = ['seenEstablishment', 'grantedHolidays', 'chainFile'];
const OF_DUE: Readonly<Record<string, string>> = {
  seenEstablishment: 'TRUE',
  grantedHolidays: 'TRUE',
  scheduleDone: `state IN ('running', 'waiting') OR ("employerKey", name, due) IN (
    SELECT "employerKey", name, max(due) FROM "scheduleDone" WHERE "ofEmployer" = ANY ($1) GROUP BY 1, 2)`,
  delivery: `state <> 'sent' OR (receipt IS NOT NULL AND "nextTryAt" IS NOT NULL)`,
  mirror: 'TRUE',
  read: '"readId" IN (SELECT "readId" FROM mirror WHERE "ofEmployer" = ANY ($1))',
};
const NAMES_LOST = `body LIKE '%"lost":{"digests"%'`;

/** The rows of each table in an excerpt; undefined if the table is not included. */
async function excerptOf(
  queries: ServerQueries,
  owners: readonly string[],
  excerpt: Excerpt | SmallCopy,
): Promise<(table: SharedTable) => TableCondition> {
  if (excerpt === 'places') return ({ name }) => (OF_PLACES.includes(name) ? ALL : undefined);
  if (excerpt === 'due')
    return ({ name }) => {
      const sql = OF_DUE[name];
      return sql === undefined ? undefined : { sql, values: [] };
    };
  const { days } = excerpt;
  const runIds = days && (await findRuns(queries, owners, days, excerpt.digests));
  return ({ name }) => {
    const ofChanges = OF_CHANGES[name];
    if (ofChanges !== undefined) return { sql: ofChanges, values: [] };
    if (OF_RUNS.includes(name)) return runIds ? { sql: '"runId" = ANY ($2)', values: [runIds] } : ALL;
    if (OF_DAYS.includes(name))
      return days
        ? {
            sql: '"periodFrom" <= ($2::text[])[2] AND "periodTo" >= ($2::text[])[1]',
            values: [[days.from, days.to]],
          }
        : ALL;
    return OF_PLACES.includes(name) ? ALL : undefined;
  };
}

/** Runs of some days, purges, and the links that files outside the store name. */
async function findRuns(
  queries: ServerQueries,
  owners: readonly string[],
  { from, to }: NonNullable<Excerpt['days']>,
  digests: readonly string[],
): Promise<readonly string[]> {
  const known = await queries.query<{ digest: string }>(
    'SELECT digest FROM "ledgerLink" WHERE "ofEmployer" = ANY ($1) AND digest = ANY ($2)',
    [owners, digests],
  );
  const lost = new Set(known.map(({ digest }) => digest)).size < new Set(digests).size ? NAMES_LOST : 'FALSE';
  const rows = await queries.query<{ runId: string }>(
    `SELECT "runId" FROM run WHERE "ofEmployer" = ANY ($1) AND "periodFrom" <= $3 AND "periodTo" >= $2
     UNION SELECT "runId" FROM "ledgerLink" AS link WHERE "ofEmployer" = ANY ($1) AND (digest = ANY ($4) OR ${lost}
       OR NOT EXISTS (SELECT 1 FROM run WHERE run."ofEmployer" = link."ofEmployer" AND run."runId" = link."runId"))`,
    [owners, from, to, digests],
  );
  return rows.map(({ runId }) => runId);
}

/** The links of finals contain their data of people, so only drafts need it here. */
function excerptColumn(table: SharedTable, column: string): string {
  if (table.name !== 'run' || column !== 'manifest') return quoted(column);
  return `CASE WHEN state = 'draft' THEN manifest ELSE 'not copied' END AS manifest`;
}
