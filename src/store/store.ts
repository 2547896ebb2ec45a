import type { Period } from '../domain/period/period.js';
import type { Employee, Establishment, ListName } from '../domain/records/records.js';
import type { LocalDate } from '../domain/time/localDate.js';

/** Anything that survives `JSON.stringify` unchanged. The caller checks its shape when it comes back. */
export type JsonObject = Readonly<Record<string, unknown>>;

export type RunState = 'draft' | 'final';

export interface RunHeader {
  readonly runId: string;
  /** The employer's key in the configuration; it names files and may change. */
  readonly employerKey: string;
  /** The employer's id at the service; memory of people and places hangs on this one. */
  readonly employerId: string;
  readonly period: Period;
  readonly state: RunState;
  readonly startedAt: Date;
}

/** The raw records of one list and local day (null where a list has no days). */
export interface RawPart {
  readonly list: ListName;
  readonly day: LocalDate | null;
  readonly records: number;
  /** Of the NDJSON text, a record a line, each line ended by LF. */
  readonly sha256: string;
  readonly bytes: number;
}

export interface StoredRun extends RunHeader {
  readonly completedAt: Date;
  readonly manifest: JsonObject;
  readonly parts: readonly RawPart[];
}

export interface RunFilter {
  readonly employerKey?: string;
  readonly employerId?: string;
  readonly state?: RunState;
  /** Runs whose period is exactly this one. */
  readonly period?: { readonly from: LocalDate; readonly to: LocalDate };
}

export interface RawRecord {
  readonly day: LocalDate | null;
  readonly json: string;
}

/** Takes a run's records as they stream in; nothing of it is in the store before `commit`. */
export interface RunWriter {
  /** One record as JSON text without line ends. The caller sees to it that an id comes once per list. */
  add(list: ListName, day: LocalDate | null, json: string): void;
  /** Forgets what was added to a list, for a pass that starts again. */
  restart(list: ListName): void;
  /** Writes the run with its manifest, all or nothing. The writer is of no use afterwards. */
  commit(manifest: JsonObject): void;
}

/** What one complete read of a list returned. */
export interface ReadKey {
  readonly employerId: string;
  readonly list: ListName;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export interface StoredRead extends ReadKey {
  readonly readAt: Date;
  /** Record id -> hash of its content. */
  readonly digests: ReadonlyMap<string, string>;
}

export interface SeenEmployee extends Pick<Employee, 'id' | 'firstName' | 'lastName'> {
  readonly lastSeen: Date;
}

export interface SeenEstablishment extends Establishment {
  readonly lastSeen: Date;
}

/** The local ledger: one SQLite file. Every method throws STORE_UNUSABLE or STORE_BUSY where the file fails. */
export interface Store {
  readonly path: string;
  readonly mode: 'read' | 'write';
  /** The kind of network share the file is on (`NFS`, `SMB`, …); then it works without write-ahead log. */
  readonly networkShare: string | undefined;

  writeRun(header: RunHeader): RunWriter;
  /** Newest first. */
  runs(filter?: RunFilter): readonly StoredRun[];
  run(runId: string): StoredRun | undefined;
  /** In the order of days, and in each day as they were added. Throws where a digest does not fit. */
  rawRecords(runId: string, list: ListName): Iterable<RawRecord>;

  /** Replaces the read stored under the same key. */
  saveRead(key: ReadKey, digests: Iterable<readonly [id: string, hash: string]>): void;
  /** The latest read of exactly this window, if it is not older than `maxAgeMs` (24 hours). */
  latestRead(key: ReadKey, maxAgeMs?: number): StoredRead | undefined;

  saveFieldEvidence(employerId: string, evidence: JsonObject): void;
  fieldEvidence(employerId: string): JsonObject | undefined;

  rememberEmployees(
    employerId: string,
    employees: Iterable<Pick<Employee, 'id' | 'firstName' | 'lastName'>>,
  ): void;
  employeesSeen(employerId: string): readonly SeenEmployee[];
  rememberEstablishments(employerId: string, establishments: Iterable<Establishment>): void;
  establishmentsSeen(employerId: string): readonly SeenEstablishment[];

  /** What SQLite's own check finds wrong with the file; empty where it is sound. */
  damage(): readonly string[];
  close(): void;
}
