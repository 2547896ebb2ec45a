import { z } from 'zod';
import { groupBy } from '../../domain/collections.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { type Connection, withConnection } from '../connection.js';
import { MOVED } from '../ledgerChain.js';
import { openStore } from '../openStore.js';
import type { SharedEmployer } from './leases.js';
import { useServer } from './serverUse.js';
import { quoted, type SharedTable, sharedTables } from './sharedTables.js';
import { type SharedPlace, withSharedStore } from './withSharedStore.js';

/** The result for each employer: its key, and whether it had been copied before. */
type Tell = (employerKey: string, wasThere: boolean) => void;

/** All data of these employers, which the source lists. */
type MovePlace = Omit<SharedPlace, 'employers' | 'mode'>;

const BUSY_MS = 5000;

const employerRow = z.object({ employerId: z.string(), employerKey: z.string() });

/**
 * Copies a SQLite file into a database, with one transaction per employer. Existing employers are skipped, so that an
 * interrupted copy continues where it stopped.
 */
export async function copyIntoServer(
  path: string,
  place: MovePlace,
  configured: readonly SharedEmployer[],
  tell: Tell,
): Promise<void> {
  const all = [...configured, ...readEmployers(path)];
  const fallback = all[0]?.employerId;
  for (const employers of groupedById(all)) {
    const [first] = employers;
    if (first === undefined) continue;
    const { employerId, employerKey } = first;
    await withSharedStore({ ...place, employers, mode: 'write' }, async (store) => {
      const wasThere = store.ledger.links(employerId).length > 0 || store.runs({ employerId }).length > 0;
      nameOwners(store.path, all);
      const condition = (table: SharedTable) =>
        wasThere ? 'FALSE' : ownedBy(table, employerId === fallback);
      copyRows({ from: path, into: store.path }, condition, employerId);
      tell(employerKey, wasThere);
    });
  }
}

/** Copies in the other direction. */
export async function copyFromServer(path: string, place: MovePlace, tell: Tell): Promise<void> {
  openStore(path, { mode: 'write', now: place.now, base: place.base }).close();
  const employers = await useServer(place.url, ({ server }) =>
    server.query<{ employerId: string; employerKey: string; client: string | null }>(
      'SELECT "employerId", "employerKey", client FROM employer ORDER BY "employerId"',
    ),
  );
  for (const { client, ...employer } of employers) {
    const one = [{ ...employer, client: client ?? undefined }];
    await withSharedStore({ ...place, employers: one, mode: 'read', depth: 'whole' }, async (store) => {
      const count = copyRows({ from: store.path, into: path }, () => 'TRUE', undefined);
      tell(employer.employerKey, count === 0);
    });
  }
}

/** Employers of runs, independent of the current configuration, with all keys that they ever had. */
function readEmployers(path: string): readonly SharedEmployer[] {
  const sql = 'SELECT DISTINCT employerId, employerKey FROM run ORDER BY employerId, employerKey';
  return withConnection(path, { readOnly: true, timeoutMs: BUSY_MS }, (connection) =>
    connection.rows(employerRow, sql).map((row) => ({ ...row, client: undefined })),
  );
}

/** Each key once, as it is configured if it is. */
function groupedById(employers: readonly SharedEmployer[]): readonly (readonly SharedEmployer[])[] {
  return [...groupBy(employers, ({ employerId }) => employerId).values()].map((group) =>
    group.filter(
      ({ employerKey }, index) => group.findIndex((each) => each.employerKey === employerKey) === index,
    ),
  );
}

/** Rows that identify an employer only by key belong to the employer with that key today. */
function nameOwners(path: string, employers: readonly SharedEmployer[]): void {
  withConnection(path, { timeoutMs: BUSY_MS }, (connection) =>
    connection.transaction(() => {
      for (const { employerKey, employerId } of [...employers].reverse())
        connection.insert('owner', { employerKey, employerId }, 'INSERT OR REPLACE');
    }),
  );
}

/** In the source, except the employers' keys. @param takesRest also rows of keys that no employer has any more */
function ownedBy({ owner }: SharedTable, takesRest: boolean): string {
  const inSource = owner.replaceAll(/\bFROM (?!owner\b)(\w)/g, 'FROM source.$1');
  return takesRest ? `coalesce(${inSource}, ?1) IN (?1, '')` : `${inSource} IN (?1, '')`;
}

/** Copies missing rows. @returns their number */
function copyRows(
  { from, into }: { readonly from: string; readonly into: string },
  condition: (table: SharedTable) => string,
  employerId: string | undefined,
): number {
  return withConnection(into, { timeoutMs: BUSY_MS }, (connection) => {
    refuseMovedTarget(connection);
    connection.attach(from, 'source');
    return connection.transaction(() => {
      let count = 0;
      for (const table of sharedTables()) count += copyTable(connection, table, condition(table), employerId);
      return count;
    });
  });
}

/** Data that was moved out of it since would be missing. @throws PaytallyError USAGE */
function refuseMovedTarget(connection: Connection): void {
  if (connection.value(`SELECT count(*) FROM notice WHERE cause LIKE '${MOVED}%'`) === 0) return;
  throw new PaytallyError('USAGE', message('server.moveTargetMoved'), { record: connection.path });
}

function copyTable(
  connection: Connection,
  { name, columns, key }: SharedTable,
  condition: string,
  employerId: string | undefined,
): number {
  if (name === 'placement') return 0;
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const isSame = key.map((column) => `base.${quoted(column)} = work.${quoted(column)}`).join(' AND ');
  // The notice of a move is not copied to the new store.
  const isKept = name === 'notice' ? `AND cause NOT LIKE '${MOVED}%'` : '';
  connection.run(
    `INSERT INTO main.${quoted(name)} (${names}) SELECT ${names} FROM source.${quoted(name)} AS work
     WHERE ${condition} ${isKept} AND NOT EXISTS (SELECT 1 FROM main.${quoted(name)} AS base WHERE ${isSame})
     ORDER BY work.rowid`,
    ...(condition.includes('?1') && employerId !== undefined ? [employerId] : []),
  );
  return Number(connection.value('SELECT changes()'));
}
