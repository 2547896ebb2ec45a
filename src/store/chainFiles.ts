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
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Connection } from './connection.js';
import { replacementsLeftIn, sweepReplacements } from './sweepReplacements.js';

/** Files outside the store that hold the newest digest of an employer's chain. */
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

/** In the transaction that appends a link: a process that dies before it writes the file leaves it to the next. */
export function expectChainFile(connection: Connection, employerId: string, path: string): void {
  connection.run('INSERT OR REPLACE INTO chainFile VALUES (?, ?)', path, employerId);
}

/** Whether a process died, or a purge was made, before the newest digest was written, or while it was. */
export function hasStaleChainFiles(connection: Connection): boolean {
  const files = connection.rows(newestRow, NEWEST);
  return (
    files.some((file) => isStale(connection, file)) ||
    foldersOf(files).some((folder) => replacementsLeftIn(folder).length > 0)
  );
}

/**
 * Writes the newest digest where an older one of the same chain stands, or none. A digest that the store does not know
 * stays: then the store is the older one. What a dead process left half-written beside it goes. A folder that is gone, or may not be written any more, stops nothing.
 */
export function renewChainFiles(connection: Connection): void {
  if (!hasStaleChainFiles(connection)) return;
  // Under the lock: nobody appends a link meanwhile, whose digest this would overwrite.
  connection.transaction(() => {
    const files = connection.rows(newestRow, NEWEST);
    for (const file of files) if (isStale(connection, file)) renew(file);
    for (const folder of foldersOf(files)) sweepReplacements(folder);
  });
}

function foldersOf(files: readonly Newest[]): readonly string[] {
  return [...new Set(files.map(({ path }) => dirname(path)))];
}

function isStale(connection: Connection, { path, employerId, digest }: Newest): boolean {
  const written = contentOf(path);
  if (written === undefined) return existsSync(dirname(path)) && !existsSync(path);
  if (written === digest) return false;
  const known = 'SELECT runId FROM ledgerLink WHERE employerId = ? AND digest = ?';
  return connection.rows(z.object({ runId: z.string() }), known, employerId, written).length > 0;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function renew({ path, digest }: Newest): void {
  const temporary = `${path}.part`;
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      writeSync(file, `${digest}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch {
    removed(temporary);
  }
}

function removed(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder refuses everything; the file that stands there is still one of this chain.
  }
}
