import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { LocalDate } from '../domain/time/localDate.js';
import { message, type Text } from '../i18n/message.js';
import type { JsonObject } from './canonicalJson.js';
import { type Connection, columns } from './connection.js';
import type { SortedRecord } from './readStaging.js';
import { markRelated, NdjsonPacker, parseRecordLine, type StoredRecord, unpackLines } from './recordParts.js';
import { parsedObject } from './runs.js';
import { damagedStore } from './storeFailure.js';

/** Reads, packed by person; the same in the temporary file of a store that was opened for reading. */
export const READ_TABLES = `
   CREATE TABLE read (
     readId      TEXT PRIMARY KEY,
     employerId  TEXT NOT NULL,
     dateFrom    TEXT NOT NULL,
     dateTo      TEXT NOT NULL,
     startedAt   INTEGER NOT NULL,
     completedAt INTEGER,
     owner       TEXT NOT NULL,
     facts       BLOB
   ) STRICT;
   CREATE INDEX readByWindow ON read (employerId, dateFrom, dateTo, completedAt);
   CREATE TABLE readPart (
     readId  TEXT NOT NULL REFERENCES read (readId) ON DELETE CASCADE,
     person  TEXT NOT NULL,
     part    INTEGER NOT NULL,
     records INTEGER NOT NULL,
     bytes   INTEGER NOT NULL,
     sha256  TEXT NOT NULL,
     gzip    BLOB NOT NULL,
     PRIMARY KEY (readId, person, part)
   ) STRICT;`;

/** The scope of a read: an employer and the requested days, inclusive. */
export interface ReadHeader {
  readonly employerId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly startedAt: Date;
}

/** A complete read. */
export interface StoredRead extends ReadHeader {
  readonly readId: string;
  readonly completedAt: Date;
  /** Further facts of the read, which the store keeps without using them. */
  readonly facts: JsonObject;
}

/**
 * Beyond this number, the records of one employee, or of no employee, continue in another part, which limits memory
 * use.
 */
const RECORDS_A_PART = 2000;
const RECORDS_AT_ONCE = 4000;
const PARTS_AT_ONCE = 2;

/** Keeps complete reads: a compressed part for each person, with the digest of its lines. */
export class ReadRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Must be called in a transaction. */
  begin(readId: string, { employerId, from, to, startedAt }: ReadHeader): void {
    const row = { readId, employerId, dateFrom: from, dateTo: to, startedAt, owner: readId };
    this.#connection.insert('read', row);
  }

  /** Packs a few thousand records per short transaction, so that other writers can work. */
  put(readId: string, records: Iterable<SortedRecord>): void {
    const packing = new PersonPacking((person, part, packer) => this.#insert(readId, person, part, packer));
    const rest = records[Symbol.iterator]();
    for (let isLast = false; !isLast; ) {
      this.#connection.transaction(() => {
        for (let count = 0; count < RECORDS_AT_ONCE && !isLast; count += 1) {
          const { done, value } = rest.next();
          if (done === true) isLast = true;
          else packing.add(value);
        }
        if (isLast) packing.finish();
      });
    }
  }

  complete(readId: string, facts: JsonObject, now: Date): void {
    const packed = gzipSync(JSON.stringify(facts));
    this.#connection.run('UPDATE read SET completedAt = ?, facts = ? WHERE readId = ?', now, packed, readId);
  }

  drop(readId: string): void {
    this.#connection.run('DELETE FROM read WHERE readId = ?', readId);
  }

  read(readId: string): StoredRead | undefined {
    const sql = 'SELECT * FROM read WHERE readId = ? AND completedAt IS NOT NULL';
    const [row] = this.#connection.rows(readRow, sql, readId);
    return row && storedRead(this.#connection.path, row);
  }

  latest(
    { employerId, from, to }: Omit<ReadHeader, 'startedAt'>,
    now: Date,
    maxAgeMs: number,
  ): StoredRead | undefined {
    const sql = `SELECT * FROM read WHERE employerId = ? AND dateFrom = ? AND dateTo = ? AND completedAt IS NOT NULL
      AND completedAt BETWEEN ? AND ? ORDER BY completedAt DESC LIMIT 1`;
    const nowMs = now.getTime();
    const [row] = this.#connection.rows(readRow, sql, employerId, from, to, nowMs - maxAgeMs, nowMs);
    return row && storedRead(this.#connection.path, row);
  }

  /** Ids of all employees with a record, sorted; ids of the service are ASCII, so bytes and code units agree. */
  people(readId: string): readonly string[] {
    const sql = `SELECT person FROM readPart WHERE readId = ? AND person <> '' AND part = 0 ORDER BY person`;
    return this.#connection.rows(personRow, sql, readId).map(({ person }) => person);
  }

  *records(readId: string, person: string | null): Iterable<StoredRecord> {
    // Two at a time: most people have one part, and one query then shows that there is no second.
    const sql = `SELECT part, records, bytes, sha256, gzip FROM readPart
      WHERE readId = ? AND person = ? AND part >= ? ORDER BY part LIMIT ${PARTS_AT_ONCE}`;
    for (let part = 0; ; ) {
      const blobs = this.#connection.rows(partRow, sql, readId, person ?? '', part);
      for (const blob of blobs) {
        const what = message('store.part.read', { readId });
        for (const line of unpackLines(blob, this.#connection.path, what)) {
          yield parseRecordLine(line, this.#connection.path, what);
        }
      }
      const last = blobs.at(-1);
      if (last === undefined || blobs.length < PARTS_AT_ONCE) return;
      part = last.part + 1;
    }
  }

  #insert(readId: string, person: string, part: number, packer: NdjsonPacker): void {
    this.#connection.insert('readPart', { readId, person, part, ...packer.finish() });
  }
}

/** Collects the records one person at a time; they are sorted. */
class PersonPacking {
  readonly #insert: (person: string, part: number, packer: NdjsonPacker) => void;
  #person: string | undefined;
  #part = 0;
  #packer = new NdjsonPacker();
  #records = 0;

  constructor(insert: (person: string, part: number, packer: NdjsonPacker) => void) {
    this.#insert = insert;
  }

  add({ person, related, line }: SortedRecord): void {
    const isSame = person === this.#person;
    if (!isSame || this.#records >= RECORDS_A_PART) {
      this.finish();
      this.#part = isSame ? this.#part + 1 : 0;
      this.#person = person;
    }
    this.#packer.add(related === 1 ? markRelated(line) : line);
    this.#records += 1;
  }

  finish(): void {
    if (this.#person !== undefined && this.#records > 0) this.#insert(this.#person, this.#part, this.#packer);
    this.#packer = new NdjsonPacker();
    this.#records = 0;
  }
}

const readRow = z.object({
  readId: z.string(),
  employerId: z.string(),
  dateFrom: columns.day,
  dateTo: columns.day,
  startedAt: columns.instant,
  completedAt: columns.instant,
  facts: columns.bytes,
});

const personRow = z.object({ person: z.string() });

const partRow = z.object({
  part: z.number(),
  records: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  gzip: columns.bytes,
});

function storedRead(
  path: string,
  { dateFrom: from, dateTo: to, facts, ...read }: z.infer<typeof readRow>,
): StoredRead {
  const part = message('store.part.read', { readId: read.readId });
  return { ...read, from, to, facts: parsedObject(path, part, unpackedText(path, part, facts)) };
}

function unpackedText(path: string, part: Text, gzip: Uint8Array): string {
  try {
    return gunzipSync(gzip).toString('utf8');
  } catch {
    throw damagedStore(path, part, 'packed');
  }
}
