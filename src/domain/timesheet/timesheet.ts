import type { Period } from '../period/period.js';
import type { TimeEntry } from '../records/records.js';
import type { Attribution, DayPart } from '../time/attribution.js';
import type { EntryZone } from '../time/entryZone.js';
import type { LocalDate } from '../time/localDate.js';

/** The rule for the day that minutes count for. */
export interface TimePolicy {
  readonly attribution: Attribution;
  readonly dst: 'elapsed' | 'wallclock';
  /** Seconds after midnight at which the days of totals and periods begin; midnight by default. */
  readonly dayStart?: number | undefined;
  /** Published shifts replace entries from this day of the period on; undefined if they never do. */
  readonly estimateFrom?: LocalDate | undefined;
}

/** A completed entry with the days of its worked minutes. */
export interface WorkedEntry {
  readonly entry: TimeEntry;
  /** undefined if the zone of the entry is unknown; its minutes then stay on its `workDate`. */
  readonly zone: EntryZone | undefined;
  /** In order of time; minutes add up to the entry's `workedMinutes`. */
  readonly parts: readonly DayPart[];
  /**
   * Its stamps are so far from its `workDate` that a neighbouring period would not read it: all minutes stay on the
   * `workDate`, where exactly one period counts them, and WORKDATE_MISMATCH reports it.
   */
  readonly isKeptOnWorkDate?: boolean;
  /** The parts whose day is in the period and takes its minutes from this kind of record (entry or shift). */
  readonly inside: readonly DayPart[];
  /** Not worked yet: the entry represents a published shift, as if worked as planned. */
  readonly isEstimate?: true;
  /** Only a part of it is paid: planned shifts replace the entry on its other days, or it replaces entries there. */
  readonly isCutByEstimates?: true;
}

/** A fetched entry without exported minutes. */
export interface ExcludedEntry {
  readonly entry: TimeEntry;
  readonly reason: Exclude<ExclusionReason, 'invalid'>;
}

/** Worked and planned minutes of one person on one local day. */
export interface PersonDay {
  /** Employee id, or agency worker id in the agency's table; null if the record names no person. */
  readonly personId: string | null;
  readonly date: LocalDate;
  /** Names of the day's establishments, sorted. */
  readonly establishments: readonly string[];
  /** null if planning cannot be read. */
  readonly plannedMinutes: number | null;
  readonly workedMinutes: number;
  /** Completed entries with a minute on that day. */
  readonly entryCount: number;
  /** Minutes of published shifts that replace entries; in addition to the worked ones; absent if there are none. */
  readonly estimatedMinutes?: number;
}

/** The period's minutes by person and day, and the result for every fetched entry. */
export interface Timesheet {
  readonly period: Period;
  readonly policy: TimePolicy;
  /** Exported entries: completed, with an employee, and with a part in the period. */
  readonly exported: readonly WorkedEntry[];
  /** Completed entries of employees that are entirely outside the period: needed for rests, overlaps and weeks. */
  readonly outside: readonly WorkedEntry[];
  /** Completed entries without an employee, on any day. */
  readonly agency: readonly WorkedEntry[];
  readonly excluded: readonly ExcludedEntry[];
  readonly days: readonly PersonDay[];
  readonly agencyDays: readonly PersonDay[];
  /** Only in a run with estimates. */
  readonly estimated?: Estimated;
}

/** The days on which planned shifts replace entries. */
export interface Estimated {
  /** Completed entries of employees with minutes on such days only: excluded. */
  readonly replaced: readonly WorkedEntry[];
  /** Published shifts of employees with minutes on such days. */
  readonly estimates: readonly WorkedEntry[];
}

/** Why fetched entries, or minutes of them, are not exported: a fixed list, in display order. */
export const EXCLUSION_REASONS = [
  'cancelled',
  'open',
  'agency',
  'outside-period',
  'filtered',
  'invalid',
  'estimated',
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** The reason from an entry's own state; undefined if its minutes can be exported. */
export function exclusionReason(entry: TimeEntry): 'cancelled' | 'open' | 'agency' | undefined {
  if (entry.status === 'Cancelled') return 'cancelled';
  if (entry.status !== 'Completed') return 'open';
  return entry.employeeId === null ? 'agency' : undefined;
}
