import { resolve } from 'node:path';
import type { LoadedConfig } from '../config/config.js';

/** Folder of the store, absolute. */
export function storeFolderOf({ config, folder }: LoadedConfig): string {
  return resolve(folder, config.store);
}
