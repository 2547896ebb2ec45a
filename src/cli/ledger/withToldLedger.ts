import type { Context } from '../../context.js';
import { olderStoreOfRuns } from '../../pipeline/ledger/chainFile.js';
import { historyOf } from '../../pipeline/ledger/history.js';
import { withLedger } from '../../pipeline/ledger/storeOf.js';
import type { StorePlace } from '../../pipeline/read/withStore.js';
import type { Store } from '../../store/store.js';
import type { Terminal } from '../../terminal.js';

/**
 * Opens the store for a command about earlier runs. Where it was copied back from before, what it says of runs is not
 * the newest: told, and no reason to stop.
 */
export function withToldLedger<Result>(
  context: Pick<Context, 'clock'>,
  place: Pick<StorePlace, 'loaded' | 'storeFolder'>,
  terminal: Pick<Terminal, 'alert'>,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  return withLedger(context, place, (store) => {
    const older = olderStoreOfRuns(store, historyOf(store));
    if (older !== undefined) terminal.alert(`Warning: ${older.message}\n  What to do: ${older.remedy}`);
    return use(store);
  });
}
