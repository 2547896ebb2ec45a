import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Connection } from './connection.js';
import type { JsonObject } from './jsonObject.js';
import type { PersonContent } from './ledgerLink.js';
import { damagedStore } from './storeFailure.js';

/**
 * What drafts were made with, beside their reads, person by person: finals keep the same in the ledger. It goes with the
 * draft's read.
 */
export const DRAFT_INPUT_TABLE = `
   CREATE TABLE draftInput (
     runId TEXT NOT NULL REFERENCES run (runId) ON DELETE CASCADE,
     part  INTEGER NOT NULL,
     gzip  BLOB NOT NULL,
     PRIMARY KEY (runId, part)
   ) STRICT;`;

/** As many people are packed together: a blob each would take longer than the draft itself. */
const PEOPLE_PER_PART = 500;

const partRow = z.object({ part: z.number(), gzip: z.instanceof(Uint8Array) });
const contents = z.array(z.object({ person: z.string(), content: z.record(z.string(), z.unknown()) }));

export function insertDraftInputs(
  connection: Connection,
  runId: string,
  people: readonly PersonContent[],
): void {
  for (let part = 0; part * PEOPLE_PER_PART < people.length; part += 1) {
    const some = people.slice(part * PEOPLE_PER_PART, (part + 1) * PEOPLE_PER_PART);
    connection.run('INSERT INTO draftInput VALUES (?, ?, ?)', runId, part, packed(some));
  }
}

/** Empty for drafts whose read is gone. */
export function selectDraftInputs(connection: Connection, runId: string): readonly PersonContent[] {
  return rowsOf(connection, runId).flatMap(({ part, gzip }) => unpacked(connection.path, runId, part, gzip));
}

/** Takes persons out; null for everybody. */
export function purgeDraftInputs(
  connection: Connection,
  runId: string,
  people: readonly string[] | null,
): void {
  if (people === null) {
    connection.run('DELETE FROM draftInput WHERE runId = ?', runId);
    return;
  }
  for (const { part, gzip } of rowsOf(connection, runId)) {
    const all = unpacked(connection.path, runId, part, gzip);
    const kept = all.filter(({ person }) => !people.includes(person));
    if (kept.length === all.length) continue;
    const sql = 'UPDATE draftInput SET gzip = ? WHERE runId = ? AND part = ?';
    connection.run(sql, packed(kept), runId, part);
  }
}

function rowsOf(connection: Connection, runId: string): readonly z.infer<typeof partRow>[] {
  return connection.rows(partRow, 'SELECT part, gzip FROM draftInput WHERE runId = ? ORDER BY part', runId);
}

function packed(people: readonly PersonContent[]): Uint8Array {
  return gzipSync(JSON.stringify(people.map(({ person, content }): JsonObject => ({ person, content }))));
}

function unpacked(path: string, runId: string, part: number, gzip: Uint8Array): readonly PersonContent[] {
  try {
    return contents.parse(JSON.parse(gunzipSync(gzip).toString('utf8')));
  } catch {
    throw damagedStore(path, `what draft ${runId} was made with, part ${part}, cannot be read`);
  }
}
