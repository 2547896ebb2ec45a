import type { UnavailableList } from '../../domain/records/periodData.js';
import type {
  Employee,
  Establishment,
  Holiday,
  InvalidRecord,
  ListName,
  NamedRecord,
  Shift,
  TimeEntry,
} from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { Scope } from '../auth/scopes.js';
import type { FoundField } from '../discovery/targets.js';
import type { Counts } from '../transport/session.js';
import type { ReadWindow } from './readWindows.js';

/** A list that could not be read, and what an export lacks for it. */
export interface Unavailable extends UnavailableList {
  readonly scope: Scope;
  /** A sentence: the cause, and what it costs. */
  readonly reason: string;
}

export interface RawRecord {
  readonly id: string;
  /** The day that `from` and `to` select by; null for lists without days. */
  readonly day: LocalDate | null;
  readonly json: string;
}

/** id -> hash of the record's content, by list. */
export type Digests = Readonly<Partial<Record<ListName, ReadonlyMap<string, string>>>>;

/** One complete read. Ids are unique in each list. */
export interface EmployerRead {
  /** The days asked for: the period and its margin. */
  readonly window: ReadWindow;
  readonly establishments: readonly Establishment[];
  readonly holidays: readonly Holiday[];
  readonly employees: readonly Employee[];
  readonly agencyWorkers: readonly NamedRecord[];
  readonly teams: readonly NamedRecord[];
  readonly tasks: readonly NamedRecord[];
  /** null where planning cannot be read. */
  readonly shifts: readonly Shift[] | null;
  readonly entries: readonly TimeEntry[];
  readonly invalid: readonly InvalidRecord[];
  readonly fields: readonly FoundField[];
  readonly unavailable: readonly Unavailable[];
  /** Ids on which the passes of this read do not agree, by list. */
  readonly changedWhileReading: readonly string[];
  /** To be given to the next read of the same window as `earlier`. */
  readonly digests: Digests;
  /** How often each list was read completely. */
  readonly passes: Readonly<Partial<Record<ListName, number>>>;
  /** The accepted records of a list as received; empty unless `keepRaw`. */
  readonly raw: (list: ListName) => readonly RawRecord[];
  readonly counts: Readonly<Counts>;
  /** The data requests that the same passes need where every page but the last is full. */
  readonly leastRequests: number;
}
