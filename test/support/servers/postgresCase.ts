import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { withSharedStore } from '../../../src/store/postgres/withSharedStore.js';
import type { Store } from '../../../src/store/store.js';
import type { StoreCase } from '../../store/contract/storeCase.js';
import { header } from '../employers/sampleRun.js';
import { type PostgresServer, startPostgres } from './postgresServer.js';

/** One server for the tests of a file. */
export function usePostgres(): () => PostgresServer {
  let postgres: PostgresServer | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());
  return () => {
    if (postgres === undefined) throw new Error('PostgreSQL has not been started');
    return postgres;
  };
}

/** The employers of the contract's tests. */
const EMPLOYERS = [
  { employerId: header().employerId, employerKey: 'bakery', client: undefined },
  ...['E', 'F', 'a', 'b', 'e1', 'e2', 'h', 'x', 'other'].map((employerId) => {
    return { employerId, employerKey: employerId, client: undefined };
  }),
];

/** A separate database. An open store is a working copy; closing it checks it in. */
export async function postgresCase(postgres: PostgresServer): Promise<StoreCase> {
  const url = postgres.database();
  const base = mkdtempSync(join(tmpdir(), 'paytally-copies-'));
  const ends = new Map<Store, () => Promise<void>>();
  return {
    open: (mode, now) =>
      new Promise<Store>((opened, failed) => {
        const place = {
          url,
          base,
          folder: join(base, '.paytally'),
          files: { path: join(base, 'files') },
          employers: EMPLOYERS,
          mode,
          now,
        };
        const work = withSharedStore(
          place,
          (store) =>
            new Promise<void>((end) => {
              ends.set(store, async () => {
                end();
                await work;
              });
              opened(store);
            }),
        );
        work.catch(failed);
      }),
    close: async (store) => {
      await ends.get(store)?.();
      ends.delete(store);
    },
    execute: async (sql) => void postgres.sql(`SET search_path = paytally; ${sql}`, url),
    setSchemaVersion: async (change) => {
      const current = Number(postgres.sql('SELECT store FROM paytally.version', url));
      postgres.sql(`UPDATE paytally.version SET store = ${change(current)}`, url);
    },
    fingerprint: async () =>
      postgres.sql(
        `SELECT md5(string_agg(query_to_xml(format('SELECT * FROM paytally.%I', tablename), true, true, '')::text, '' ORDER BY tablename))
         FROM pg_tables WHERE schemaname = 'paytally' AND tablename <> 'instance'`,
        url,
      ),
  };
}
