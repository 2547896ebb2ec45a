import type { Employee, Establishment, ListName } from '../domain/records/records.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { Connection } from './connection.js';
import { loadFieldEvidence, storeFieldEvidence } from './fieldEvidence.js';
import { insertRun, selectRawRecords, selectRun, selectRuns } from './ledger.js';
import { NdjsonPacker } from './ndjsonBlob.js';
import { loadRead, storeRead } from './readMemory.js';
import { selectEmployees, selectEstablishments, upsertEmployees, upsertEstablishments } from './seen.js';
import type {
  JsonObject,
  RawRecord,
  ReadKey,
  RunFilter,
  RunHeader,
  RunWriter,
  SeenEmployee,
  SeenEstablishment,
  Store,
  StoredRead,
  StoredRun,
} from './store.js';

const DAY_MS = 24 * 3_600_000;

interface Settings {
  readonly mode: 'read' | 'write';
  readonly now: () => Date;
  readonly networkShare: string | undefined;
}

export class SqliteStore implements Store {
  readonly #connection: Connection;
  readonly #now: () => Date;
  readonly path: string;
  readonly mode: 'read' | 'write';
  readonly networkShare: string | undefined;

  constructor(connection: Connection, settings: Settings) {
    this.#connection = connection;
    this.#now = settings.now;
    this.path = connection.path;
    this.mode = settings.mode;
    this.networkShare = settings.networkShare;
  }

  writeRun(header: RunHeader): RunWriter {
    const connection = this.#writable();
    const lists = new Map<ListName, Map<LocalDate | null, NdjsonPacker>>();
    let isOpen = true;
    return {
      add: (list, day, json) => {
        if (!isOpen) throw new Error('a committed run takes no more records');
        packerOf(lists, list, day).add(json);
      },
      restart: (list) => {
        lists.delete(list);
      },
      commit: (manifest) => {
        if (!isOpen) throw new Error('a run is committed once');
        isOpen = false;
        insertRun(connection, { ...header, completedAt: this.#now(), manifest }, lists);
      },
    };
  }

  runs(filter: RunFilter = {}): readonly StoredRun[] {
    return selectRuns(this.#connection, filter);
  }

  run(runId: string): StoredRun | undefined {
    return selectRun(this.#connection, runId);
  }

  rawRecords(runId: string, list: ListName): Iterable<RawRecord> {
    return selectRawRecords(this.#connection, runId, list);
  }

  saveRead(key: ReadKey, digests: Iterable<readonly [id: string, hash: string]>): void {
    storeRead(this.#writable(), key, digests, this.#now());
  }

  latestRead(key: ReadKey, maxAgeMs: number = DAY_MS): StoredRead | undefined {
    return loadRead(this.#connection, key, this.#now(), maxAgeMs);
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
    try {
      if (this.mode === 'write') this.#connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Every commit is safe in the log, which the next opening reads: a full disk here spoils nothing.
    } finally {
      this.#connection.close();
    }
  }

  #writable(): Connection {
    if (this.mode === 'write') return this.#connection;
    throw new Error('the store was opened for reading');
  }
}

function packerOf(
  lists: Map<ListName, Map<LocalDate | null, NdjsonPacker>>,
  list: ListName,
  day: LocalDate | null,
): NdjsonPacker {
  const days = lists.get(list) ?? new Map<LocalDate | null, NdjsonPacker>();
  lists.set(list, days);
  const packer = days.get(day) ?? new NdjsonPacker();
  days.set(day, packer);
  return packer;
}
