import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { LIST_NAMES, type ListName } from '../domain/records/records.js';
import { toLocalDate } from '../domain/time/localDate.js';
import { message } from '../i18n/message.js';
import { Connection, withConnection } from './connection.js';
import { formatRecordLine, parseRecordLine, type RecordLine, type StagedRecord } from './recordParts.js';
import { isBusyFailure } from './storeFailure.js';

/** The row number is made of list and position, so positions are unique. */
const PLACES_PER_LIST = 2 ** 40;

/** The longest time that a busy machine needs to find out whether a staging file is locked. */
const LOOK_MS = 5000;

const STAGED = `
  CREATE TABLE staged (
    place     INTEGER PRIMARY KEY,
    digest    TEXT NOT NULL,
    pass      INTEGER NOT NULL,
    isChanged INTEGER NOT NULL,
    -- Empty where it belongs to nobody.
    person    TEXT NOT NULL,
    -- Its own id of a shift, of an entry that of the shift that it was worked on.
    shift     TEXT,
    -- Day and id: the order within a list.
    key       TEXT NOT NULL,
    line      TEXT NOT NULL
  ) STRICT`;

/** A staged record for the repository. */
export interface SortedRecord {
  readonly person: string;
  /** 1 if it is stored with a person to whom it does not belong. */
  readonly related: 0 | 1;
  readonly line: RecordLine;
}

const stagedRow = z.object({ line: z.string() });
const versionRow = z.object({ place: z.number(), digest: z.string(), pass: z.number() });
const namedRow = z.object({ place: z.number(), digest: z.string(), key: z.string() });

/** The staged version of a record. */
export type StagedVersion = Pick<StagedRecord, 'place' | 'digest' | 'pass'>;

/** The name of a staged record. */
export type StagedName = Pick<StagedRecord, 'place' | 'digest' | 'id' | 'day'>;

/**
 * Staging for one read while its pages arrive. It has its own file, so that no process waits for another. With an owner,
 * the file is next to the store and locked while its process lives, so that other processes can see that it does.
 * Without one, the file is unnamed and disappears when it is closed.
 */
export class ReadStaging {
  readonly #connection: Connection;
  readonly #path: string | undefined;

  /**
   * @param storePath the store of these reads
   * @param owner of a file next to the store
   */
  constructor(storePath: string, owner?: string) {
    this.#path = owner === undefined ? undefined : stagingPath(storePath, owner);
    // A process that tests whether its owner lives holds the lock for a moment.
    this.#connection = new Connection(storePath, { location: this.#path ?? '', timeoutMs: LOOK_MS });
    // This data does not outlive the process, so it need not reach the disk, and a failed page is not rolled back.
    this.#connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE');
    if (owner !== undefined)
      this.#connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    // A single transaction until the records are sorted: each commit would write all changed pages.
    this.#connection.exec(`PRAGMA cache_size = -16000; BEGIN; ${STAGED}`);
  }

  /** The staged versions of records, by position. */
  versions(list: ListName, places: readonly number[]): Map<number, StagedVersion> {
    const [first] = placesOf(list);
    const rows = this.#connection.rows(versionRow, VERSIONS, first, rowNumbers(first, places));
    return new Map(rows.map((version) => [version.place, version]));
  }

