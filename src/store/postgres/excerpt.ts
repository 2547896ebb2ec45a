import type { ServerQueries } from './server.js';
import { quoted, type SharedTable } from './sharedTables.js';

/** Rows for lists and the board: what was recorded of runs, links and deliveries, without the records of people. */
export interface Excerpt {
  /** Runs with one of these days; undefined: all of these employers. */
  readonly days: { readonly from: string; readonly to: string } | undefined;
  /** Digests in files outside the store; the links that they belong to are copied too. */
  readonly digests: readonly string[];
}

/** A copy without the other tables: a query of those fails instead of returning nothing. */
type TableCondition = { readonly sql: string; readonly values: readonly (readonly string[])[] } | undefined;

/** The days of a board, and the files outside the store. */
export const PLACES_ONLY = 'places';
const OF_PLACES = ['seenEstablishment', 'grantedHolidays', 'chainFile'];

const ALL = { sql: 'TRUE', values: [] };
const OF_CHANGES: Readonly<Record<string, string>> = {
  monitorItem: `kind = 'change'`,
  seenEmployee: `"ofEmployer" IN (SELECT "ofEmployer" FROM "monitorItem" WHERE kind = 'change')`,
};
const OF_DAYS = ['exportOutcome', 'changedDays', 'owedWork'];
const OF_RUNS = ['run', 'ledgerLink', 'delivery'];
const NAMES_LOST = `body LIKE '%"lost":{"digests"%'`;

/** The rows of each table in an excerpt; undefined if the table is not included. */
export async function excerptOf(
  queries: ServerQueries,
  owners: readonly string[],
  excerpt: Excerpt | typeof PLACES_ONLY,
): Promise<(table: SharedTable) => TableCondition> {
  if (excerpt === PLACES_ONLY) return ({ name }) => (OF_PLACES.includes(name) ? ALL : undefined);
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

/** Finals have their data of people in their links; only drafts need it here. */
export function excerptColumn(table: SharedTable, column: string): string {
  if (table.name !== 'run' || column !== 'manifest') return quoted(column);
  return `CASE WHEN state = 'draft' THEN manifest ELSE 'not copied' END AS manifest`;
}
