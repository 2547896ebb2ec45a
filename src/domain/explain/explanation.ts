import type { ExceptionCode } from '../exceptions/finding.js';
import type { Adjustment, PayLine } from '../pay/payLine.js';
import type { Attribution } from '../time/attribution.js';
import type { ZoneSource } from '../time/entryZone.js';
import type { LocalDate } from '../time/localDate.js';
import type { ExclusionReason, TimePolicy } from '../timesheet/timesheet.js';
import type { WorkingWeek } from '../workingTime/breaches.js';
import type { DaySources } from './explainSources.js';

/** A recorded stamp, and the same instant in UTC (`2026-10-24 20:00`). */
export interface StampExplanation {
  readonly text: string;
  readonly utc: string;
  /** `+02:00`: the offset in the stamp. */
  readonly offset: string;
  /** The zone table's offset at that instant, if it differs; the instant is unchanged. */
  readonly tableOffset: string | undefined;
}

export interface ZoneExplanation {
  readonly name: string;
  readonly source: ZoneSource;
  /** The clock of days and windows: the zone's, or the stamps' own offset if it contradicts the table. */
  readonly clock: string;
}

/** A section with one offset on one local day; clock times are local. */
export interface PieceExplanation {
  readonly date: LocalDate;
  readonly from: string;
  readonly to: string;
  readonly offset: string;
  readonly elapsedSeconds: number;
}

/** How one day's share of the worked minutes was computed: floor, remainder, and the extra minute. */
export interface ShareExplanation {
  readonly date: LocalDate;
  readonly elapsedSeconds: number;
  /** `workedMinutes` × `elapsedSeconds` / all seconds is `wholeMinutes` and `remainder` / all seconds. */
  readonly wholeMinutes: number;
  readonly remainder: number;
  readonly divisor: number;
  /** Whether it received an extra minute, because its remainder was among the largest. */
  readonly gotExtraMinute: boolean;
  readonly minutes: number;
  /** Whether the day is in the period. */
  readonly isInside: boolean;
}

export interface PayExplanation {
  readonly paidMinutes: number;
  /** Signed minutes: worked minutes and all adjustments add up to the paid ones. */
  readonly adjustments: readonly Adjustment[];
  /** By date, including days outside the period. */
  readonly lines: readonly (Pick<
    PayLine,
    'date' | 'payCode' | 'kind' | 'minutes' | 'quantity' | 'rule' | 'overtime'
  > & {
    /** Clock time, `2026-10-24 12:00`; with the offset near a clock change. */
    readonly from: string;
    readonly to: string;
    /** The counted time between the two; if it exceeds `minutes`, the difference is breaks. */
    readonly spanMinutes: number;
  })[];
}

export interface FindingExplanation {
  readonly code: ExceptionCode;
  readonly message: string;
}

/** How one entry is counted in the figures, or why it is excluded. */
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
  /** The clock change in between, in seconds; 0 on most days. */
  readonly clockChangeSeconds: number;
  /** The service's figure; never recomputed. */
  readonly workedMinutes: number;
  /** Planned break of the worked shift. */
  readonly plannedBreakMinutes: number | undefined;
  readonly reviewedAtUtc: string | undefined;
  readonly shiftId: string | undefined;
  readonly attribution: Attribution;
  readonly pieces: readonly PieceExplanation[];
  /** Days that received minutes; empty for an entry that counts for no day. */
  readonly shares: readonly ShareExplanation[];
  readonly insideMinutes: number;
  /** Why none or only a part of it is in the period. */
  readonly excluded: { readonly reason: ExclusionReason; readonly minutes: number } | undefined;
  readonly pay: PayExplanation | undefined;
  readonly findings: readonly FindingExplanation[];
}

/** A published shift: planned minutes are the service's, checked against its stamps and break. */
export interface ShiftExplanation {
  readonly id: string;
  readonly url: string | undefined;
  /** Clock time; with the offset near a clock change. */
  readonly start: string;
  readonly end: string;
  readonly elapsedMinutes: number;
  readonly breakMinutes: number;
  readonly plannedMinutes: number;
}

/** A row of `employee-days`, with the parts of each of its figures, and the rows of files that held. */
export interface DayExplanation extends DaySources {
  readonly date: LocalDate;
  readonly weekday: number;
  readonly holiday: string | undefined;
  /** null if planning cannot be read. */
  readonly plannedMinutes: number | null;
  readonly workedMinutes: number;
  /** Minutes of shifts that replace entries; not included in the worked minutes. */
  readonly estimatedMinutes: number;
  readonly differenceMinutes: number | null;
  readonly paidMinutes: number;
  readonly entryCount: number;
  /** The minutes of each entry on the day. */
  readonly shares: readonly { readonly entryId: string; readonly minutes: number }[];
  readonly shifts: readonly ShiftExplanation[];
  /** Lines without an entry: a paid holiday without work, leave. */
  readonly unworked: readonly Pick<PayLine, 'payCode' | 'kind' | 'minutes' | 'quantity' | 'rule'>[];
}

/** Everything about one employee in a period, or on one day of it. */
export interface Explanation {
  readonly employeeId: string;
  /** The person's page in the portal. */
  readonly url: string | undefined;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate; readonly label: string };
  /** The requested day. */
  readonly date: LocalDate | undefined;
  readonly policy: TimePolicy;
  readonly totals: {
    readonly workedMinutes: number;
    readonly plannedMinutes: number | null;
    readonly paidMinutes: number;
    readonly entries: number;
  };
  readonly days: readonly DayExplanation[];
  /** Each entry once, by start: those of the days, and the person's entries that count for none of them. */
  readonly entries: readonly EntryExplanation[];
  /** Findings about the person or about shifts, not about one of the entries. */
  readonly findings: readonly FindingExplanation[];
  /** The weeks compared with working-time limits; empty if none are set. */
  readonly workingWeeks: readonly WorkingWeek[];
}
