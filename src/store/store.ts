import { randomBytes } from 'node:crypto';
import type { Days } from '../domain/period/repeatingPeriod.js';
import type { JsonObject } from './canonicalJson.js';
import { Connection } from './connection.js';
import { Journal } from './journal.js';
import type { KeptPaths } from './keptPaths.js';
import { type KnownEntities, openKnownEntities } from './knownEntities.js';
import { type Ledger, openLedger } from './ledger.js';
import { type Mirror, openMirror } from './mirror.js';
import { type MonthReads, openMonthReads } from './monthReads.js';
import { type MonthViews, openMonthViews } from './monthViews.js';
import { type ArrivedFile, type ArrivedQuestion, type Outbox, openOutbox } from './outbox.js';
import { type PersonContent, selectDraftInputs } from './personContents.js';
import { READ_TABLES, type ReadHeader, ReadRepository, type StoredRead } from './readRepository.js';
import { ReadStaging } from './readStaging.js';
import type { StoredRecord } from './recordParts.js';
import {
  insertRun,
  type NewRun,
  type RunFilter,
  type RunRef,
  type RunRefFilter,
  type StoredRun,
  selectExportedMinutes,
  selectRun,
  selectRunRefs,
  selectRuns,
} from './runs.js';
import { openScheduleState, type ScheduleState } from './scheduleState.js';
import { type AcceptanceTable, openAcceptances } from './windowAcceptances.js';

export type { ReadHeader, StoredRead } from './readRepository.js';
export type { NewRun, RunFilter, RunHeader, RunRefFilter, StoredRun } from './runs.js';

/** A file of a run, complete under its temporary name. */
export interface RunFile {
  readonly path: string;
  readonly temporary: string;
  readonly sha256: string;
  readonly mode: number;
}

/** The record that a working copy belongs to. Changes in the copy take effect only with a check-in. */
export interface SharedRecord {
  /** @throws PaytallyError STORE_TAKEN_OVER if another process has taken over the employer */
  checkIn(): Promise<void>;
  /**
   * Keeps the files of a run for all computers, and records their final names. Both take effect with the next check-in.
   */
  keepFiles(runId: string, files: readonly RunFile[]): Promise<void>;
  /** Discards the files of a run that was not recorded. */
  forgetFiles(runId: string): Promise<void>;
  /** The files of a run have their final names. */
  markPlaced(runId: string): void;
  /** Writes files of a run that this computer lacks to their final names. */
  restoreFiles(runId: string): Promise<void>;
  /** Deletes the kept files of a run, whose people were purged. */
  dropFiles(runId: string): Promise<void>;
  /** Files that employers outside of the copy sent, or may have sent. */
  arrivedFromOthers(asked: ArrivedQuestion): Promise<readonly ArrivedFile[]>;
}

interface StoreSettings {
  readonly mode: 'read' | 'write';
  readonly now: () => Date;
  readonly paths: KeptPaths;
  readonly shared?: SharedRecord | undefined;
}

const DAY_MS = 24 * 3_600_000;

/**
 * The local memory: one SQLite file. Every method throws STORE_UNUSABLE or STORE_BUSY if the file fails. Reads of the
 * service are staged page by page, and kept once they are complete. A store that was opened for reading accepts reads
 * too; they are deleted when it is closed.
 */
export class Store {
  readonly #connection: Connection;
  readonly #now: () => Date;
  readonly path: string;
  readonly mode: 'read' | 'write';
  /** The form of stored paths. */
  readonly paths: KeptPaths;
  /** The record of a working copy; undefined if the file itself is the record. */
  readonly shared: SharedRecord | undefined;
  /** The chain of finals, corrections and purges. */
  readonly ledger: Ledger;
  /** The deliveries to send, and their states. */
  readonly outbox: Outbox;
  /** The state of a running schedule and of the board. */
  readonly scheduleState: ScheduleState;
  /** What the newest read of each period found. */
  readonly monthReads: MonthReads;
  /** Computed months for display. */
  readonly monthViews: MonthViews;
  /** What the window has accepted for the next finals. */
  readonly acceptances: AcceptanceTable;
  /** The records that the monitor read, and its findings. */
  readonly mirror: Mirror;
  /** People, places and fields that the service returned. */
  readonly known: KnownEntities;
  /** File changes that runs are about to make. */
  readonly journal: Journal;
  readonly #stagings = new Map<string, ReadStaging>();
  #temporary: Connection | undefined;

