import type { Context } from '../../context.js';
import { findOlderStoreOfRuns } from '../../ledger/chainFile.js';
import { readHistory, withLedger } from '../../ledger/history.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { Store } from '../../store/store.js';
import type { LedgerPlace } from './ledgerOptions.js';

/**
 * Opens the store for a command about earlier runs. Where it was copied back from before, what it says of runs is not
 * the newest: told, and no reason to stop.
 */
export function withToldLedger<Result>(
  context: Pick<Context, 'clock'>,
  place: LedgerPlace,
  terminal: Pick<Terminal, 'alert'>,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  return withLedger(context, place, (store) => {
    const older = findOlderStoreOfRuns(
      store,
      place,
      readHistory(store),
      Object.keys(place.loaded.config.employers),
    );
    if (older !== undefined) terminal.alert(`Warning: ${older.message}\n  What to do: ${older.remedy}`);
    return use(store);
  });
}
