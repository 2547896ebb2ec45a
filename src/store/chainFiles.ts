import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Claims, temporaryName } from './claims.js';
import type { Connection } from './connection.js';
import type { KeptPaths } from './keptPaths.js';
import { succeeds } from './storeFailure.js';

/** Files outside the store with the newest digest of an employer's chain. */
export const CHAIN_FILE_TABLE = `
  CREATE TABLE chainFile (
    path       TEXT PRIMARY KEY,
    employerId TEXT NOT NULL
  ) STRICT;`;

const newestRow = z.object({ path: z.string(), employerId: z.string(), digest: z.string() });
type Newest = z.infer<typeof newestRow>;

const NEWEST = `SELECT path, chainFile.employerId AS employerId, digest FROM chainFile JOIN ledgerLink
  ON ledgerLink.employerId = chainFile.employerId
  WHERE position = (SELECT max(position) FROM ledgerLink WHERE employerId = chainFile.employerId)`;
const DIGEST = /^[0-9a-f]{64}$/;

/**
 * In the transaction that appends a link: if a process dies before it writes the file, the next one writes it.
 * @param path as stored
 */
export function recordChainFile(connection: Connection, employerId: string, path: string): void {
  connection.run('INSERT OR REPLACE INTO chainFile VALUES (?, ?)', path, employerId);
}

const listedRow = z.object({ path: z.string(), employerId: z.string() });
export type ListedChainFile = z.infer<typeof listedRow>;

/** Lists the files with their stored paths. */
export function listChainFiles(connection: Connection): readonly ListedChainFile[] {
  return connection.rows(listedRow, 'SELECT path, employerId FROM chainFile');
}

/** Whether a process died, or a purge was made, before the newest digest was written. */
export function hasStaleChainFiles(connection: Connection, paths: KeptPaths): boolean {
  return connection.rows(newestRow, NEWEST).some((file) => isStale(connection, placedIn(file, paths)));
}

/**
 * Writes the newest digest if the file has an older one of the same chain, or is missing. Keeps a digest that the store
 * does not know: then the store is the older one. A missing or read-only folder does not stop a command.
 */
export function updateChainFiles(connection: Connection, paths: KeptPaths): void {
  if (!hasStaleChainFiles(connection, paths)) return;
  const claims = new Claims(dirname(connection.path));
  try {
    // The lock keeps other processes from adding a link whose digest this one would overwrite.
    connection.transaction(() => {
      const files = connection.rows(newestRow, NEWEST).map((file) => placedIn(file, paths));
      for (const file of files) if (isStale(connection, file)) writeDigest(file, claims);
    });
  } finally {
    claims.close();
  }
}

function placedIn(file: Newest, { placed }: KeptPaths): Newest {
  return { ...file, path: placed(file.path) };
}

function isStale(connection: Connection, { path, employerId, digest }: Newest): boolean {
  const written = contentOf(path);
  if (written === undefined) return existsSync(dirname(path)) && !existsSync(path);
  if (written === digest || !DIGEST.test(written)) return false;
  // Its own digest, or one that a link records as lost.
  const known = 'SELECT runId FROM ledgerLink WHERE employerId = ? AND (digest = ? OR instr(body, ?) > 0)';
  const rows = connection.rows(z.object({ runId: z.string() }), known, employerId, written, written);
  return rows.length > 0;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function writeDigest({ path, digest }: Newest, claims: Claims): void {
  const temporary = join(dirname(path), temporaryName(basename(path)));
  try {
    claims.track([temporary]);
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(file, `${digest}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    claims.untrack([temporary]);
  } catch {
    // In a read-only folder, the file still belongs to this chain.
    succeeds(() => rmSync(temporary, { force: true }));
  }
}
