import type { ExceptionCode } from '../exceptions/finding.js';
import type { Adjustment, PayLine } from '../pay/payLine.js';
import type { Attribution } from '../time/attribution.js';
import type { ZoneSource } from '../time/entryZone.js';
import type { LocalDate } from '../time/localDate.js';
import type { ExclusionReason, TimePolicy } from '../timesheet/timesheet.js';
import type { WorkingWeek } from '../workingTime/breaches.js';

/** A recorded stamp, and the same instant on the clock of UTC (`2026-10-24 20:00`). */
export interface StampExplanation {
  readonly text: string;
  readonly utc: string;
  /** `+02:00`: what the stamp itself carries. */
  readonly offset: string;
  /** What the table of the zone has at that instant, where it differs; the instant stands. */
  readonly tableOffset: string | undefined;
}

export interface ZoneExplanation {
  readonly name: string;
  readonly source: ZoneSource;
  /** The clock of days and windows: the zone's, or the stamps' own offset where it contradicts the table. */
  readonly clock: string;
}

/** A stretch with one offset on one local day; the readings are those of the local clock. */
export interface PieceExplanation {
  readonly date: LocalDate;
  readonly from: string;
  readonly to: string;
  readonly offset: string;
  readonly elapsedSeconds: number;
}

/** How one day's share of the worked minutes came about: floor, remainder, and the minute that was still missing. */
export interface ShareExplanation {
  readonly date: LocalDate;
  readonly elapsedSeconds: number;
  /** `workedMinutes` × `elapsedSeconds` / all seconds is `wholeMinutes` and `remainder` / all seconds. */
  readonly wholeMinutes: number;
  readonly remainder: number;
  readonly divisor: number;
  /** A missing minute went here, because its remainder was among the largest. */
  readonly gotExtraMinute: boolean;
  readonly minutes: number;
  /** Whether the day lies in the period. */
  readonly isInside: boolean;
}

export interface PayExplanation {
  readonly paidMinutes: number;
  /** Signed minutes: worked minutes and all adjustments add up to the paid ones. */
  readonly adjustments: readonly Adjustment[];
  /** In order of date; days outside the period too. */
  readonly lines: readonly (Pick<
    PayLine,
    'date' | 'payCode' | 'kind' | 'minutes' | 'quantity' | 'rule' | 'overtime'
  > & {
    /** What the clock shows, `2026-10-24 12:00`; near a change of the clocks with the offset. */
    readonly from: string;
    readonly to: string;
    /** The time that counts from one to the other; where it is more than `minutes`, breaks have their share of it. */
    readonly spanMinutes: number;
  })[];
}

export interface FindingExplanation {
  readonly code: ExceptionCode;
  readonly message: string;
}

/** The way of one entry into the numbers, or out of them. */
export interface EntryExplanation {
  readonly id: string;
  /** Its page in the portal; undefined if the configuration has no address. */
  readonly url: string | undefined;
  readonly status: string;
  readonly establishment: string | undefined;
  readonly workDate: LocalDate;
  readonly start: StampExplanation;
  readonly end: StampExplanation | undefined;
  readonly zone: ZoneExplanation | undefined;
  /** Real time between the stamps; undefined without an end. */
  readonly elapsedSeconds: number | undefined;
  /** By how much the clocks moved in between, in seconds; 0 on most days. */
  readonly clockChangeSeconds: number;
  /** The service's figure; never recomputed. */
  readonly workedMinutes: number;
  /** Of the shift that was worked on. */
  readonly plannedBreakMinutes: number | undefined;
  readonly reviewedAtUtc: string | undefined;
  readonly shiftId: string | undefined;
  readonly attribution: Attribution;
  readonly pieces: readonly PieceExplanation[];
  /** Days that minutes were given to; empty for an entry that counts nowhere. */
  readonly shares: readonly ShareExplanation[];
  readonly insideMinutes: number;
  /** Why nothing of it, or not all of it, is in the period. */
  readonly excluded: { readonly reason: ExclusionReason; readonly minutes: number } | undefined;
  readonly pay: PayExplanation | undefined;
  readonly findings: readonly FindingExplanation[];
}

/** A published shift: planned minutes are the service's, checked against its stamps and break. */
export interface ShiftExplanation {
  readonly id: string;
  readonly url: string | undefined;
  /** What the clock shows; near a change of the clocks with the offset. */
  readonly start: string;
  readonly end: string;
  readonly elapsedMinutes: number;
  readonly breakMinutes: number;
  readonly plannedMinutes: number;
}

/** A row of `employee-days`, with what each of its numbers is the sum of. */
export interface DayExplanation {
  readonly date: LocalDate;
  readonly weekday: number;
  readonly holiday: string | undefined;
  /** null if planning cannot be read. */
  readonly plannedMinutes: number | null;
  readonly workedMinutes: number;
  /** Of shifts that replace entries; never among the worked ones. */
  readonly estimatedMinutes: number;
  readonly differenceMinutes: number | null;
  readonly paidMinutes: number;
  readonly entryCount: number;
  /** What each entry gives to the day. */
  readonly shares: readonly { readonly entryId: string; readonly minutes: number }[];
  readonly shifts: readonly ShiftExplanation[];
  /** Lines that no entry stands behind: a holiday that is paid without work, leave. */
  readonly unworked: readonly Pick<PayLine, 'payCode' | 'kind' | 'minutes' | 'quantity' | 'rule'>[];
}

/** Everything about one employee in a period, or on one day of it. */
export interface Explanation {
  readonly employeeId: string;
  /** The person's page in the portal. */
  readonly url: string | undefined;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate; readonly label: string };
  /** The day that was asked for. */
  readonly date: LocalDate | undefined;
  readonly policy: TimePolicy;
  readonly totals: {
    readonly workedMinutes: number;
    readonly plannedMinutes: number | null;
    readonly paidMinutes: number;
    readonly entries: number;
  };
  readonly days: readonly DayExplanation[];
  /** Each entry once, by start: those of the days, and those of the person that count nowhere in them. */
  readonly entries: readonly EntryExplanation[];
  /** Findings about the person or about shifts, not about one of the entries. */
  readonly findings: readonly FindingExplanation[];
  /** The weeks beside the limits of working time; empty if none are set. */
  readonly workingWeeks: readonly WorkingWeek[];
}
