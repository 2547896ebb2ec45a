import { join } from 'node:path';
import { openStore } from '../../store/openStore.js';
import type { Store } from '../../store/store.js';

export interface StorePlace {
  /** Absolute. */
  readonly folder: string;
  /** Only a run that writes its files writes the store. */
  readonly mode: 'read' | 'write';
  readonly nowMs: () => number;
}

export const STORE_NAME = 'store.sqlite';

/** Opens the store, hands it over and closes it again, whatever happens. */
export async function withStore<Result>(
  place: StorePlace,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openStore(join(place.folder, STORE_NAME), {
    mode: place.mode,
    now: () => new Date(place.nowMs()),
  });
  try {
    return await use(store);
  } finally {
    store.close();
  }
}
