import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { loadConfig } from '../../config/load.js';
import type { Context } from '../../context.js';
import type { ConfigOption } from '../commonOptions.js';

export interface LedgerPlace {
  readonly loaded: LoadedConfig;
  /** Absolute. */
  readonly storeFolder: string;
}

/** The configuration, and where its store is. */
export async function ledgerPlace({ config }: ConfigOption, { cwd, env }: Context): Promise<LedgerPlace> {
  const loaded = await loadConfig({ path: config, cwd, env });
  return { loaded, storeFolder: resolve(loaded.folder, loaded.config.store) };
}
