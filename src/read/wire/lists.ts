import type { Employee, ListName } from '../../domain/records/records.js';
import type { Parser, WireRecord } from './parsed.js';
import { type BareShift, type BareTimeEntry, EMPLOYEE_FIELDS, IDENTIFIED_FIELDS, type Identified, parseEmployee, parseIdentified, parseShift, parseTimeEntry, SHIFT_FIELDS, TIME_ENTRY_FIELDS } from './wireRecords.js';

/** How to read the records of one list. */
export interface ListShape<T> {
  readonly list: ListName;
  readonly parse: Parser<T>;
  /** Documented fields; the others are looked through for what the service leaves open (docs/service.md). */
  readonly documented: ReadonlySet<string>;
  /** The field whose day `from` and `to` select by; undefined for lists without days. */
  readonly dayField: string | undefined;
  /** Without ids of their own, records are told apart by their content. */
  readonly identity?: 'content';
  /** Which undocumented values are kept: all of a small list, only ids of a large one. */
  readonly keep: 'texts' | 'ids';
}

function identified(list: ListName): ListShape<Identified> {
  return {
    list,
    parse: parseIdentified,
    documented: new Set(IDENTIFIED_FIELDS),
    dayField: undefined,
    keep: 'texts',
  };
}

export const ESTABLISHMENTS = identified('establishments');
export const AGENCY_WORKERS = identified('agency-workers');
export const TEAMS = identified('teams');
export const TASKS = identified('tasks');

export const EMPLOYEES: ListShape<Employee> = {
  list: 'employees',
  parse: parseEmployee,
  documented: new Set(EMPLOYEE_FIELDS),
  dayField: undefined,
  keep: 'ids',
};

export const SHIFTS: ListShape<BareShift> = {
  list: 'shifts',
  parse: parseShift,
  documented: new Set(SHIFT_FIELDS),
  dayField: 'date',
  keep: 'ids',
};

export const TIME_ENTRIES: ListShape<BareTimeEntry> = {
  list: 'time-entries',
  parse: parseTimeEntry,
  documented: new Set(TIME_ENTRY_FIELDS),
  dayField: 'workDate',
  keep: 'ids',
};

/**
 * No field of a holiday is documented: what is a date and what a name is found out later. An `id` may be that of the holiday, the
 * same in every year, so it does not tell two records apart.
 */
export const HOLIDAYS: ListShape<WireRecord> = {
  list: 'public-holidays',
  parse: (record) => ({ ok: true, value: record }),
  documented: new Set(IDENTIFIED_FIELDS),
  dayField: undefined,
  identity: 'content',
  keep: 'texts',
};
