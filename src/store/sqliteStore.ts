import { randomBytes } from 'node:crypto';
import type { Employee, Establishment, ListName } from '../domain/records/records.js';
import { type Agenda, openAgenda } from './agenda.js';
import { Connection } from './connection.js';
import type { Outbox } from './deliveryItems.js';
import { selectDraftInputs } from './draftInputs.js';
import { loadFieldEvidence, storeFieldEvidence } from './fieldEvidence.js';
import { StoreJournal } from './journal.js';
import type { KeptPaths } from './keptPaths.js';
import { type Ledger, openLedger } from './ledger.js';
import type { PersonContent } from './ledgerLink.js';
import { READ_TABLES } from './migrations.js';
import { openOutbox } from './outbox.js';
import { insertRun, selectRun, selectRuns } from './runs.js';
import { selectEmployees, selectEstablishments, upsertEmployees, upsertEstablishments } from './seen.js';
import { Shelf } from './shelf.js';
import type {
  JsonObject,
  NewRun,
  ReadHeader,
  RunFilter,
  SeenEmployee,
  SeenEstablishment,
  StagedRecord,
  Store,
  StoredRead,
  StoredRecord,
  StoredRun,
} from './store.js';
import { Workbench } from './workbench.js';

const DAY_MS = 24 * 3_600_000;

interface Settings {
  readonly mode: 'read' | 'write';
  readonly now: () => Date;
  readonly networkShare: string | undefined;
  readonly paths: KeptPaths;
}

export class SqliteStore implements Store {
  readonly #connection: Connection;
  readonly #now: () => Date;
  readonly path: string;
  readonly mode: 'read' | 'write';
  readonly networkShare: string | undefined;
  readonly paths: KeptPaths;
  readonly ledger: Ledger;
  readonly outbox: Outbox;
  readonly agenda: Agenda;
  readonly journal: StoreJournal;
  readonly #benches = new Map<string, Workbench>();
  #temporary: Connection | undefined;

  constructor(connection: Connection, settings: Settings) {
    this.#connection = connection;
    this.#now = settings.now;
    this.path = connection.path;
    this.mode = settings.mode;
    this.networkShare = settings.networkShare;
    this.paths = settings.paths;
    const parts = [() => this.#connection, () => this.#writable(), settings.now] as const;
    this.ledger = openLedger(parts[0], parts[1], settings.paths);
    this.outbox = openOutbox(settings.paths, ...parts);
    this.agenda = openAgenda(...parts);
    this.journal = new StoreJournal(connection, settings.paths);
  }

  beginRead(header: ReadHeader): string {
    const readId = randomBytes(8).toString('hex');
    const connection = this.#shelfConnection();
    // In one transaction: whoever sweeps meanwhile would take a read without a locked workbench for one that was left.
    const bench = connection.transaction(() => {
      new Shelf(connection).begin(readId, header);
      return this.mode === 'write' ? Workbench.beside(this.path, readId) : Workbench.temporary(this.path);
    });
    this.#benches.set(readId, bench);
    return readId;
  }

  stagePage(readId: string, list: ListName, records: readonly StagedRecord[]): void {
    this.#bench(readId).stage(list, records);
  }

  stagedRecord(readId: string, list: ListName, place: number): Pick<StagedRecord, 'id' | 'json'> | undefined {
    return this.#bench(readId).record(list, place);
  }

  unstage(readId: string, list: ListName, places: readonly number[]): void {
    this.#bench(readId).unstage(list, places);
  }

  completeRead(readId: string, facts: JsonObject): StoredRead {
    const bench = this.#bench(readId);
    if (this.mode === 'write') this.#connection.refuseIfGone();
    this.#shelf().put(readId, bench.sorted());
    this.#shelf().complete(readId, facts, this.#now());
    bench.clear();
    const read = this.read(readId);
    if (read === undefined) throw new Error(`read ${readId} is gone`);
    return read;
  }

  dropRead(readId: string): void {
    this.#shelf().drop(readId);
    this.#closeBench(readId);
  }

  read(readId: string): StoredRead | undefined {
    return this.#shelfOf(readId).read(readId);
  }

  latestRead(window: Omit<ReadHeader, 'startedAt'>, maxAgeMs: number = DAY_MS): StoredRead | undefined {
    return new Shelf(this.#connection).latest(window, this.#now(), maxAgeMs);
  }

  peopleOf(readId: string): readonly string[] {
    return this.#shelfOf(readId).people(readId);
  }

  recordsOf(readId: string, person: string | null): Iterable<StoredRecord> {
    const shelf = this.#shelfOf(readId);
    return { [Symbol.iterator]: () => shelf.records(readId, person)[Symbol.iterator]() };
  }

  recordRun(run: NewRun): void {
    this.#connection.refuseIfGone();
    insertRun(this.#writable(), run, this.#now());
    if (run.readId !== null) this.#closeBench(run.readId);
  }

  runs(filter: RunFilter = {}): readonly StoredRun[] {
    return selectRuns(this.#connection, filter);
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

  employeesSeen(employerId: string): readonly SeenEmployee[] {
    return selectEmployees(this.#connection, employerId);
  }

  rememberEstablishments(employerId: string, establishments: Iterable<Establishment>): void {
    upsertEstablishments(this.#writable(), employerId, establishments, this.#now());
  }

  establishmentsSeen(employerId: string): readonly SeenEstablishment[] {
    return selectEstablishments(this.#connection, employerId);
  }

  damage(): readonly string[] {
    const verdict = String(this.#connection.value('PRAGMA integrity_check(10)'));
    return verdict === 'ok' ? [] : verdict.split('\n');
  }

  /** Empties the write-ahead log first: the driver may let go of the file only when the process ends. */
  close(): void {
    for (const readId of [...this.#benches.keys()]) this.#closeBench(readId);
    this.journal.close();
    this.#temporary?.close();
    try {
      if (this.mode === 'write') this.#connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Every commit is safe in the log, which the next opening reads: a full disk here spoils nothing.
    } finally {
      this.#connection.close();
    }
  }

  /** Where new reads go: the store itself, or a temporary file where it was opened for reading. */
  #shelfConnection(): Connection {
    if (this.mode === 'write') return this.#connection;
    this.#temporary ??= temporaryShelf(this.path);
    return this.#temporary;
  }

  #shelf(): Shelf {
    return new Shelf(this.#shelfConnection());
  }

  #shelfOf(readId: string): Shelf {
    const temporary = this.#temporary && new Shelf(this.#temporary);
    return temporary?.read(readId) === undefined ? new Shelf(this.#connection) : temporary;
  }

  #bench(readId: string): Workbench {
    const bench = this.#benches.get(readId);
    if (bench === undefined) throw new Error(`read ${readId} is not open`);
    return bench;
  }

  #closeBench(readId: string): void {
    this.#benches.get(readId)?.close();
    this.#benches.delete(readId);
  }

  #writable(): Connection {
    if (this.mode === 'write') return this.#connection;
    throw new Error('the store was opened for reading');
  }
}

function temporaryShelf(path: string): Connection {
  const connection = new Connection(path, { location: '', readOnly: false, timeoutMs: 0 });
  connection.exec(`PRAGMA synchronous = OFF; ${READ_TABLES}`);
  return connection;
}
