import { dirname, join, resolve } from 'node:path';
import type { LoadedConfig, WholeConfig } from '../../config/config.js';
import { Claims, type StoreFolder } from '../../store/claims.js';
import { openStore, STORE_NAME } from '../../store/openStore.js';
import type { Store } from '../../store/store.js';

export interface StorePlace {
  readonly loaded: Pick<LoadedConfig, 'folder'> & { readonly config: Pick<WholeConfig, 'store'> };
  /** Absolute. */
  readonly storeFolder: string;
  /** Only a run that writes its files writes the store. */
  readonly mode: 'read' | 'write';
  readonly nowMs: () => number;
}

/** Of the store, beside the configuration. */
const USUAL_FOLDER = '.paytally';

/** Where a command without a configuration records its unfinished work: in its working folder. */
export function claimsFolder(folder: string): string {
  return join(folder, USUAL_FOLDER);
}

/** Opens the store, hands it over and closes it again, whatever happens. */
export async function withStore<Result>(
  { loaded, storeFolder, mode, nowMs }: StorePlace,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const isConfigured = storeFolder === resolve(loaded.folder, loaded.config.store);
  const base = isConfigured ? loaded.folder : dirname(storeFolder);
  const home = mode === 'write' ? announced(claimsFolder(base), { folder: storeFolder, base }) : undefined;
  try {
    const store = openStore(join(storeFolder, STORE_NAME), { mode, now: () => new Date(nowMs()), base });
    try {
      return await use(store);
    } finally {
      store.close();
    }
  } finally {
    home?.close();
  }
}

/**
 * The next start looks beside the configuration: there it must be told of a store somewhere else. A folder that may not
 * be written is no error; then the next command that opens the store finishes what was left.
 */
export function announced(home: string, store: StoreFolder): Claims | undefined {
  if (home === store.folder) return undefined;
  const claims = new Claims(home);
  try {
    claims.trackStore(store);
    return claims;
  } catch {
    return undefined;
  }
}

/** Files that a command writes without a store: `use` gets the claims of a folder, which end with it. */
export async function withClaims<Result>(
  folder: string,
  use: (claims: Claims) => Promise<Result>,
): Promise<Result> {
  const claims = new Claims(claimsFolder(folder));
  try {
    return await use(claims);
  } finally {
    claims.close();
  }
}
