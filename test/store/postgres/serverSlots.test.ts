// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ServerSlots } from '../../../src/store/postgres/serverSlots.js';
import { useServer } from '../../../src/store/postgres/serverUse.js';
import { DIST } from '../../support/programs/builtProgram.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';
import { startCommitProxy } from './statementProxy.js';

const WINDOW_MS = 60_000;
const LIMIT = 500;
const IS_LONG = process.env.PAYTALLY_LONG === '1';
/**
 * All clocks run this much faster; a heartbeat comes every five real seconds, and must not be later than 20 of theirs.
 */
const SPEED = IS_LONG ? 1 : 2.5;
const SECONDS = IS_LONG ? 420 : 135;
const KILL_AFTER_SECONDS = 35;
/**
 * The requests of the killed process are missing from one window: that is a larger share of two windows than of six.
 */
const SHARE = IS_LONG ? 0.95 : 0.94;

describe.skipIf(withoutPostgres)('the limits of an address that four processes share', () => {
  const postgres = usePostgres();
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  test(
    'are 95% used and never exceeded, although one process is killed',
    async () => {
      const times: number[] = [];
      let refused = 0;
      const service = createServer((_, response) => {
        const now = performance.now() * SPEED;
        const first = times.findIndex((time) => time > now - WINDOW_MS);
        const within = first < 0 ? 0 : times.length - first;
        if (within >= LIMIT) refused += 1;
        else times.push(now);
        setTimeout(() => response.writeHead(within >= LIMIT ? 429 : 200).end(), 40 / SPEED);
      });
      await new Promise<void>((resolve) => {
        service.listen(0, '127.0.0.1', resolve);
      });
      const address = service.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      const url = postgres().database();
      await useServer(url, async () => undefined);
      postgres().sql(
        `CREATE OR REPLACE FUNCTION paytally.clock() RETURNS timestamptz LANGUAGE sql VOLATILE
         AS $$ SELECT now + (now - '2026-01-01') * ${SPEED - 1} FROM clock_timestamp() AS now $$`,
        url,
      );
      for (let index = 0; index < 4; index += 1) {
        const args = [
          join(import.meta.dirname, 'requester.mjs'),
          DIST,
          url,
          `http://127.0.0.1:${address.port}/`,
          String(SPEED),
        ];
        children.push(spawn(process.execPath, args, { stdio: 'inherit' }));
      }
      setTimeout(() => children[0]?.kill('SIGKILL'), (KILL_AFTER_SECONDS / SPEED) * 1000);
      await new Promise((resolve) => setTimeout(resolve, (SECONDS / SPEED) * 1000));
      for (const child of children) child.kill('SIGKILL');
      await new Promise((resolve) => service.close(resolve));
      const [first = 0] = times;
      const last = times.at(-1) ?? 0;
      // Whole windows, starting with the second: the first begins with all slots free.
      const windows = Math.floor((last - first) / 61_000);
      const perMinute = times.filter((time) => time < first + windows * 61_000).length / windows;
      const most = Math.max(
        ...times.map((time, index) => index + 1 - times.findIndex((other) => other > time - WINDOW_MS)),
      );
      console.info(
        `${times.length} requests, ${perMinute.toFixed(1)} a window of 61 s, at most ${most} in 60 s, ${refused} refused`,
      );
      expect(refused).toBe(0);
      expect(most).toBeLessThanOrEqual(LIMIT);
      expect((perMinute * 60) / 61).toBeGreaterThanOrEqual(SHARE * LIMIT);
    },
    (SECONDS + 60) * 1000,
  );
});

describe.skipIf(withoutPostgres)('places of a limit', () => {
  const postgres = usePostgres();

  test('are granted in the requested number, although the database plans for other employers', async () => {
    const url = postgres().database();
    await useServer(url, async () => undefined);
    postgres().sql(
      `INSERT INTO paytally.slot (bucket, place)
         SELECT 'other' || bucket, place FROM generate_series(1, 5) AS bucket, generate_series(1, ${LIMIT}) AS place;
       ANALYZE paytally.slot`,
      url,
    );
    const slots = new ServerSlots(url);
    const wanted = [
      { bucket: '["employer","a"]', limit: LIMIT, count: 25 },
      { bucket: '["token","a"]', limit: 30, count: 1 },
    ];
    const grants = await slots.exchange({ answered: [], unused: [], wanted });
    await slots.close();
    expect(
      typeof grants === 'string' ? grants : grants.map((each) => 'slots' in each && each.slots.length),
    ).toEqual([25, 1]);
  });

  test('are not lost with the answer to a COMMIT', async () => {
    const url = postgres().database();
    await useServer(url, async () => undefined);
    // The first grant passes, the answer to the second is lost.
    const proxy = await startCommitProxy(url, (commit) => (commit === 2 ? 'answer-lost' : 'passes'));
    const slots = new ServerSlots(proxy.url);
    const bucket = '["address","here"]';
    const ask = (count: number) =>
      slots.exchange({ answered: [], unused: [], wanted: [{ bucket, limit: LIMIT, count }] });
    const taken = (grants: Awaited<ReturnType<typeof ask>>) =>
      typeof grants === 'string'
        ? grants
        : grants.flatMap((each) => ('slots' in each ? each.slots : [])).length;
    try {
      expect(taken(await ask(10))).toBe(10);
      expect(await ask(LIMIT)).toBe('busy');
      expect(taken(await ask(LIMIT))).toBe(LIMIT - 10);
    } finally {
      await slots.close();
      proxy.stop();
    }
  });
});
