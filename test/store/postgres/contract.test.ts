// @module-tag slow
import { describe } from 'vitest';
import { openServerCoordination } from '../../../src/store/postgres/serverCoordination.js';
import { describeCoordination } from '../contract/coordinationContract.js';
import { describeStore } from '../contract/storeContract.js';
import { postgresCase, usePostgres } from './postgresCase.js';
import { type PostgresServer, withoutPostgres } from './postgresServer.js';

describe.skipIf(withoutPostgres)('with PostgreSQL', () => {
  const postgres: () => PostgresServer = usePostgres();

  describeStore('PostgreSQL', () => postgresCase(postgres()));

  describeCoordination('PostgreSQL', async () => {
    const url = postgres().database();
    let aheadMs = 0;
    return {
      open: async () => {
        const coordination = openServerCoordination(url);
        await coordination.nowMs();
        return coordination;
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