  constructor(connection: Connection, { mode, now, paths, shared }: StoreSettings) {
    this.#connection = connection;
    this.#now = now;
    this.path = connection.path;
    this.mode = mode;
    this.paths = paths;
    this.shared = shared;
    const part = { connection, writable: () => this.#writable(), now, paths };
    this.ledger = openLedger(part, shared !== undefined);
    this.outbox = openOutbox(part);
    this.scheduleState = openScheduleState(part);
    this.monthReads = openMonthReads(part);
    this.monthViews = openMonthViews(part);
    this.acceptances = openAcceptances(part);
    this.mirror = openMirror(part);
    this.known = openKnownEntities(part);
    this.journal = new Journal(part);
  }

  /** @returns the read's ID. The read is not visible before `completeRead`. */
  beginRead(header: ReadHeader): string {
    const readId = randomBytes(8).toString('hex');
    const connection = this.#readConnection();
    // In one transaction: another process that cleans up meanwhile would consider a read without a locked staging file
    // abandoned.
    const staging = connection.transaction(() => {
      new ReadRepository(connection).begin(readId, header);
      return new ReadStaging(this.path, this.mode === 'write' ? readId : undefined);
    });
    this.#stagings.set(readId, staging);
    return readId;
  }

  /** The records of a read that is not complete. @throws Error if it is complete, or unknown */
  staging(readId: string): ReadStaging {
    const staging = this.#stagings.get(readId);
    if (staging === undefined) throw new Error(`read ${readId} is not open`);
    return staging;
  }

  /** Stores the staged records, sorted by person. @throws STORE_UNUSABLE if the file has been deleted */
  completeRead(readId: string, facts: JsonObject): StoredRead {
    const staging = this.staging(readId);
    if (this.mode === 'write') this.#connection.assertInPlace();
    this.#repository().put(readId, staging.sorted());
    this.#repository().complete(readId, facts, this.#now());
    staging.clear();
    const read = this.read(readId);
    if (read === undefined) throw new Error(`read ${readId} is gone`);
    return read;
  }

  /** Deletes a read that will not be completed, or that nothing refers to. */
  dropRead(readId: string): void {
    this.#repository().drop(readId);
    this.#closeStaging(readId);
  }

  read(readId: string): StoredRead | undefined {
    return this.#repositoryOf(readId).read(readId);
  }

  /** The latest read of exactly these days, if it is not older than `maxAgeMs` (24 hours). */
  latestRead(window: Omit<ReadHeader, 'startedAt'>, maxAgeMs: number = DAY_MS): StoredRead | undefined {
    return new ReadRepository(this.#connection).latest(window, this.#now(), maxAgeMs);
  }

  /** Ids of all employees with a record, sorted by code units. */
  peopleOf(readId: string): readonly string[] {
    return this.#repositoryOf(readId).people(readId);
  }

  /**
   * A person's records by list, day and id; with null, all records that belong to no employee. Can be iterated again.
   * @throws STORE_UNUSABLE if records differ from their digest
   */
  recordsOf(readId: string, person: string | null): Iterable<StoredRecord> {
    const repository = this.#repositoryOf(readId);
    return { [Symbol.iterator]: () => repository.records(readId, person)[Symbol.iterator]() };
  }

  /** Records a run, all or nothing; older drafts of the same days lose their reads, except the newest two. */
  recordRun(run: NewRun): void {
    this.#connection.assertInPlace();
    insertRun(this.#writable(), run, this.#now(), this.paths);
    if (run.readId !== null) this.#closeStaging(run.readId);
  }

  /** Files of any employer that arrived, or may have; the last one that was sent comes last. */
  async arrivedFiles(asked: ArrivedQuestion): Promise<readonly ArrivedFile[]> {
    const others = (await this.shared?.arrivedFromOthers(asked)) ?? [];
    const all = [...this.outbox.findArrived(asked), ...others];
    return all.sort((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  }

  /** Newest first. */
  runs(filter: RunFilter = {}): readonly StoredRun[] {
    return selectRuns(this.#connection, filter);
  }

  /** See `selectExportedMinutes`. */
  exportedMinutes(employerId: string, days: Days): number | undefined {
    return selectExportedMinutes(this.#connection, employerId, days);
  }

  /** All of them, newest first: they need little memory. */
  runRefs(filter: RunRefFilter = {}): readonly RunRef[] {
    return selectRunRefs(this.#connection, filter);
  }

  run(runId: string): StoredRun | undefined {
    return selectRun(this.#connection, runId);
  }

  /** The inputs of a draft; empty if its read was deleted. */
  draftInputs(runId: string): readonly PersonContent[] {
    return selectDraftInputs(this.#connection, runId);
  }

  /** The faults that SQLite's own check finds in the file; empty if there are none. */
  damage(): readonly string[] {
    const verdict = String(this.#connection.value('PRAGMA integrity_check(10)'));
    return verdict === 'ok' ? [] : verdict.split('\n');
  }

  /** Empties the write-ahead log first: the driver may let go of the file only when the process ends. */
  close(): void {
    for (const readId of [...this.#stagings.keys()]) this.#closeStaging(readId);
    this.journal.close();
    this.#temporary?.close();
    try {
      if (this.mode === 'write') this.#connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Every commit is safe in the log, which the next opening reads, so a full disk is harmless here.
    } finally {
      this.#connection.close();
    }
  }

  /** Where new reads are stored: in the store itself, or in a temporary file if it was opened for reading. */
  #readConnection(): Connection {
    if (this.mode === 'write') return this.#connection;
    this.#temporary ??= openTemporaryReads(this.path);
    return this.#temporary;
  }

  #repository(): ReadRepository {
    return new ReadRepository(this.#readConnection());
  }

  #repositoryOf(readId: string): ReadRepository {
    const temporary = this.#temporary && new ReadRepository(this.#temporary);
    return temporary?.read(readId) === undefined ? new ReadRepository(this.#connection) : temporary;
  }

  #closeStaging(readId: string): void {
    this.#stagings.get(readId)?.close();
    this.#stagings.delete(readId);
  }

  #writable(): Connection {
    if (this.mode === 'write') return this.#connection;
    throw new Error('the store was opened for reading');
  }
}

function openTemporaryReads(path: string): Connection {
  const connection = new Connection(path, { location: '' });
  connection.exec(`PRAGMA synchronous = OFF; ${READ_TABLES}`);
  return connection;
}
