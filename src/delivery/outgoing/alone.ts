import { setTimeout as delay } from 'node:timers/promises';
import { PaytallyError } from '../../errors.js';
import type { RunHost } from '../../run.js';
import { acquireLock, type LockName } from '../../store/workLock.js';

const LOOK_AGAIN_MS = 250;
const LONGEST_WAIT_MS = 120_000;

/** Within the process they wait for one another as long as it takes: employers are run several at a time. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Does a kind of work with a store while nobody else does it, in this process or another; waits at most two minutes
 * for another one.
 * @throws PaytallyError STORE_BUSY
 */
export async function alone<Result>(
  host: RunHost,
  storeFolder: string,
  work: LockName,
  use: () => Promise<Result>,
): Promise<Result> {
  const key = `${work} ${storeFolder}`;
  const turn = (queues.get(key) ?? Promise.resolve()).then(async () => {
    const lock = await locked(host, storeFolder, work);
    try {
      return await use();
    } finally {
      lock.release();
    }
  });
  queues.set(
    key,
    turn.catch(() => undefined),
  );
  return turn;
}

async function locked(
  { context, terminal }: RunHost,
  storeFolder: string,
  work: LockName,
): Promise<ReturnType<typeof acquireLock>> {
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    try {
      return acquireLock(storeFolder, work, 0);
    } catch (failure) {
      const isBusy = failure instanceof PaytallyError && failure.code === 'STORE_BUSY';
      if (!isBusy || waitedMs >= LONGEST_WAIT_MS) throw failure;
      if (waitedMs === 0) terminal.message('Another paytally is sending from this store; waiting for it.');
      await delay(LOOK_AGAIN_MS, undefined, { signal: context.signal });
    }
  }
}
