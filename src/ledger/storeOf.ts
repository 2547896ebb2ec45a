import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.js';
import { type StorePlace, withStore } from '../read/staging/withStore.js';
import { STORE_NAME } from '../store/openStore.js';
import type { Store } from '../store/store.js';

/**
 * Opens a store for a command about earlier runs: for writing, so that what was interrupted is finished first, and for
 * reading where there is none, so that none is made.
 */
export async function withLedger<Result>(
  { clock }: Pick<Context, 'clock'>,
  { loaded, storeFolder }: Pick<StorePlace, 'loaded' | 'storeFolder'>,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const mode = existsSync(join(storeFolder, STORE_NAME)) ? 'write' : 'read';
  return withStore({ loaded, storeFolder, mode, nowMs: () => clock.nowMs() }, use);
}
