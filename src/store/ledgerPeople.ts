import { createHash, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { canonicalJson } from './canonicalJson.js';
import type { Connection } from './connection.js';
import type { JsonObject } from './jsonObject.js';
import type { PersonContent, StoredPerson } from './ledgerLink.js';

const personRow = z.object({
  person: z.string(),
  digest: z.string(),
  salt: z.string().nullable(),
  gzip: z.instanceof(Uint8Array).nullable(),
});

const nameRow = z.object({ person: z.string() });

const jsonObject = z.record(z.string(), z.unknown());

/** @returns the salted digests, sorted. A plain digest of a name and some minutes could be guessed. */
export function insertPeople(
  connection: Connection,
  runId: string,
  people: readonly PersonContent[],
): readonly string[] {
  const digests = people.map(({ person, content }) => {
    const salt = randomBytes(16).toString('hex');
    const text = canonicalJson(content);
    const digest = saltedDigest(salt, text);
    const sql = 'INSERT INTO ledgerPerson VALUES (?, ?, ?, ?, ?)';
    connection.run(sql, runId, person, digest, salt, gzipSync(text));
    return digest;
  });
  return digests.sort();
}

/** Everybody's content of a run, by person. */
export function selectPeople(connection: Connection, runId: string): readonly StoredPerson[] {
  const sql = 'SELECT person, digest, salt, gzip FROM ledgerPerson WHERE runId = ? ORDER BY person';
  return connection.rows(personRow, sql, runId).map(storedPerson);
}

/** Everybody's content of a run, one after the other. */
export function* eachPersonOf(connection: Connection, runId: string): Iterable<StoredPerson> {
  const names = connection.rows(
    nameRow,
    'SELECT person FROM ledgerPerson WHERE runId = ? ORDER BY person',
    runId,
  );
  const sql = 'SELECT person, digest, salt, gzip FROM ledgerPerson WHERE runId = ? AND person = ?';
  for (const { person } of names) yield* connection.rows(personRow, sql, runId, person).map(storedPerson);
}

/** One person's content of a run; undefined where the run knows nothing of them. */
export function selectPerson(
  connection: Connection,
  runId: string,
  person: string,
): StoredPerson | undefined {
  const sql = 'SELECT person, digest, salt, gzip FROM ledgerPerson WHERE runId = ? AND person = ?';
  const [row] = connection.rows(personRow, sql, runId, person);
  return row && storedPerson(row);
}

/** Lets go of what persons have in a run; their digests stay. */
export function purgePeople(connection: Connection, runId: string, people: readonly string[] | null): void {
  const sql = 'UPDATE ledgerPerson SET salt = NULL, gzip = NULL WHERE runId = ? AND salt IS NOT NULL';
  if (people === null) connection.run(sql, runId);
  else for (const person of people) connection.run(`${sql} AND person = ?`, runId, person);
}

function storedPerson({ person, digest, salt, gzip }: z.infer<typeof personRow>): StoredPerson {
  if (salt === null || gzip === null) return { person, digest, content: undefined, isSound: true };
  const text = unpacked(gzip);
  const content = parsed(text);
  const isSound = content !== undefined && saltedDigest(salt, text) === digest;
  return { person, digest, content: content ?? {}, isSound };
}

function saltedDigest(salt: string, text: string): string {
  return createHash('sha256').update(`${salt}\n${text}`).digest('hex');
}

/** Damaged content gives an empty text, whose digest fits nothing. */
function unpacked(gzip: Uint8Array): string {
  try {
    return gunzipSync(gzip).toString('utf8');
  } catch {
    return '';
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    return jsonObject.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
