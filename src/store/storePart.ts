import type { Connection } from './connection.js';
import type { KeptPaths } from './keptPaths.js';

/** The tools of a store's parts, such as its outbox. */
export interface StorePart {
  readonly connection: Connection;
  /** The same connection. @throws Error if the store was opened for reading */
  readonly writable: () => Connection;
  readonly now: () => Date;
  readonly paths: KeptPaths;
}
