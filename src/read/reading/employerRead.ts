import type { UnavailableList } from '../../domain/records/periodData.js';
import type { Employee, Establishment, Holiday, InvalidRecord, ListName, NamedRecord } from '../../domain/records/records.js';
import type { Scope } from '../auth/scopes.js';
import type { FoundField } from '../discovery/targets.js';
import type { Counts } from '../transport/session.js';
import type { ListDigest } from './listLedger.js';
import type { ReadWindow } from './readWindows.js';

/** A list that could not be read, and what an export lacks for it. */
export interface Unavailable extends UnavailableList {
  readonly scope: Scope;
  /** A sentence: the cause, and what it costs. */
  readonly reason: string;
}

/** What the lists of a read held, by list. */
export type Digests = Readonly<Partial<Record<ListName, ListDigest>>>;

/** One complete read; its shifts and time entries are where they were put as they came. Ids are unique in each list. */
export interface EmployerRead {
  /** The days asked for: the period and its margin. */
  readonly window: ReadWindow;
  readonly establishments: readonly Establishment[];
  readonly holidays: readonly Holiday[];
  readonly employees: readonly Employee[];
  readonly agencyWorkers: readonly NamedRecord[];
  readonly teams: readonly NamedRecord[];
  readonly tasks: readonly NamedRecord[];
  /** Whether planning can be read at all. */
  readonly hasPlanning: boolean;
  readonly invalid: readonly InvalidRecord[];
  readonly fields: readonly FoundField[];
  readonly unavailable: readonly Unavailable[];
  /** Ids on which the passes of this read do not agree, by list. */
  readonly changedWhileReading: readonly string[];
  /** To be given to the next read of the same window as `earlier`. */
  readonly digests: Digests;
  /** How often each list was read completely. */
  readonly passes: Readonly<Partial<Record<ListName, number>>>;
  readonly counts: Readonly<Counts>;
  /** The data requests that the same passes need where every page but the last is full. */
  readonly leastRequests: number;
}
