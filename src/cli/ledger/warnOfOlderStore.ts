import { olderStoreOfRuns } from '../../pipeline/ledger/chainFile.js';
import { historyOf } from '../../pipeline/ledger/history.js';
import type { Store } from '../../store/store.js';
import type { Terminal } from '../../terminal.js';

/** Where a store was copied back from before, what it says of runs is not the newest: told, and no reason to stop. */
export function warnOfOlderStore(store: Store, terminal: Pick<Terminal, 'alert'>): void {
  const older = olderStoreOfRuns(store, historyOf(store));
  if (older !== undefined) terminal.alert(`Warning: ${older.message}\n  What to do: ${older.remedy}`);
}
