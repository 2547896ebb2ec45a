import type { Period } from '../domain/period/period.js';
import type { Employee, Establishment, ListName } from '../domain/records/records.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { JsonObject } from './canonicalJson.js';
import type { Journal } from './journal.js';
import type { KeptPaths } from './keptPaths.js';
import type { Ledger } from './ledger.js';
import type { NewLink } from './ledgerChain.js';
import type { Mirror } from './mirror.js';
import type { Outbox } from './outbox.js';
import type { OwedWorkLog } from './owedWork.js';
import type { PersonContent } from './personContents.js';
import type { StagedRecord, StoredRecord } from './recordParts.js';
import type { ExportOutcome, ScheduleState } from './scheduleState.js';

export type RunState = 'draft' | 'final' | 'correction';

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
 * Reads of the service: staged page by page, kept once they are complete. A store that was opened for reading accepts
 * reads too; they are deleted when it is closed.
 */
export interface StoredReads {
  /** @returns the read's ID. The read is not visible before `completeRead`. */
  beginRead(header: ReadHeader): string;
  /** Stores a page in one short transaction, or nothing of it. */
  stagePage(readId: string, list: ListName, records: readonly StagedRecord[]): void;
  /** A record that was staged, while the read is not complete. */
  stagedRecord(readId: string, list: ListName, place: number): Pick<StagedRecord, 'id' | 'json'> | undefined;
  /** Removes records that a later pass no longer found. */
  unstage(readId: string, list: ListName, places: readonly number[]): void;
  /** Stores the staged records, sorted by person. @throws STORE_UNUSABLE if the file has been deleted */
  completeRead(readId: string, facts: JsonObject): StoredRead;
  /** Deletes a read that will not be completed, or that nothing refers to. */
  dropRead(readId: string): void;
  read(readId: string): StoredRead | undefined;
  /** The latest read of exactly these days, if it is not older than `maxAgeMs` (24 hours). */
  latestRead(window: Omit<ReadHeader, 'startedAt'>, maxAgeMs?: number): StoredRead | undefined;
  /** Ids of all employees with a record, sorted by code units. */
  peopleOf(readId: string): readonly string[];
  /**
   * A person's records by list, day and id; with null, all records that belong to no employee. Can be iterated again.
   * @throws STORE_UNUSABLE if records differ from their digest
   */
  recordsOf(readId: string, person: string | null): Iterable<StoredRecord>;
}

export interface RunHeader {
  readonly runId: string;
  /** The employer's key in the configuration; it names files and may change. */
  readonly employerKey: string;
  /** The employer's id at the service; known people and places are stored under this ID. */
  readonly employerId: string;
  readonly period: Period;
  readonly state: RunState;
  readonly startedAt: Date;
}

/** A run to be recorded. */
export interface NewRun extends RunHeader {
  /** The complete read that it was computed from; null if it was computed from none. */
  readonly readId: string | null;
  readonly manifest: JsonObject;
  /** The run's link in its employer's chain, in the same transaction; a draft has none. */
  readonly link?: NewLink;
  /** The inputs of a draft, person by person; a final has them in its link. */
  readonly inputs?: readonly PersonContent[];
  /** For an export, counts by code: with this transaction its period is no longer blocked. */
  readonly exceptions?: ExportOutcome['exceptions'];
}

export interface StoredRun extends Omit<NewRun, 'link' | 'inputs' | 'exceptions'> {
  readonly completedAt: Date;
}

export interface RunFilter {
  readonly employerKey?: string;
  readonly employerId?: string;
  readonly state?: RunState;
  /** Runs whose period is exactly this one. */
  readonly period?: { readonly from: LocalDate; readonly to: LocalDate };
}

/** A run without its result. */
export type RunRef = Pick<StoredRun, 'runId' | 'employerId' | 'employerKey' | 'state'>;

export interface RunRefFilter {
  readonly employerKeys?: readonly string[] | undefined;
  /** Runs with one of these days. */
  readonly days?: { readonly from: string; readonly to: string } | undefined;
  /** Only the newest. */
  readonly limit?: number | undefined;
}

export interface KnownEmployee extends Pick<Employee, 'id' | 'firstName' | 'lastName'> {
  readonly lastSeen: Date;
}

export interface KnownEstablishment extends Establishment {
  readonly lastSeen: Date;
}

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
}

/** The local memory: one SQLite file. Every method throws STORE_UNUSABLE or STORE_BUSY if the file fails. */
export interface Store extends StoredReads {
  readonly path: string;
  readonly mode: 'read' | 'write';
  /** The kind of network share the file is on (`NFS`, `SMB`, …); then it works without write-ahead log. */
  readonly networkShare: string | undefined;

  /** The record of a working copy; undefined if the file itself is the record. */
  readonly shared: SharedRecord | undefined;

  /** The form of stored paths. */
  readonly paths: KeptPaths;
  /** File changes that runs are about to make. */
  readonly journal: Journal;

  /** Records a run, all or nothing; older drafts of the same days lose their reads, except the newest two. */
  recordRun(run: NewRun): void;
  /** Newest first. */
  runs(filter?: RunFilter): readonly StoredRun[];
  /** All of them, newest first: they need little memory. */
  runRefs(filter?: RunRefFilter): readonly RunRef[];
  run(runId: string): StoredRun | undefined;
  /** The inputs of a draft; empty if its read was deleted. */
  draftInputs(runId: string): readonly PersonContent[];

  saveFieldEvidence(employerId: string, evidence: JsonObject): void;
  fieldEvidence(employerId: string): JsonObject | undefined;

  rememberEmployees(
    employerId: string,
    employees: Iterable<Pick<Employee, 'id' | 'firstName' | 'lastName'>>,
  ): void;
  knownEmployees(employerId: string): readonly KnownEmployee[];
  rememberEstablishments(employerId: string, establishments: Iterable<Establishment>): void;
  knownEstablishments(employerId: string): readonly KnownEstablishment[];

  /** The chain of finals, corrections and purges. */
  readonly ledger: Ledger;
  /** The deliveries to send, and their states. */
  readonly outbox: Outbox;
  /** The state of a running schedule and of the board. */
  readonly scheduleState: ScheduleState;
  /** Blocked periods and the people who can resolve them, for the board and reminders. */
  readonly owedWork: OwedWorkLog;
  /** The records that the monitor read, and its findings. */
  readonly mirror: Mirror;

  /** The faults that SQLite's own check finds in the file; empty if there are none. */
  damage(): readonly string[];
  close(): void;
}
