import type { Employee, Establishment, Holiday, InvalidRecord, ListName, NamedRecord, Shift, TimeEntry } from './records.js';

/**
 * What stands between the integration and a list: its permission was not given, or, which the token does not tell
 * apart, its module is missing; or the service refuses the list although the token has the permission.
 */
export const LIST_LACKS = [
  'permission',
  'permission-or-module',
  'permission-gone',
  'module',
  'module-or-employer',
] as const;
export type ListLack = (typeof LIST_LACKS)[number];

/** A list that could not be read, and why. */
export interface UnavailableList {
  readonly list: ListName;
  readonly lack: ListLack;
  /** The names of permission and module in the employer portal; the module is empty where none is needed. */
  readonly permission: string;
  readonly scope: string;
  readonly module: string;
}

/** What one complete read of an employer tells beside shifts and time entries. Ids are unique. */
export interface PeriodFacts {
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
  /** Whether planning can be read. */
  readonly hasPlanning: boolean;
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

/** A period and its margin with shifts and time entries: those of one person, of nobody, or all of a small period. */
export interface PeriodData extends Omit<PeriodFacts, 'hasPlanning'> {
  /** null where planning cannot be read. */
  readonly shifts: readonly Shift[] | null;
  readonly entries: readonly TimeEntry[];
}

/** The records of one person; with null, of the work that names no employee. */
export interface PersonRecords {
  readonly personId: string | null;
  readonly shifts: readonly Shift[];
  readonly entries: readonly TimeEntry[];
  /** Shifts of others that entries of the person name. */
  readonly relatedShifts: readonly Shift[];
  /** Entries of others that name a shift of the person. */
  readonly relatedEntries: readonly TimeEntry[];
}

/** A read, person by person. */
export interface PeriodRecords {
  readonly facts: PeriodFacts;
  /** Everybody with a record, sorted; work that names no employee is not among them. */
  readonly personIds: readonly string[];
  /** Someone without a record has none, and is no error. */
  readonly of: (personId: string | null) => PersonRecords;
}
