import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from './canonicalJson.js';
import { type Connection, columns } from './connection.js';

/** Seals of drafts, which are not in a chain. */
export const DRAFT_SEAL_TABLE = `
  CREATE TABLE draftSeal (
    runId TEXT PRIMARY KEY REFERENCES run (runId) ON DELETE CASCADE,
    seal  TEXT NOT NULL
  ) STRICT;`;

const text = z.string();
const runRow = z.looseObject({ runId: text, state: text, readId: text.nullable() });
const readRow = z.looseObject({ facts: columns.bytes.nullable() });
const partRow = z.object({
  person: text,
  part: z.number(),
  records: z.number(),
  bytes: z.number(),
  sha256: text,
});
const personRow = z.object({ person: text, digest: text, isPurged: z.number() });
const inputRow = z.object({ part: z.number(), gzip: columns.bytes });
const sealRow = z.object({ seal: text });

/**
 * A digest of a run's stored content outside its link: every column of the run, its manifest, its read with additional
 * facts and the digests of all parts, the people with content in it, and the inputs of a draft. The read's random ID
 * prevents guessing. Undefined if the run does not exist.
 */
export function computeSeal(connection: Connection, runId: string): string | undefined {
  const [run] = connection.rows(runRow, 'SELECT * FROM run WHERE runId = ?', runId);
  if (run === undefined) return undefined;
  const digest = createHash('sha256').update(canonicalJson(run));
  if (run.readId !== null) addRead(connection, run.readId, (line) => digest.update(`\n${line}`));
  const people =
    'SELECT person, digest, salt IS NULL AS isPurged FROM ledgerPerson WHERE runId = ? ORDER BY person';
  for (const person of connection.rows(personRow, people, runId)) digest.update(`\n${canonicalJson(person)}`);
  const inputs = 'SELECT part, gzip FROM draftInput WHERE runId = ? ORDER BY part';
  for (const { part, gzip } of connection.rows(inputRow, inputs, runId))
    digest.update(`\n${part} ${digestOfBytes(gzip)}`);
  return digest.digest('hex');
}

function addRead(connection: Connection, readId: string, add: (line: string) => void): void {
  const [read] = connection.rows(readRow, 'SELECT * FROM read WHERE readId = ?', readId);
  const facts = read?.facts;
  add(canonicalJson({ ...read, facts: facts && digestOfBytes(facts) }));
  const sql =
    'SELECT person, part, records, bytes, sha256 FROM readPart WHERE readId = ? ORDER BY person, part';
  for (const part of connection.rows(partRow, sql, readId)) add(canonicalJson(part));
}

function digestOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** In the transaction that records a draft, or changes its stored content. */
export function sealDraft(connection: Connection, runId: string): void {
  const seal = computeSeal(connection, runId);
  if (seal !== undefined) connection.run('INSERT OR REPLACE INTO draftSeal VALUES (?, ?)', runId, seal);
}

/** The seal of a draft. */
export function findDraftSeal(connection: Connection, runId: string): string | undefined {
  return connection.rows(sealRow, 'SELECT seal FROM draftSeal WHERE runId = ?', runId)[0]?.seal;
}

/** The seal of a run in the newest link; undefined if there is none. */
export function findLinkedSeal(
  links: readonly { readonly seals: Readonly<Record<string, string>> }[],
  runId: string,
): string | undefined {
  return links.findLast(({ seals }) => Object.hasOwn(seals, runId))?.seals[runId];
}
