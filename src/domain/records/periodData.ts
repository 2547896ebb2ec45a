import { groupBy } from '../collections.js';
import { daysBetween, type LocalDate } from '../time/localDate.js';
import { zoneByName } from '../time/tzdata.js';
import type { Zone } from '../time/zone.js';
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
 * Why the integration cannot read a list: the permission or the module is missing (the token does not show which), or
 * the service refuses the list despite the permission.
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
  /** The names of permission and module in the employer portal; the module is empty if none is needed. */
  readonly permission: string;
  readonly scope: string;
  readonly module: string;
}

/** The days that files or a program have, and what earlier finals had on others. */
export interface SourceExtent {
  /** A file or a program, for messages. */
  readonly place: string;
  /** The first and last work date of all its entries; undefined without any. */
  readonly days?: { readonly from: LocalDate; readonly to: LocalDate } | undefined;
  /** The work dates of all its entries; undefined for a stored read. */
  readonly dates?: ReadonlySet<LocalDate> | undefined;
  /** When the file was saved, in epoch seconds. */
  readonly savedEpoch?: number | undefined;
}

/** The days of a read that its source does not have, with the entries of earlier finals on them. */
export interface ReadExtent extends SourceExtent {
  readonly lacking: readonly { readonly date: LocalDate; readonly entries: number }[];
}

/** Lists whose loss changes pay although all entries are there. */
export const LOSABLE_LISTS = ['public-holidays', 'shifts'] as const;
export type LosableList = (typeof LOSABLE_LISTS)[number];

/** The result of one complete read of an employer, besides shifts and time entries. IDs are unique. */
export interface PeriodFacts {
  /** Zones are filled in from the configuration if the service shows none. */
  readonly establishments: readonly Establishment[];
  readonly holidays: readonly Holiday[];
  /** As listed; null if the list cannot be read. */
  readonly employees: readonly Employee[] | null;
  /** Employees of earlier runs who are no longer listed: archived since. */
  readonly rememberedEmployees: readonly Employee[];
  readonly agencyWorkers: readonly NamedRecord[];
  readonly teams: readonly NamedRecord[];
  readonly tasks: readonly NamedRecord[];
  /** Whether planning can be read. */
  readonly hasPlanning: boolean;
  /** Whether the source says which entries were reviewed. @default true */
  readonly hasReviews?: boolean | undefined;
  readonly invalid: readonly InvalidRecord[];
  /** Ids that differed between two passes of the same read. */
  readonly changedWhileReading: readonly string[];
  /** Establishments of earlier runs that the service no longer lists. */
  readonly goneEstablishments: readonly string[];
  readonly unavailable: readonly UnavailableList[];
  /** What files or a program have; undefined for a source that is asked for days. */
  readonly extent?: ReadExtent | undefined;
  /** Lists that the finals of these days had, and this read has no longer. */
  readonly lostLists?: readonly LosableList[] | undefined;
  /** The only person whose entries the access shows, and how many others are known from the mapping and finals. */
  readonly onlyOwner?: { readonly name: string; readonly others: number } | undefined;
  /** When the read began, in epoch seconds: shifts that had not ended by then may still change. */
  readonly readBeganEpoch: number;
  /**
   * The employer's zone: the configured one, otherwise that of most establishments; undefined if neither is known.
   */
  readonly employerZone: string | undefined;
  /** Names of the establishments where a person works, sorted; left out if there are no records to look them up in. */
  readonly placesOf?: (employeeId: string) => readonly string[];
}

/**
 * A period and its margin with shifts and time entries: of one employee, of work without an employee (null), or of all
 * employees of a small period.
 */
export interface PeriodData extends Omit<PeriodFacts, 'hasPlanning'> {
  /** null if planning cannot be read. */
  readonly shifts: readonly Shift[] | null;
  readonly entries: readonly TimeEntry[];
}

