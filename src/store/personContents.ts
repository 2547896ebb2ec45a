import { createHash, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { message } from '../i18n/message.js';
import { canonicalJson, type JsonObject } from './canonicalJson.js';
import { type Connection, columns } from './connection.js';
import { damagedStore } from './storeFailure.js';

/**
 * The content of one person in a run: lines, mapping, digests of the stored records. A purge of the person deletes
 * it.
 */
export interface PersonContent {
  readonly person: string;
  readonly content: JsonObject;
}

/** The content of a person in a run; its content is undefined after a purge. */
export interface StoredPerson {
  readonly person: string;
  readonly digest: string;
  readonly content: JsonObject | undefined;
  /** Whether content and salt give the digest; true for a purged person. */
  readonly isSound: boolean;
}

const personRow = z.object({
  person: z.string(),
  digest: z.string(),
  salt: z.string().nullable(),
  gzip: columns.bytes.nullable(),
});

const nameRow = z.object({ person: z.string() });

const jsonObject = z.record(z.string(), z.unknown());

/** @returns the salted digests, sorted. A plain digest of a name and some minutes could be guessed. */
export function insertPeople(
  connection: Connection,
  runId: string,
  contents: readonly PersonContent[],
): readonly string[] {
  const digests = contents.map(({ person, content }) => {
    const salt = randomBytes(16).toString('hex');
    const text = canonicalJson(content);
    const digest = saltedDigest(salt, text);
    connection.insert('ledgerPerson', { runId, person, digest, salt, gzip: gzipSync(text) });
    return digest;
  });
  return digests.sort();
}

function people(
  connection: Connection,
  where: string,
  ...values: readonly string[]
): readonly StoredPerson[] {
  const sql = `SELECT person, digest, salt, gzip FROM ledgerPerson WHERE ${where}`;
  return connection.rows(personRow, sql, ...values).map(storedPerson);
}

/** The content of all employees in a run, by person. */
export function selectPeople(connection: Connection, runId: string): readonly StoredPerson[] {
  return people(connection, 'runId = ? ORDER BY person', runId);
}

/** The content of all employees in a run, one by one. */
export function* iteratePeople(connection: Connection, runId: string): Iterable<StoredPerson> {
  const names = 'SELECT person FROM ledgerPerson WHERE runId = ? ORDER BY person';
  for (const { person } of connection.rows(nameRow, names, runId))
    yield* people(connection, 'runId = ? AND person = ?', runId, person);
}

/** One person's content of a run; undefined if the run has none. */
export function selectPerson(
  connection: Connection,
  runId: string,
  person: string,
): StoredPerson | undefined {
  return people(connection, 'runId = ? AND person = ?', runId, person)[0];
}

/** Deletes the content of persons in a run; their digests are kept. */
export function purgePeople(connection: Connection, runId: string, people: readonly string[] | null): void {
  const sql = 'UPDATE ledgerPerson SET salt = NULL, gzip = NULL WHERE runId = ? AND salt IS NOT NULL';
  if (people === null) connection.run(sql, runId);
  else for (const person of people) connection.run(`${sql} AND person = ?`, runId, person);
}

function storedPerson({ person, digest, salt, gzip }: z.infer<typeof personRow>): StoredPerson {
  if (salt === null || gzip === null) return { person, digest, content: undefined, isSound: true };
  try {
    const text = gunzipSync(gzip).toString('utf8');
    const content = jsonObject.parse(JSON.parse(text));
    return { person, digest, content, isSound: saltedDigest(salt, text) === digest };
  } catch {
    return { person, digest, content: {}, isSound: false };
  }
}

function saltedDigest(salt: string, text: string): string {
  return createHash('sha256').update(`${salt}\n${text}`).digest('hex');
}

/**
 * The inputs of drafts besides their reads, by person: finals keep them in the ledger. Deleted with the draft's read.
 */
export const DRAFT_INPUT_TABLE = `
   CREATE TABLE draftInput (
     runId TEXT NOT NULL REFERENCES run (runId) ON DELETE CASCADE,
     part  INTEGER NOT NULL,
     gzip  BLOB NOT NULL,
     PRIMARY KEY (runId, part)
   ) STRICT;`;

/** The number of people per blob: a blob for each would take longer than the draft itself. */
const PEOPLE_PER_PART = 500;

const partRow = z.object({ part: z.number(), gzip: columns.bytes });
const packedPeople = z.array(z.object({ person: z.string(), content: jsonObject }));

export function insertDraftInputs(
  connection: Connection,
  runId: string,
  people: readonly PersonContent[],
): void {
  for (let part = 0; part * PEOPLE_PER_PART < people.length; part += 1) {
    const some = people.slice(part * PEOPLE_PER_PART, (part + 1) * PEOPLE_PER_PART);
    connection.insert('draftInput', { runId, part, gzip: packedContents(some) });
  }
}

/** Empty for drafts whose read was deleted. */
export function selectDraftInputs(connection: Connection, runId: string): readonly PersonContent[] {
  return partsOfDraft(connection, runId).flatMap(({ part, gzip }) =>
    unpackedContents(connection.path, runId, part, gzip),
  );
}

/** Removes the inputs of people; null for all. */
export function purgeDraftInputs(
  connection: Connection,
  runId: string,
  people: readonly string[] | null,
): void {
  if (people === null) {
    connection.run('DELETE FROM draftInput WHERE runId = ?', runId);
    return;
  }
  for (const { part, gzip } of partsOfDraft(connection, runId)) {
    const all = unpackedContents(connection.path, runId, part, gzip);
    const kept = all.filter(({ person }) => !people.includes(person));
    if (kept.length === all.length) continue;
    const sql = 'UPDATE draftInput SET gzip = ? WHERE runId = ? AND part = ?';
    connection.run(sql, packedContents(kept), runId, part);
  }
}

function partsOfDraft(connection: Connection, runId: string): readonly z.infer<typeof partRow>[] {
  return connection.rows(partRow, 'SELECT part, gzip FROM draftInput WHERE runId = ? ORDER BY part', runId);
}

function packedContents(people: readonly PersonContent[]): Uint8Array {
  return gzipSync(JSON.stringify(people.map(({ person, content }): JsonObject => ({ person, content }))));
}

function unpackedContents(
  path: string,
  runId: string,
  part: number,
  gzip: Uint8Array,
): readonly PersonContent[] {
  try {
    return packedPeople.parse(JSON.parse(gunzipSync(gzip).toString('utf8')));
  } catch {
    throw damagedStore(path, message('store.part.draft', { runId, part }), 'packed');
  }
}
