import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { Coordination, LockName } from '../coordination.js';
import { IS_ALIVE, IS_FRESH, ProcessEntry } from './leases.js';
import { ServerSlots } from './serverSlots.js';
import { acquireServer, type ServerUse } from './serverUse.js';

/**
 * For the processes of all computers that share a database: locks, heartbeats, the server's clock, and the places of
 * the rate limits. Connects at the first use.
 * @param address the internet address of outgoing requests, by the workers' name for it
 */
export function openServerCoordination(url: string, address = 'default'): Coordination {
  let opened: Promise<Connected> | undefined;
  const ask = async <Result>(work: (connected: Connected) => Promise<Result>): Promise<Result> => {
    opened ??= connect(url, address);
    return work(await opened);
  };
  const requests = new ServerSlots(ask, address);
  const locks = new Set<LockName>();
  return {
    lock: (work) =>
      ask(async (connected) => {
        await takeLock(connected, work);
        locks.add(work);
        return {
          release: async () => {
            locks.delete(work);
            await freeLock(connected, work);
          },
        };
      }),
    owner: () => ask(async ({ entry }) => entry.id),
    isAlive: (owner) =>
      ask(async ({ server }) => {
        const [row] = await server.query<{ alive: boolean }>(
          `SELECT ${IS_ALIVE} AS alive FROM (SELECT $1::text AS holder) AS asked`,
          [owner],
        );
        return row?.alive === true;
      }),
    nowMs: () =>
      ask(async ({ server }) => {
        const [row] = await server.query<{ ms: number }>(
          'SELECT extract(epoch FROM clock())::double precision * 1000 AS ms',
        );
        return row?.ms ?? 0;
      }),
    requests,
    close: async () => {
      if (opened === undefined) return;
      const connected = await opened;
      for (const work of locks) await freeLock(connected, work);
      await requests.close();
      await connected.entry.end();
      await connected.release();
      opened = undefined;
    },
  };
}

export interface Connected extends ServerUse {
  readonly release: () => Promise<void>;
}

async function connect(url: string, address: string): Promise<Connected> {
  const { use, release } = await acquireServer(url);
  const entry = new ProcessEntry(use.server, address);
  await entry.start();
  return { server: use.server, entry, release };
}

async function takeLock({ server, entry }: Connected, work: LockName): Promise<void> {
  const rows = await server.query(
    `INSERT INTO "workLock" AS held VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET holder = $2
     WHERE NOT EXISTS (SELECT 1 FROM instance WHERE instance.id = held.holder AND ${IS_FRESH}) RETURNING name`,
    [work, entry.id],
  );
  if (rows.length === 0)
    throw new PaytallyError('STORE_BUSY', message('server.lockHeld'), { record: server.name });
}

async function freeLock({ server, entry }: Connected, work: LockName): Promise<void> {
  await server.query('DELETE FROM "workLock" WHERE name = $1 AND holder = $2', [work, entry.id]);
}
