import { z } from 'zod';
import type { Connection } from './connection.js';
import { isAlive, removeWorkbench, workbenchOwners } from './workbench.js';

const readRow = z.object({ readId: z.string(), owner: z.string() });

/** Reads that no run refers to: torn ones, and complete ones whose run never came about. */
const UNUSED =
  'SELECT readId, owner FROM read WHERE readId NOT IN (SELECT readId FROM run WHERE readId IS NOT NULL)';

/**
 * Takes away what processes left that ended while they read: files beside the store, and reads that nobody will use.
 * Those of living processes stay.
 */
export function sweepReads(connection: Connection): void {
  // Most often there is nothing: then nobody's lock is waited for.
  if (unused(connection).length + workbenchOwners(connection.path).length === 0) return;
  const { path } = connection;
  connection.transaction(() => {
    for (const { readId, owner } of unused(connection)) {
      if (!isAlive(path, owner)) connection.run('DELETE FROM read WHERE readId = ?', readId);
    }
    for (const owner of workbenchOwners(path)) if (!isAlive(path, owner)) removeWorkbench(path, owner);
  });
}

/** Whether a process left a file beside the store, which may hold the records that it read; asked without a transaction. */
export function hasDeadWorkbench(path: string): boolean {
  return workbenchOwners(path).some((owner) => !isAlive(path, owner));
}

function unused(connection: Connection): readonly z.infer<typeof readRow>[] {
  return connection.rows(readRow, UNUSED);
}
