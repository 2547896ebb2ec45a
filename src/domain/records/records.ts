import type { AnyMessage } from '../../i18n/message.js';
import type { LocalDate } from '../time/localDate.js';
import type { Stamp } from '../time/stamp.js';

/** A place of work. `zone` is undefined if the service shows no zone field (docs/service.md, "Establishments"). */
export interface Establishment {
  readonly id: string;
  readonly zone: string | undefined;
  readonly label: string | undefined;
}

/** docs/service.md, "Employees". Archived employees are absent from the service's list. */
export interface Employee {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
}

/** A list whose records have an ID and, if the service shows one, a label: teams, tasks, agency workers. */
export interface NamedRecord {
  readonly id: string;
  readonly label: string | undefined;
}

/** A public holiday on the date on which the employer grants it (docs/service.md, "Public holidays"). */
export interface Holiday {
  readonly date: LocalDate;
  /** Never empty: if the service has no name, the word for a public holiday in the configured language. */
  readonly name: string;
  /** The calendar date before a replacement, if the service shows it and it differs. */
  readonly originalDate: LocalDate | undefined;
}

/** References whose field names the service does not document; null if absent. */
export interface References {
  readonly establishmentId: string | null;
  readonly teamId: string | null;
  readonly taskId: string | null;
  readonly agencyId: string | null;
  readonly agencyWorkerId: string | null;
}

/** A published shift (docs/service.md, "Shifts"). Minutes are integers. */
export interface Shift extends References {
  readonly id: string;
  readonly date: LocalDate;
  readonly start: Stamp;
  readonly end: Stamp;
  readonly breakMinutes: number;
  readonly plannedMinutes: number;
  readonly fillType: 'Internal' | 'External';
  readonly employeeId: string | null;
}

/** The published shift that an entry names. */
export type NamedShift = Pick<Shift, 'date' | 'start' | 'end'>;

export type EntryStatus = 'Working' | 'OnBreak' | 'Completed' | 'Cancelled';

/**
 * A time entry (docs/service.md, "Time entries"). `end` is null while open; `workedMinutes` is null unless completed.
 */
export interface TimeEntry extends References {
  readonly id: string;
  readonly workDate: LocalDate;
  readonly status: EntryStatus;
  readonly start: Stamp;
  readonly end: Stamp | null;
  readonly workedMinutes: number | null;
  /** Of a source that knows seconds, if they fill no minute: see `carrySeconds`. */
  readonly workedSeconds?: number;
  readonly shiftId: string | null;
  readonly employeeId: string | null;
  readonly reviewedAtUtc: string | null;
  /** undefined without a published shift close to the entry, and before shifts are looked up (`inheritFromShifts`). */
  readonly shift?: NamedShift | undefined;
}

/** A record that breaks a documented rule: stored and reported, but never counted. */
export interface InvalidRecord {
  readonly list: ListName;
  /** The record's id, or its position if the ID itself is unusable. */
  readonly id: string;
  /** The problems, each with the name of the field: `workedMinutes: expected a whole number of minutes, got "x"`. */
  readonly problems: readonly AnyMessage[];
  /** The service's day of the record, if it can be read. */
  readonly day?: LocalDate;
  /** `workedMinutes` of a time entry, if it can be read; otherwise 0. */
  readonly workedMinutes: number;
}

/** The lists of the service, places first. */
export const LIST_NAMES = [
  'establishments',
  'public-holidays',
  'employees',
  'agency-workers',
  'teams',
  'tasks',
  'shifts',
  'time-entries',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

const WORDS: Readonly<Record<string, string>> = {
  en: 'Public holiday',
  nl: 'Feestdag',
  fr: 'Jour férié',
  de: 'Feiertag',
};

/**
 * The default name of a holiday, in a language such as `nl` or `nl-BE`; English for all others. The day is granted and
 * paid as a holiday, so it must not look like an ordinary day.
 */
export function publicHolidayName(language: string): string {
  const key = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(WORDS, key) ? WORDS[key] : undefined) ?? 'Public holiday';
}
