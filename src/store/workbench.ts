import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { LIST_NAMES, type ListName } from '../domain/records/records.js';
import { localDateOf } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { Connection } from './connection.js';
import type { StagedRecord, StoredRecord } from './store.js';

/** Two records of one place cannot be: a list and a place make a row number. */
const PLACES_PER_LIST = 2 ** 40;
const ROWS_AT_ONCE = 2000;

const STAGED = `
  CREATE TABLE staged (
    place   INTEGER PRIMARY KEY,
    id      TEXT NOT NULL,
    person  TEXT NOT NULL,
    shiftId TEXT,
    day     TEXT,
    digest  TEXT NOT NULL,
    json    TEXT NOT NULL
  ) STRICT`;

/** A record on its way from the workbench to the shelf; `person` is empty where it belongs to nobody. */
export interface SortedRecord extends StoredRecord {
  readonly person: string;
}

const stagedRow = z.object({ id: z.string(), json: z.string() });

const sortedRow = z.object({
  number: z.number(),
  person: z.string(),
  related: z.number(),
  place: z.number(),
  id: z.string(),
  day: z.string().nullable(),
  digest: z.string(),
  json: z.string(),
});

/**
 * Where one read lies while its pages come in: a file of its own, so that nobody waits for anybody. With a path it lies
 * beside the store and is locked while its process lives, by which others see that the process does; without one it
 * goes with the process.
 */
export class Workbench {
  readonly #connection: Connection;
  readonly #path: string | undefined;

  private constructor(connection: Connection, path: string | undefined) {
    this.#connection = connection;
    this.#path = path;
    // Nothing here outlives the process, so nothing need reach the disk.
    connection.exec(
      `PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -16000; ${STAGED}`,
    );
  }

  /** @param storePath for messages: whose reads these are */
  static temporary(storePath: string): Workbench {
    return new Workbench(
      new Connection(storePath, { location: '', readOnly: false, timeoutMs: 0 }),
      undefined,
    );
  }

  static beside(storePath: string, owner: string): Workbench {
    const path = workbenchPath(storePath, owner);
    const connection = new Connection(storePath, { location: path, readOnly: false, timeoutMs: 0 });
    connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    return new Workbench(connection, path);
  }

  stage(list: ListName, records: readonly StagedRecord[]): void {
    const first = firstPlace(list);
    this.#connection.transaction(() => {
      for (const { place, id, person, shiftId, day, digest, json } of records) {
        this.#connection.run(
          'INSERT OR REPLACE INTO staged VALUES (?, ?, ?, ?, ?, ?, ?)',
          first + place,
          id,
          person ?? '',
          shiftId,
          day,
          digest,
          json,
        );
      }
    });
  }

  unstage(list: ListName, places: readonly number[]): void {
    const first = firstPlace(list);
    this.#connection.transaction(() => {
      for (const place of places) this.#connection.run('DELETE FROM staged WHERE place = ?', first + place);
    });
  }

  record(list: ListName, place: number): Pick<StagedRecord, 'id' | 'json'> | undefined {
    const sql = 'SELECT id, json FROM staged WHERE place = ?';
    return this.#connection.rows(stagedRow, sql, firstPlace(list) + place)[0];
  }

  /** All records by person, list, day and id, some at a time; those related to a person after the person's own. */
  *sorted(): Iterable<readonly SortedRecord[]> {
    this.#sort();
    for (let after = 0; ; ) {
      const rows = this.#connection.rows(
        sortedRow,
        `SELECT sorted.number, sorted.person, sorted.related, staged.place, id, day, digest, json
         FROM sorted JOIN staged USING (place) WHERE sorted.number > ? ORDER BY sorted.number LIMIT ${ROWS_AT_ONCE}`,
        after,
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.number;
      yield rows.map(sortedRecord);
    }
  }

  /** Lets go of the records, and stays locked. */
  clear(): void {
    this.#connection.exec('DROP TABLE staged; DROP TABLE IF EXISTS sorted;');
  }

  close(): void {
    this.#connection.close();
    if (this.#path !== undefined) rmSync(this.#path, { force: true });
  }

  /** Places in the order of the shelf: the records themselves are too large to be sorted. */
  #sort(): void {
    const [shifts, entries] = [firstPlace('shifts'), firstPlace('time-entries')];
    this.#connection.exec(`
      CREATE INDEX shiftById ON staged (id) WHERE place >= ${shifts} AND place < ${entries};
      CREATE TEMP TABLE relation AS
        SELECT entry.place AS entryPlace, entry.person AS worker, shift.place AS shiftPlace, shift.person AS planned
        FROM staged AS entry JOIN staged AS shift
          ON shift.id = entry.shiftId AND shift.place >= ${shifts} AND shift.place < ${entries}
        WHERE entry.place >= ${entries} AND entry.shiftId IS NOT NULL AND entry.person <> shift.person;
      CREATE TABLE sorted (number INTEGER PRIMARY KEY, person TEXT NOT NULL, related INTEGER NOT NULL, place INTEGER NOT NULL);
      INSERT INTO sorted (person, related, place)
        SELECT person, related, place FROM (
          SELECT person, 0 AS related, place, day, id FROM staged
          UNION ALL
          SELECT DISTINCT worker, 1, shiftPlace, day, id FROM relation JOIN staged ON place = shiftPlace
          UNION ALL
          SELECT DISTINCT planned, 1, entryPlace, day, id FROM relation JOIN staged ON place = entryPlace
        ) ORDER BY person, related, place / ${PLACES_PER_LIST}, day, id, place;
      DROP TABLE temp.relation;`);
  }
}

function firstPlace(list: ListName): number {
  return LIST_NAMES.indexOf(list) * PLACES_PER_LIST;
}

function sortedRecord(row: z.infer<typeof sortedRow>): SortedRecord {
  return {
    person: row.person,
    relation: row.related === 1 ? 'related' : 'own',
    list: LIST_NAMES[Math.floor(row.place / PLACES_PER_LIST)] ?? 'establishments',
    id: row.id,
    day: row.day === null ? null : localDateOf(row.day),
    digest: row.digest,
    json: row.json,
  };
}

function workbenchPath(storePath: string, owner: string): string {
  return `${storePath}.${owner}.work`;
}

/** Whether the process is still alive that a workbench beside the store belongs to. */
export function isAlive(storePath: string, owner: string): boolean {
  const path = workbenchPath(storePath, owner);
  if (!existsSync(path)) return false;
  const connection = new Connection(storePath, { location: path, readOnly: false, timeoutMs: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'STORE_BUSY') return true;
    // Cut short by the death of its process.
    return false;
  } finally {
    connection.close();
  }
}

/** Files of workbenches beside the store, whoever they belong to: their owners. */
export function workbenchOwners(storePath: string): readonly string[] {
  const start = `${basename(storePath)}.`;
  return readdirSync(dirname(storePath)).flatMap((name) => {
    const isOne = name.startsWith(start) && name.endsWith('.work');
    return isOne ? [name.slice(start.length, -'.work'.length)] : [];
  });
}

/** Takes away what a process left that is dead. */
export function removeWorkbench(storePath: string, owner: string): void {
  rmSync(workbenchPath(storePath, owner), { force: true });
}
