import { z } from 'zod';
import type { Connection } from './connection.js';
import { parsedObject } from './runs.js';
import type { JsonObject } from './store.js';

/** Where the undocumented fields of an employer were found last, and why these ones. */
export function storeFieldEvidence(
  connection: Connection,
  employerId: string,
  evidence: JsonObject,
  now: Date,
): void {
  const sql = 'INSERT OR REPLACE INTO fieldEvidence VALUES (?, ?, ?)';
  connection.transaction(() => connection.run(sql, employerId, now.getTime(), JSON.stringify(evidence)));
}

export function loadFieldEvidence(connection: Connection, employerId: string): JsonObject | undefined {
  const row = z.object({ evidence: z.string() });
  const [found] = connection.rows(row, 'SELECT evidence FROM fieldEvidence WHERE employerId = ?', employerId);
  return (
    found && parsedObject(connection.path, `the field evidence of employer ${employerId}`, found.evidence)
  );
}
