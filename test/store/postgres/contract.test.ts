// @module-tag slow
import { describe } from 'vitest';
import { ServerSlots } from '../../../src/store/postgres/serverSlots.js';
import { useServer } from '../../../src/store/postgres/serverUse.js';
import { postgresCase, usePostgres } from '../../support/servers/postgresCase.js';
import { type PostgresServer, withoutPostgres } from '../../support/servers/postgresServer.js';
import { describeSlots } from '../contract/slotContract.js';
import { describeStore } from '../contract/storeContract.js';

describe.skipIf(withoutPostgres)('with PostgreSQL', () => {
  const postgres: () => PostgresServer = usePostgres();

  describeStore('PostgreSQL', () => postgresCase(postgres()));

  describeSlots('PostgreSQL', async () => {
    const url = postgres().database();
    let aheadMs = 0;
    return {
      open: async () => {
        await useServer(url, async () => undefined);
        return new ServerSlots(url);
      },
      advance: async (ms) => {
        aheadMs += ms;
        postgres().sql(
          `CREATE OR REPLACE FUNCTION paytally.clock() RETURNS timestamptz LANGUAGE sql VOLATILE
           AS $$ SELECT clock_timestamp() + ${aheadMs} * interval '1 ms' $$`,
          url,
        );
      },
    };
  });
});
