import { z } from 'zod';
import { Connection, NOT_COPIED, type SqlValue } from '../connection.js';
import { OTHER_FINALS } from '../ledgerChain.js';
import { PARTLY_COPIED } from '../runs.js';
import { migrate } from '../schema.js';
import type { SharedEmployer } from './leases.js';
import type { Server, ServerQueries } from './server.js';
import { NO_OWNER, PLACEMENT_TABLE, quoted, type SharedTable, sharedTables } from './sharedTables.js';

/** Rows per batch. */
const ROWS_AT_ONCE = 500;
/** A run is compared with as many runs and finals before it, and with the records of as many reads. */
const RECENT_RUNS = 4;
const RECENT_READS = 2;

/**
 * The extent of an employer's copied rows: everything, personal data of only the newest runs, or an excerpt to read.
 */
export type CopyDepth = 'whole' | 'recent' | SmallCopy | Excerpt;

/** A working copy's data about its employers, and the other employers that have finals. */
export const OWNER_TABLE = `CREATE TABLE owner (employerKey TEXT PRIMARY KEY, employerId TEXT NOT NULL) STRICT;
  CREATE TABLE ${OTHER_FINALS} (employerId TEXT PRIMARY KEY) STRICT;`;

/**
 * Copies the rows of some employers into a new SQLite file, as a consistent snapshot.
 * @param base gets the same rows in bare tables, for the comparison at the check-in; undefined for a copy to read
 */
export async function checkOut(
  server: Server,
  employers: readonly SharedEmployer[],
  { path, base, depth }: { readonly path: string; readonly base?: string; readonly depth: CopyDepth },
): Promise<void> {
  const connection = new Connection(path);
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    migrate(connection);
    connection.exec(`${PLACEMENT_TABLE} ${OWNER_TABLE}`);
    const ids = employers.map(({ employerId }) => employerId);
    await server.transaction(async (queries) => {
      // The connection to the server may have been lost during the copy or at its end.
      if (connection.isInTransaction) connection.exec('ROLLBACK');
      connection.exec('BEGIN');
      for (const { employerKey, employerId } of employers)
        connection.insert('owner', { employerKey, employerId });
      if (depth === 'whole' || depth === 'recent') await noteOtherFinals(queries, connection, ids);
      else dropTriggers(connection);
      const rowsOf = await selectionOf(queries, ids, depth);
      for (const table of sharedTables()) {
        const rows = rowsOf(table);
        if (rows === undefined) connection.exec(`DROP TABLE ${quoted(table.name)}`);
        else await copyRows(queries, connection, table, [...ids, NO_OWNER], rows);
      }
    }, 'read-only');
    connection.exec('COMMIT');
    if (base !== undefined) copyBare(connection, base);
  } finally {
    connection.close();
  }
}

async function noteOtherFinals(
  queries: ServerQueries,
  connection: Connection,
  ids: readonly string[],
): Promise<void> {
  const others = await queries.query<{ id: string }>(
    `SELECT DISTINCT "ofEmployer" AS id FROM run WHERE state = 'final' AND NOT ("ofEmployer" = ANY ($1))`,
    [ids],
  );
  for (const { id } of others) connection.insert(OTHER_FINALS, { employerId: id });
}