  /** Stores the new and changed records of a page; of two with the same position, the later counts. */
  stage(list: ListName, records: readonly StagedRecord[]): void {
    const [first] = placesOf(list);
    const isShift = list === 'shifts';
    for (const record of records) {
      const { place, digest, pass, isChanged, id, person, shiftId, day } = record;
      this.#connection.run(
        'INSERT OR REPLACE INTO staged VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        first + place,
        digest,
        pass,
        isChanged,
        person ?? '',
        isShift ? id : shiftId,
        `${day ?? ''} ${id}`,
        formatRecordLine(list, record),
      );
    }
  }

  /** Notes that a pass has returned the same versions again; a pass in between may have missed them. */
  markSeen(list: ListName, places: readonly number[], pass: number): void {
    const [first] = placesOf(list);
    this.#connection.run(MARK_SEEN, pass, pass, rowNumbers(first, places));
  }

  /** Removes records that a later pass no longer returns. */
  unstage(list: ListName, places: readonly number[]): void {
    const [first] = placesOf(list);
    for (const place of places) this.#connection.run('DELETE FROM staged WHERE place = ?', first + place);
  }

  record(list: ListName, place: number): Pick<StagedRecord, 'id' | 'day' | 'json'> | undefined {
    const sql = 'SELECT line FROM staged WHERE place = ?';
    const [row] = this.#connection.rows(stagedRow, sql, placesOf(list)[0] + place);
    return (
      row && parseRecordLine(row.line, this.#connection.path, message('store.part.record', { place, list }))
    );
  }

  countSeenBefore(list: ListName, pass: number): number {
    const sql = 'SELECT COUNT(*) FROM staged WHERE place >= ? AND place < ? AND pass < ?';
    return Number(this.#connection.value(sql, ...placesOf(list), pass));
  }

  /** Records that neither this pass nor a later one returned, in the order of their positions. */
  seenBefore(list: ListName, pass: number): readonly StagedName[] {
    return this.#names(list, 'pass < ?', pass);
  }

  /** Records that differ between passes, or that this pass did not return, in the order of their positions. */
  differing(list: ListName, pass: number): readonly StagedName[] {
    return this.#names(list, '(isChanged = 1 OR pass < ?)', pass);
  }

  #names(list: ListName, condition: string, pass: number): readonly StagedName[] {
    const sql = `SELECT place, digest, key FROM staged WHERE place >= ? AND place < ? AND ${condition} ORDER BY place`;
    const [first, end] = placesOf(list);
    return this.#connection.rows(namedRow, sql, first, end, pass).map(({ place, digest, key }) => {
      const space = key.indexOf(' ');
      const day = space === 0 ? null : toLocalDate(key.slice(0, space));
      return { place: place - first, digest, id: key.slice(space + 1), day };
    });
  }

  /** All records by person, list, day and id; those related to a person after the person's own. */
  sorted(): Iterable<SortedRecord> {
    this.#relate();
    return this.#connection.iterateRows<SortedRecord>(SORTED);
  }

  /** Releases the records and their memory, and stays locked. */
  clear(): void {
    this.#connection.exec(
      'COMMIT; DROP TABLE staged; DROP TABLE IF EXISTS temp.relation; PRAGMA shrink_memory;',
    );
  }

  close(): void {
    this.#connection.close();
    if (this.#path !== undefined) rmSync(this.#path, { force: true });
  }

  /** Finds the entries that were worked on the shift of another employee. */
  #relate(): void {
    const [[shifts], [entries]] = [placesOf('shifts'), placesOf('time-entries')];
    this.#connection.exec(`
      CREATE INDEX shiftById ON staged (shift, person) WHERE place >= ${shifts} AND place < ${entries};
      CREATE TEMP TABLE relation AS
        SELECT entry.place AS entryPlace, entry.person AS worker, planned.place AS shiftPlace, planned.person AS planned
        FROM staged AS entry JOIN staged AS planned
          ON planned.shift = entry.shift AND planned.place >= ${shifts} AND planned.place < ${entries}
        WHERE entry.place >= ${entries} AND entry.shift IS NOT NULL AND entry.person <> planned.person;`);
  }
}

/** Sorted together with the records: separate look-ups would take three times as long. */
const SORTED = `
  SELECT person, related, line FROM (
    SELECT person, 0 AS related, place, key, line FROM staged
    UNION ALL
    SELECT DISTINCT worker, 1, place, key, line FROM temp.relation JOIN staged ON place = shiftPlace
    UNION ALL
    SELECT DISTINCT planned, 1, place, key, line FROM temp.relation JOIN staged ON place = entryPlace
  ) ORDER BY person, related, place / ${PLACES_PER_LIST}, key, place`;

const VERSIONS = `
  SELECT place - ? AS place, digest, pass FROM staged WHERE place IN (SELECT value FROM json_each(?))`;

const MARK_SEEN = `
  UPDATE staged SET isChanged = isChanged OR pass < ? - 1, pass = ?
  WHERE place IN (SELECT value FROM json_each(?))`;

function rowNumbers(first: number, places: readonly number[]): string {
  return JSON.stringify(places.map((place) => first + place));
}

/** The first row number of a list, and that of the next list. */
function placesOf(list: ListName): readonly [first: number, end: number] {
  const index = LIST_NAMES.indexOf(list);
  return [index * PLACES_PER_LIST, (index + 1) * PLACES_PER_LIST];
}

function stagingPath(storePath: string, owner: string): string {
  return `${storePath}.${owner}.work`;
}

/** Whether the process that owns a staging file next to the store is alive. */
function isStagingAlive(storePath: string, owner: string): boolean {
  const path = stagingPath(storePath, owner);
  if (!existsSync(path)) return false;
  return withConnection(storePath, { location: path }, (connection) => {
    try {
      connection.exec('BEGIN EXCLUSIVE; ROLLBACK');
      return false;
    } catch (failure) {
      // Otherwise truncated by the death of its process.
      return isBusyFailure(failure);
    }
  });
}

/** The owners of all staging files next to the store. */
function stagingOwners(storePath: string): readonly string[] {
  const start = `${basename(storePath)}.`;
  return readdirSync(dirname(storePath)).flatMap((name) => {
    const isOne = name.startsWith(start) && name.endsWith('.work');
    return isOne ? [name.slice(start.length, -'.work'.length)] : [];
  });
}

const unusedRow = z.object({ readId: z.string(), owner: z.string() });

/**
 * Reads that neither a run nor the monitor uses: incomplete ones, and complete ones whose run was never recorded. Uses
 * only indexes, because it runs at every opening and the rows are large.
 */
const UNUSED = `SELECT readId, owner FROM read WHERE readId IN (
  SELECT one.readId FROM read AS one WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.readId = one.readId)
    AND one.readId NOT IN (SELECT readId FROM mirror))`;

/**
 * Removes the remains of processes that ended while reading: files next to the store, and reads that no run will use.
 * Keeps those of living processes.
 */
export function sweepReads(connection: Connection): void {
  // Usually there is nothing to remove, and then no lock is needed.
  if (unused(connection).length + stagingOwners(connection.path).length === 0) return;
  const { path } = connection;
  connection.transaction(() => {
    for (const { readId, owner } of unused(connection)) {
      if (!isStagingAlive(path, owner)) connection.run('DELETE FROM read WHERE readId = ?', readId);
    }
    for (const owner of stagingOwners(path))
      if (!isStagingAlive(path, owner)) rmSync(stagingPath(path, owner), { force: true });
  });
}

/**
 * Whether a process left a file next to the store, which may contain the records that it read. Works without a
 * transaction.
 */
export function hasDeadStaging(path: string): boolean {
  return stagingOwners(path).some((owner) => !isStagingAlive(path, owner));
}

function unused(connection: Connection): readonly z.infer<typeof unusedRow>[] {
  return connection.rows(unusedRow, UNUSED);
}
