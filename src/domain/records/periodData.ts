import type {
  Employee,
  Establishment,
  Holiday,
  InvalidRecord,
  ListName,
  NamedRecord,
  Shift,
  TimeEntry,
} from './records.js';

/**
 * What stands between the integration and a list: its permission was not given, or, which the token does not tell
 * apart, its module is missing; or the service refuses the list although the token has the permission.
 */
export type ListLack =
  | 'permission'
  | 'permission-or-module'
  | 'permission-gone'
  | 'module'
  | 'module-or-employer';

/** A list that could not be read, and why. */
export interface UnavailableList {
  readonly list: ListName;
  readonly lack: ListLack;
  /** The names of permission and module in the employer portal; the module is empty where none is needed. */
  readonly permission: string;
  readonly scope: string;
  readonly module: string;
}

/** Everything that one complete read of an employer returned for a period and its margin. Ids are unique. */
export interface PeriodData {
  /** Zones are filled in from the configuration where the service shows none. */
  readonly establishments: readonly Establishment[];
  readonly holidays: readonly Holiday[];
  /** As listed; null where the list cannot be read. */
  readonly employees: readonly Employee[] | null;
  /** People seen in earlier runs who are listed no more: archived since. */
  readonly rememberedEmployees: readonly Employee[];
  readonly agencyWorkers: readonly NamedRecord[];
  readonly teams: readonly NamedRecord[];
  readonly tasks: readonly NamedRecord[];
  /** null where planning cannot be read. */
  readonly shifts: readonly Shift[] | null;
  readonly entries: readonly TimeEntry[];
  readonly invalid: readonly InvalidRecord[];
  /** Ids that differed between two passes of the same read. */
  readonly changedWhileReading: readonly string[];
  /** Establishments known from earlier runs that the service lists no more. */
  readonly goneEstablishments: readonly string[];
  readonly unavailable: readonly UnavailableList[];
  /** When the read began, in epoch seconds: what had not ended by then may still change. */
  readonly readBeganEpoch: number;
  /** The employer's zone: the configured one, else that of most establishments; undefined where nobody knows it. */
  readonly employerZone: string | undefined;
}
