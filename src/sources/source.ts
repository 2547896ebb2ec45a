import type { SourceExtent, UnavailableList } from '../domain/records/periodData.js';
import type {
  Employee,
  Establishment,
  Holiday,
  InvalidRecord,
  ListName,
  NamedRecord,
} from '../domain/records/records.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { PaytallyError } from '../errors.js';
import type { AnyMessage } from '../i18n/message.js';
import type { FoundField } from './records/foundFields.js';
import type { ListDigest, RecordStaging } from './records/listCollector.js';
import type { ReadWindow } from './records/readWindows.js';

/**
 * The records of one employer, wherever they come from. A source stages its shifts and time entries in the form of
 * `records/lists.ts`; everything after that is the same for all sources. All methods throw PaytallyError, also with
 * INTERRUPTED; no secret is in an error.
 */
export interface Source {
  /** Reads all lists completely, those with days for the requested windows. */
  readonly read: (request: SourceRequest) => Promise<SourceRead>;
  /** Only the establishments, whose zones determine the days of a relative period. */
  readonly readEstablishments: () => Promise<EstablishmentsRead>;
  readonly readEmployees: (read: 'once' | 'twice') => Promise<EmployeesRead>;
  /** The dates on which the employer grants the public holidays of some years, sorted. */
  readonly readGrantedHolidays: (years: readonly number[]) => Promise<readonly LocalDate[]>;
  /** Whether the source can be read, and what it lacks: for `doctor`. */
  readonly checkAccess: () => Promise<readonly AccessCheck[]>;
}

export interface SourceRequest {
  /** Days to read: windows in order, without a day in common. */
  readonly windows: readonly ReadWindow[];
  /** Days whose records count, if more are read; others are not reported. @default all */
  readonly counted?: ReadWindow | undefined;
  /**
   * `twice`: a record counts as deleted only if two consecutive complete passes lack it, and the records on which the
   * passes differ are reported.
   */
  readonly read: 'once' | 'twice';
  /** Where the shifts and time entries are collected. */
  readonly staging: RecordStaging;
  /** Digests of an earlier read of exactly these days: an equal list may replace a pass. */
  readonly earlier?: ListDigests;
  /** The number of records of each list, if it can be estimated from an earlier read. */
  readonly expected?: Readonly<Partial<Record<ListName, number>>> | undefined;
  /** @default the years that can grant a holiday in the days that are read */
  readonly holidays?: HolidaysToRead | undefined;
  /** IDs of a list that an earlier read had: if a pass lacks one of them, another pass follows. */
  readonly retained?: ((list: ListName) => Iterable<string>) | undefined;
}

export interface HolidaysToRead {
  readonly years: readonly number[];
  /** Holidays of other years, from an earlier read. */
  readonly known: readonly Holiday[];
}

/** Digests of the lists of a read, by list. */
export type ListDigests = Readonly<Partial<Record<ListName, ListDigest>>>;

/** The records of the lists without days, and where the fields were found. IDs are unique in each list. */
export interface SourceLists {
  readonly establishments: readonly Establishment[];
  readonly holidays: readonly Holiday[];
  readonly employees: readonly Employee[];
  readonly agencyWorkers: readonly NamedRecord[];
  readonly teams: readonly NamedRecord[];
  readonly tasks: readonly NamedRecord[];
  /** The invalid records of all lists. */
  readonly invalid: readonly InvalidRecord[];
  /** The paths of undocumented fields in staged records. */
  readonly fields: readonly FoundField[];
}

/** One complete read. Its shifts and time entries are in the staging. */
export interface SourceRead extends SourceLists {
  /** From the first to the last requested day. */
  readonly window: ReadWindow;
  /** Whether the source has planned shifts that can be read. */
  readonly hasPlanning: boolean;
  /** Whether the source says which entries were reviewed. @default true */
  readonly hasReviews?: boolean | undefined;
  /** Whether entries don't name their shifts, so that they are paired by person, place and overlap. @default false */
  readonly pairsShifts?: boolean | undefined;
  readonly unavailable: readonly Unavailable[];
  /** IDs on which the passes of this read differ. */
  readonly changedWhileReading: readonly string[];
  /** Pass this to the next read of the same window as `earlier`. */
  readonly digests: ListDigests;
  /** Requests that returned data. */
  readonly counts: { readonly dataRequests: number };
  /** The days that files or a program have; a source that is asked for days has none. */
  readonly extent?: SourceExtent | undefined;
  /** Whose entries alone were shown, where others have an account. */
  readonly onlyOwner?: { readonly id: string; readonly name: string } | undefined;
  /** What the source should tell once: it changes no record. */
  readonly notices?: readonly AnyMessage[];
}

/** A list that could not be read, and the consequences for an export. */
export interface Unavailable extends UnavailableList {
  /** The cause and its consequences. */
  readonly reason: AnyMessage;
}

export interface EstablishmentsRead {
  readonly establishments: readonly Establishment[];
  readonly dataRequests: number;
}

export interface EmployeesRead {
  readonly employees: readonly Employee[];
  readonly invalid: readonly InvalidRecord[];
}

/** One result of a check of the access to a source. */
export type AccessCheck =
  | { readonly check: AccessCheckName; readonly status: 'ok'; readonly text: AnyMessage }
  | {
      readonly check: AccessCheckName;
      readonly status: 'warning';
      readonly text: AnyMessage;
      readonly remedy: AnyMessage | undefined;
    }
  | { readonly check: AccessCheckName; readonly status: 'problem'; readonly error: PaytallyError };

type AccessCheckName = 'source' | 'token' | 'scopes';