/** Links of a chain that are left out are missing from what its triggers check. */
function dropTriggers(connection: Connection): void {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'trigger'`;
  for (const { name } of connection.rows(z.object({ name: z.string() }), sql))
    connection.exec(`DROP TRIGGER ${quoted(name)}`);
}

async function copyRows(
  queries: ServerQueries,
  connection: Connection,
  { name, columns }: SharedTable,
  owners: readonly string[],
  { where, values = [], changed }: Selection,
): Promise<void> {
  const names = columns.map((column) => quoted(column.name));
  const selected = columns.map(({ name: column }) =>
    column === changed?.column ? `${changed.sql} AS ${quoted(column)}` : quoted(column),
  );
  await queries.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT ${selected.join(', ')} FROM ${quoted(name)}
     WHERE "ofEmployer" = ANY ($1) AND (${where}) ORDER BY "ofEmployer", "seq"`,
    [owners, ...values],
  );
  const insert = `INSERT INTO ${quoted(name)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  for (;;) {
    const rows = await queries.query<Record<string, SqlValue>>(`FETCH ${ROWS_AT_ONCE} FROM rows`);
    for (const row of rows) connection.run(insert, ...columns.map((column) => row[column.name]));
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

/**
 * `places`: the rows with the days of a board and the files outside the store. `due`: the rows with the work that is
 * due now.
 */
type SmallCopy = 'places' | 'due';

/** The copied rows of a table; `$1` are the owners. */
interface Selection {
  readonly where: string;
  readonly values?: readonly (readonly string[] | Uint8Array)[];
  /** A column that is copied in another form. */
  readonly changed?: { readonly column: string; readonly sql: string };
}
/** By table. A table that is not listed is left out: a query of it fails instead of returning nothing. */
type Selections = Readonly<Record<string, Selection>>;

const ALL: Selection = { where: 'TRUE' };
const OF_PLACES: Selections = { seenEstablishment: ALL, grantedHolidays: ALL, chainFile: ALL };
const OF_DUE: Selections = {
  seenEstablishment: ALL,
  grantedHolidays: ALL,
  scheduleDone: {
    where: `state IN ('running', 'waiting') OR ("employerKey", name, due) IN (
      SELECT "employerKey", name, max(due) FROM "scheduleDone" WHERE "ofEmployer" = ANY ($1) GROUP BY 1, 2)`,
  },
  delivery: { where: `state <> 'sent' OR (receipt IS NOT NULL AND "nextTryAt" IS NOT NULL)` },
  mirror: ALL,
  read: { where: '"readId" IN (SELECT "readId" FROM mirror WHERE "ofEmployer" = ANY ($1))' },
};
const NAMES_LOST = `body LIKE '%"lost":{"digests"%'`;

/** The copied rows of each table; undefined if the table is left out. */
async function selectionOf(
  queries: ServerQueries,
  ids: readonly string[],
  depth: CopyDepth,
): Promise<(table: SharedTable) => Selection | undefined> {
  if (depth === 'whole') return () => ALL;
  if (depth === 'recent') {
    const runId = await findNewest(queries, ids, {
      table: 'run',
      column: 'runId',
      within: `, state = 'final'`,
      most: RECENT_RUNS,
    });
    const readId = await findNewest(queries, ids, { table: 'read', column: 'readId', most: RECENT_READS });
    return ({ content }) => (content === undefined ? ALL : contentOf(content, { runId, readId }));
  }
  const byTable =
    depth === 'places' ? OF_PLACES : depth === 'due' ? OF_DUE : await excerptOf(queries, ids, depth);
  return ({ name }) => byTable[name];
}

interface Newest {
  readonly table: string;
  readonly column: string;
  /** Further SQL that divides the rows of an employer. */
  readonly within?: string;
  readonly most: number;
}

async function findNewest(
  queries: ServerQueries,
  ids: readonly string[],
  { table, column, within = '', most }: Newest,
): Promise<readonly string[]> {
  const rows = await queries.query<{ id: string }>(
    `SELECT id FROM (SELECT "${column}" AS id, row_number() OVER (PARTITION BY "ofEmployer"${within} ORDER BY "startedAt" DESC) AS age
     FROM ${table} WHERE "ofEmployer" = ANY ($1)) AS numbered WHERE age <= ${most}`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Content of older rows is left out. */
function contentOf(
  { column, of }: NonNullable<SharedTable['content']>,
  recent: Readonly<Record<typeof of, readonly string[]>>,
): Selection {
  const large = quoted(column);
  const sql = `CASE WHEN ${large} IS NULL OR ${quoted(of)} = ANY ($2) THEN ${large} ELSE $3 END`;
  return { where: 'TRUE', values: [recent[of], Buffer.from(NOT_COPIED)], changed: { column, sql } };
}

async function excerptOf(
  queries: ServerQueries,
  ids: readonly string[],
  { days, digests }: Excerpt,
): Promise<Selections> {
  const runIds = days && (await findRuns(queries, ids, days, digests));
  const ofRuns = runIds ? { where: '"runId" = ANY ($2)', values: [runIds] } : ALL;
  const ofDays = days
    ? {
        where: '"periodFrom" <= ($2::text[])[2] AND "periodTo" >= ($2::text[])[1]',
        values: [[days.from, days.to]],
      }
    : ALL;
  // The links of finals contain their data of people, so that only drafts need it here, and of finals the hours.
  const hours = `json_build_object('exportedMinutes', manifest::json -> 'control' -> 'exportedMinutes')`;
  const manifest = `CASE WHEN state = 'draft' THEN manifest
    ELSE json_build_object('control', ${hours}, '${PARTLY_COPIED}', TRUE)::text END`;
  return {
    ...OF_PLACES,
    run: { ...ofRuns, changed: { column: 'manifest', sql: manifest } },
    ledgerLink: ofRuns,
    delivery: ofRuns,
    monthRead: ofDays,
    acceptance: ofDays,
    changedDays: ofDays,
    changedOfKey: ofDays,
    monitorItem: { where: `kind = 'change'` },
    seenEmployee: {
      where: `"ofEmployer" IN (SELECT "ofEmployer" FROM "monitorItem" WHERE kind = 'change')`,
    },
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