/** The records of one person; with null, of work without an employee. */
export interface PersonRecords {
  readonly personId: string | null;
  readonly shifts: readonly Shift[];
  readonly entries: readonly TimeEntry[];
  /** Shifts of others that entries of the person name. */
  readonly relatedShifts: readonly Shift[];
  /** Entries of others that name a shift of the person. */
  readonly relatedEntries: readonly TimeEntry[];
  /** Entries of days that were read for working-time limits only; they are used for nothing else. */
  readonly entriesAround?: readonly TimeEntry[];
}

/** A read, one person at a time. */
export interface PeriodRecords {
  readonly facts: PeriodFacts;
  /** All employees with a record, sorted; work without an employee is not included. */
  readonly personIds: readonly string[];
  /** A person without records is not an error. */
  readonly of: (personId: string | null) => PersonRecords;
  /** The days that were read completely, including those for working-time limits. @default the period */
  readonly known?: { readonly from: LocalDate; readonly to: LocalDate };
}

/**
 * The records of a person, with entries that have the shift that they name, and its team and task if they have none
 * themselves (docs/service.md, "Shifts": the service documents these references for shifts).
 * @param marginDays read around a period: a shift further from an entry is not part of every read that has the entry, so
 * it decides nothing, or the pay of a day would depend on the days that were asked for
 */
export function inheritFromShifts(records: PersonRecords, marginDays: number): PersonRecords {
  const { entries, shifts, relatedShifts } = records;
  const byId = new Map([...shifts, ...relatedShifts].map((shift) => [shift.id, shift]));
  if (byId.size === 0) return records;
  const shiftOf = ({ shiftId, workDate }: TimeEntry): Shift | undefined => {
    const shift = byId.get(shiftId ?? '');
    return shift !== undefined && Math.abs(daysBetween(workDate, shift.date)) <= marginDays
      ? shift
      : undefined;
  };
  return { ...records, entries: entries.map((entry) => withShift(entry, shiftOf(entry))) };
}

function withShift(entry: TimeEntry, shift: Shift | undefined): TimeEntry {
  if (shift === undefined) return entry;
  const teamId = entry.teamId ?? shift.teamId;
  const taskId = entry.taskId ?? shift.taskId;
  return { ...entry, teamId, taskId, shift };
}

/** Records in memory, one person at a time, in the form in which the store returns a read. */
export function groupRecordsByPerson(data: PeriodData): PeriodRecords {
  const { entries, shifts, ...facts } = data;
  const entriesOf = groupBy(entries, ({ employeeId }) => employeeId);
  const shiftsOf = groupBy(shifts ?? [], ({ employeeId }) => employeeId);
  const shiftById = new Map((shifts ?? []).map((shift) => [shift.id, shift]));
  const entriesOn = groupBy(entries, ({ shiftId }) => shiftId);
  const of = (personId: string | null): PersonRecords => {
    const own = { entries: entriesOf.get(personId) ?? [], shifts: shiftsOf.get(personId) ?? [] };
    const named = own.entries.flatMap(({ shiftId }) => shiftById.get(shiftId ?? '') ?? []);
    const on = own.shifts.flatMap(({ id }) => entriesOn.get(id) ?? []);
    return {
      personId,
      ...own,
      relatedShifts: [...new Set(named)].filter(({ employeeId }) => employeeId !== personId),
      relatedEntries: on.filter(({ employeeId }) => employeeId !== personId),
    };
  };
  const ids = new Set([...entriesOf.keys(), ...shiftsOf.keys()]);
  const personIds = [...ids].filter((id) => id !== null).sort();
  return { facts: { ...facts, hasPlanning: shifts !== null }, personIds, of };
}

/** The zones of an employer's establishments, as far as they are known. @throws PaytallyError ZONE_UNKNOWN */
export function employerZones({ establishments }: Pick<PeriodData, 'establishments'>): Zone[] {
  return establishments.flatMap(({ zone }) => (zone === undefined ? [] : [zoneByName(zone)]));
}
