import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Connection } from './connection.js';
import { purgeDraftInputs } from './draftInputs.js';
import { purgePeople } from './ledgerPeople.js';
import { linesOf, NdjsonPacker } from './ndjsonBlob.js';

/** A run, and who is taken out of it; null for everybody. */
export interface PurgedRun {
  readonly runId: string;
  readonly people: readonly string[] | null;
}

const runRow = z.object({ readId: z.string().nullable(), manifest: z.string() });
const partRow = z.object({
  person: z.string(),
  part: z.number(),
  records: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  gzip: z.instanceof(Uint8Array),
});
const factsRow = z.object({ facts: z.instanceof(Uint8Array).nullable() });

/** Takes persons out of a run: ledger, stored read, findings, and what was to be sent. Inside a transaction. */
export function purgeRun(connection: Connection, { runId, people }: PurgedRun): void {
  purgePeople(connection, runId, people);
  purgeDraftInputs(connection, runId, people);
  emptyOutbox(connection, runId, people === null);
  const [run] = connection.rows(runRow, 'SELECT readId, manifest FROM run WHERE runId = ?', runId);
  if (run === undefined) return;
  connection.run('UPDATE run SET manifest = ? WHERE runId = ?', withoutFindings(run.manifest, people), runId);
  if (run.readId === null) return;
  if (people !== null) {
    purgeRead(connection, run.readId, people);
    return;
  }
  connection.run('UPDATE run SET readId = NULL WHERE runId = ?', runId);
  connection.run(
    'DELETE FROM read WHERE readId = ? AND readId NOT IN (SELECT readId FROM run WHERE readId IS NOT NULL)',
    run.readId,
  );
}

/**
 * What was not sent never will be. Of what was, only that it was stays, so that nothing is paid twice; an address can be
 * a person's own.
 */
function emptyOutbox(connection: Connection, runId: string, isEverybody: boolean): void {
  connection.run(`DELETE FROM delivery WHERE runId = ? AND state IN ('pending', 'failed')`, runId);
  connection.run(
    'DELETE FROM deliveryFile WHERE deliveryId IN (SELECT id FROM delivery WHERE runId = ?)',
    runId,
  );
  const address = isEverybody ? `, recipient = 'purged'` : '';
  connection.run(
    `UPDATE delivery SET details = '{}', problem = NULL, nextTryAt = NULL${address} WHERE runId = ?`,
    runId,
  );
}

/** Lets go of the names under which people were seen. */
export function forgetPeople(connection: Connection, employerId: string, people: readonly string[]): void {
  const sql = 'DELETE FROM seenEmployee WHERE employerId = ? AND id = ?';
  for (const person of people) connection.run(sql, employerId, person);
}

function withoutFindings(manifest: string, people: readonly string[] | null): string {
  const facts: Record<string, unknown> = JSON.parse(manifest);
  const { findings } = facts;
  const kept = Array.isArray(findings)
    ? findings.filter(({ employeeId }) => people !== null && !people.includes(employeeId))
    : [];
  return JSON.stringify({ ...facts, findings: kept, purged: true });
}

/** Records of others can name a person too: a shift that was given away, an entry on somebody else's shift. */
function purgeRead(connection: Connection, readId: string, people: readonly string[]): void {
  const names = people.map((person) => JSON.stringify(person));
  const isAbout = (text: string): boolean => names.some((name) => text.includes(name));
  for (const person of people)
    connection.run('DELETE FROM readPart WHERE readId = ? AND person = ?', readId, person);
  const sql = 'SELECT person, part, records, bytes, sha256, gzip FROM readPart WHERE readId = ?';
  for (const blob of connection.rows(partRow, sql, readId)) {
    const lines = linesOf(blob, connection.path, `part ${blob.part} of read ${readId}`);
    if (!lines.some(isAbout)) continue;
    const packer = new NdjsonPacker();
    for (const line of lines) if (!isAbout(line)) packer.add(line);
    const { records, bytes, sha256, gzip } = packer.finish();
    connection.run(
      'UPDATE readPart SET records = ?, bytes = ?, sha256 = ?, gzip = ? WHERE readId = ? AND person = ? AND part = ?',
      records,
      bytes,
      sha256,
      gzip,
      readId,
      blob.person,
      blob.part,
    );
  }
  const [row] = connection.rows(factsRow, 'SELECT facts FROM read WHERE readId = ?', readId);
  if (row?.facts === null || row === undefined) return;
  const facts: unknown = JSON.parse(gunzipSync(row.facts).toString('utf8'));
  const purged = gzipSync(JSON.stringify(withoutItems(facts, isAbout)));
  connection.run('UPDATE read SET facts = ? WHERE readId = ?', purged, readId);
}

/** Takes the items of all lists that are about somebody out of what is known of a read. */
function withoutItems(value: unknown, isAbout: (text: string) => boolean): unknown {
  if (Array.isArray(value))
    return value
      .filter((item) => !isAbout(JSON.stringify(item)) || isList(item))
      .map((item) => withoutItems(item, isAbout));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutItems(item, isAbout)]));
}

function isList(item: unknown): boolean {
  return typeof item === 'object' && item !== null && Object.values(item).some((part) => Array.isArray(part));
}
