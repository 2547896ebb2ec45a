import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { isUuid } from '../domain/records/uuid.js';
import { message } from '../i18n/message.js';
import { type Connection, columns } from './connection.js';
import { NdjsonPacker, parseRecordLine, unpackLines } from './recordParts.js';

const readPartRow = z.object({
  person: z.string(),
  part: z.number(),
  records: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  gzip: columns.bytes,
});
const readFactsRow = z.object({ facts: columns.bytes.nullable() });

/** Deletes the records of people from a read, and what names them in its facts. Inside a transaction. */
export function purgeRead(connection: Connection, readId: string, people: readonly string[]): void {
  for (const person of people)
    connection.run('DELETE FROM readPart WHERE readId = ? AND person = ?', readId, person);
  purgeRecordsOfOthers(connection, readId, people);
  const [row] = connection.rows(readFactsRow, 'SELECT facts FROM read WHERE readId = ?', readId);
  if (row?.facts === null || row === undefined) return;
  const facts: unknown = JSON.parse(gunzipSync(row.facts).toString('utf8'));
  const purged = gzipSync(JSON.stringify(withoutItems(facts, people, '')));
  connection.run('UPDATE read SET facts = ? WHERE readId = ?', purged, readId);
}

/**
 * Records of others can name a person too: a shift of the person on which another worked is deleted. A record that
 * belongs to another, such as an entry that the person approved, stays without the ID.
 */
function purgeRecordsOfOthers(connection: Connection, readId: string, people: readonly string[]): void {
  const part = message('store.part.read', { readId });
  const texts = people.map((person) => JSON.stringify(person));
  const left = (line: string, owner: string): string | undefined => {
    // Most lines need not be parsed.
    if (!texts.some((text) => line.includes(text))) return line;
    const { list, json, relation } = parseRecordLine(line, connection.path, part);
    const record: unknown = JSON.parse(json);
    if (!namesAnyOf(people, record, list)) return line;
    const belongsToOther = relation === 'own' && !isOwnedByAny(people, record, list, owner);
    if (!belongsToOther) return undefined;
    return line.slice(0, line.length - json.length) + JSON.stringify(withoutIds(record, people, list));
  };
  const sql = 'SELECT person, part, records, bytes, sha256, gzip FROM readPart WHERE readId = ?';
  for (const blob of connection.rows(readPartRow, sql, readId)) {
    const lines = unpackLines(blob, connection.path, part);
    const kept = lines.flatMap((line) => left(line, blob.person) ?? []);
    if (kept.length === lines.length && kept.every((line, index) => line === lines[index])) continue;
    const packer = new NdjsonPacker();
    for (const line of kept) packer.add(line);
    const { records, bytes, sha256, gzip } = packer.finish();
    connection.run(
      'UPDATE readPart SET records = ?, bytes = ?, sha256 = ?, gzip = ? WHERE readId = ? AND person = ? AND part = ?',
      ...[records, bytes, sha256, gzip, readId, blob.person, blob.part],
    );
  }
}

/** The fields of a record that say whose it is; those of a nested record do not. */
const OWNER_PATH = /^[^.]+\.employee(id|\.id)?$|^employees\.id$/i;

/** Whether a record is of these people, also one that is stored with no person: a listed employee. */
function isOwnedByAny(people: readonly string[], record: unknown, list: string, owner: string): boolean {
  if (owner !== '') return false;
  const isOwner = (value: unknown, path: string): boolean => {
    if (typeof value === 'string') return people.includes(value) && OWNER_PATH.test(path);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([name, item]) => isOwner(item, `${path}.${name}`));
  };
  return isOwner(record, list);
}

/** The same value with null in place of IDs of these people. */
function withoutIds(value: unknown, people: readonly string[], path: string): unknown {
  if (typeof value === 'string') return namesAnyOf(people, value, path) ? null : value;
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, people, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutIds(item, people, `${path}.${name}`)]),
  );
}

/** The path of an ID of an employee. */
const EMPLOYEE_PATH = /employees?(ids?|\.id)?$/i;

/**
 * Whether a stored value contains the ID of one of these people. A UUID is unique, so it names the person in any field.
 * Other IDs are often numbers, which places, projects, tasks and entries have too: they count only as IDs of employees.
 * @param path the names of the lists and fields that contain the value
 */
function namesAnyOf(people: readonly string[], value: unknown, path: string): boolean {
  if (typeof value === 'string') return people.includes(value) && (isUuid(value) || EMPLOYEE_PATH.test(path));
  if (Array.isArray(value)) return value.some((item) => namesAnyOf(people, item, path));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => namesAnyOf(people, item, `${path}.${name}`));
}

/** Removes the items that name a person from all lists in a read's facts. */
function withoutItems(value: unknown, people: readonly string[], path: string): unknown {
  if (Array.isArray(value))
    return value
      .filter((item) => hasList(item) || !namesAnyOf(people, item, path))
      .map((item) => withoutItems(item, people, path));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, item]) => [name, withoutItems(item, people, `${path}.${name}`)]),
  );
}

function hasList(item: unknown): boolean {
  return typeof item === 'object' && item !== null && Object.values(item).some((part) => Array.isArray(part));
}
