import { join } from 'node:path';

/** The store's folder, next to the configuration. */
const USUAL_FOLDER = '.paytally';

/**
 * The folder in which processes record their unfinished work: that of the usual store. A command without a
 * configuration records it in its working folder.
 */
export function claimsFolder(folder: string): string {
  return join(folder, USUAL_FOLDER);
}
