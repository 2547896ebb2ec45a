import { randomBytes } from 'node:crypto';
import type { Employee, Establishment, ListName } from '../domain/records/records.js';
import type { JsonObject } from './canonicalJson.js';
import { Connection } from './connection.js';
import { StoreJournal } from './journal.js';
import type { KeptPaths } from './keptPaths.js';
import {
  loadFieldEvidence,
  selectEmployees,
  selectEstablishments,
  storeFieldEvidence,
  upsertEmployees,
  upsertEstablishments,
} from './knownEntities.js';
import { type Ledger, openLedger } from './ledger.js';
import { type Mirror, openMirror } from './mirror.js';
import { type Outbox, openOutbox } from './outbox.js';
import { type OwedWorkLog, openOwedWork } from './owedWork.js';
import { type PersonContent, selectDraftInputs } from './personContents.js';
import { READ_TABLES, ReadRepository } from './readRepository.js';
import { ReadStaging } from './readStaging.js';
import type { StagedRecord, StoredRecord } from './recordParts.js';
import { insertRun, selectRun, selectRunRefs, selectRuns } from './runs.js';
import { openScheduleState, type ScheduleState } from './scheduleState.js';
import type {
  KnownEmployee,
  KnownEstablishment,
  NewRun,
  ReadHeader,
  RunFilter,
  RunRef,
  RunRefFilter,
  SharedRecord,
  Store,
  StoredRead,
  StoredRun,
} from './store.js';

const DAY_MS = 24 * 3_600_000;

interface Settings {
  readonly mode: 'read' | 'write';
  readonly now: () => Date;
  readonly networkShare: string | undefined;
  readonly paths: KeptPaths;
  readonly shared?: SharedRecord | undefined;
}

export class SqliteStore implements Store {
  readonly #connection: Connection;
  readonly #now: () => Date;
  readonly path: string;
  readonly mode: 'read' | 'write';
  readonly networkShare: string | undefined;
  readonly paths: KeptPaths;
  readonly shared: SharedRecord | undefined;
  readonly ledger: Ledger;
  readonly outbox: Outbox;
  readonly scheduleState: ScheduleState;
  readonly owedWork: OwedWorkLog;
  readonly mirror: Mirror;
  readonly journal: StoreJournal;
  readonly #stagings = new Map<string, ReadStaging>();
  #temporary: Connection | undefined;

  constructor(connection: Connection, settings: Settings) {
    this.#connection = connection;
    this.#now = settings.now;
    this.path = connection.path;
    this.mode = settings.mode;
    this.networkShare = settings.networkShare;
    this.paths = settings.paths;
    this.shared = settings.shared;
    const parts = [() => this.#connection, () => this.#writable(), settings.now] as const;
    this.ledger = openLedger(parts[0], parts[1], settings.paths);
    this.outbox = openOutbox(settings.paths, ...parts);
    this.scheduleState = openScheduleState(...parts);
    this.owedWork = openOwedWork(...parts);
    this.mirror = openMirror(...parts);
    this.journal = new StoreJournal(connection, settings.paths);
  }

  beginRead(header: ReadHeader): string {
    const readId = randomBytes(8).toString('hex');
    const connection = this.#readConnection();
    // In one transaction: another process that cleans up meanwhile would consider a read without a locked staging file
    // abandoned.
    const staging = connection.transaction(() => {
      new ReadRepository(connection).begin(readId, header);
      return this.mode === 'write' ? ReadStaging.beside(this.path, readId) : ReadStaging.temporary(this.path);
    });
    this.#stagings.set(readId, staging);
    return readId;
  }

  stagePage(readId: string, list: ListName, records: readonly StagedRecord[]): void {
    this.#staging(readId).stage(list, records);
  }

  stagedRecord(readId: string, list: ListName, place: number): Pick<StagedRecord, 'id' | 'json'> | undefined {
    return this.#staging(readId).record(list, place);
  }

  unstage(readId: string, list: ListName, places: readonly number[]): void {
    this.#staging(readId).unstage(list, places);
  }

  completeRead(readId: string, facts: JsonObject): StoredRead {
    const staging = this.#staging(readId);
    if (this.mode === 'write') this.#connection.assertInPlace();
    this.#repository().put(readId, staging.sorted());
    this.#repository().complete(readId, facts, this.#now());
    staging.clear();
    const read = this.read(readId);
    if (read === undefined) throw new Error(`read ${readId} is gone`);
    return read;
  }

  dropRead(readId: string): void {
    this.#repository().drop(readId);
    this.#closeStaging(readId);
  }

  read(readId: string): StoredRead | undefined {
    return this.#repositoryOf(readId).read(readId);
  }

  latestRead(window: Omit<ReadHeader, 'startedAt'>, maxAgeMs: number = DAY_MS): StoredRead | undefined {
    return new ReadRepository(this.#connection).latest(window, this.#now(), maxAgeMs);
  }

  peopleOf(readId: string): readonly string[] {
    return this.#repositoryOf(readId).people(readId);
  }

  recordsOf(readId: string, person: string | null): Iterable<StoredRecord> {
    const repository = this.#repositoryOf(readId);
    return { [Symbol.iterator]: () => repository.records(readId, person)[Symbol.iterator]() };
  }

  recordRun(run: NewRun): void {
    this.#connection.assertInPlace();
    insertRun(this.#writable(), run, this.#now());
    if (run.readId !== null) this.#closeStaging(run.readId);
  }

  runs(filter: RunFilter = {}): readonly StoredRun[] {
    return selectRuns(this.#connection, filter);
  }

  runRefs(filter: RunRefFilter = {}): readonly RunRef[] {
    return selectRunRefs(this.#connection, filter);
  }

  run(runId: string): StoredRun | undefined {
    return selectRun(this.#connection, runId);
  }

  draftInputs(runId: string): readonly PersonContent[] {
    return selectDraftInputs(this.#connection, runId);
  }

  saveFieldEvidence(employerId: string, evidence: JsonObject): void {
    storeFieldEvidence(this.#writable(), employerId, evidence, this.#now());
  }

  fieldEvidence(employerId: string): JsonObject | undefined {
    return loadFieldEvidence(this.#connection, employerId);
  }

  rememberEmployees(
    employerId: string,
    employees: Iterable<Pick<Employee, 'id' | 'firstName' | 'lastName'>>,
  ): void {
    upsertEmployees(this.#writable(), employerId, employees, this.#now());
  }

  knownEmployees(employerId: string): readonly KnownEmployee[] {
    return selectEmployees(this.#connection, employerId);
  }

  rememberEstablishments(employerId: string, establishments: Iterable<Establishment>): void {
    upsertEstablishments(this.#writable(), employerId, establishments, this.#now());
  }

  knownEstablishments(employerId: string): readonly KnownEstablishment[] {
    return selectEstablishments(this.#connection, employerId);
  }

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

  #staging(readId: string): ReadStaging {
    const staging = this.#stagings.get(readId);
    if (staging === undefined) throw new Error(`read ${readId} is not open`);
    return staging;
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
  const connection = new Connection(path, { location: '', readOnly: false, timeoutMs: 0 });
  connection.exec(`PRAGMA synchronous = OFF; ${READ_TABLES}`);
  return connection;
}
