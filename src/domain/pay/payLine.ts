import type { LocalDate } from '../time/localDate.js';

export type PayLineKind = 'base' | 'loading' | 'topup';

/** Minutes of one entry on one day that one rule took. */
export interface PayLine {
  readonly employeeId: string;
  /** The day that the minutes count for (attribution), not always the day on which they were worked. */
  readonly date: LocalDate;
  readonly payCode: string;
  readonly kind: PayLineKind;
  /** Whole minutes. Never negative here; corrections use the same shape with signed minutes. */
  readonly minutes: number;
  readonly entryId: string;
  readonly establishmentId: string | null;
  readonly teamId: string | null;
  readonly taskId: string | null;
  /** Where the rule stands in the configuration: `payRules.base[1]`. */
  readonly rule: string;
  /** The limit that was exceeded, for an overtime rule. */
  readonly overtime: 'day' | 'week' | undefined;
  /** The real time that the minutes come from, in epoch seconds; inside it they have no known position. */
  readonly fromEpoch: number;
  readonly toEpoch: number;
  /** The time that counts between the two, breaks included: real time, or what the clock showed. */
  readonly spanSeconds: number;
}

/** Why paid minutes differ from worked minutes, in the order in which the reasons apply. */
export const ADJUSTMENT_REASONS = [
  'stamp-rounding',
  'wallclock',
  'paid-break',
  'entry-rounding',
  'day-rounding',
  'minimum-paid',
] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** Signed minutes, never 0. */
export interface Adjustment {
  readonly reason: AdjustmentReason;
  readonly minutes: number;
}

/** What one day gets of an entry. The two differ by adjustments, and by where a break is placed. */
export interface PaidDay {
  readonly date: LocalDate;
  readonly workedMinutes: number;
  readonly paidMinutes: number;
}

/** The way from the service's minutes to the paid ones: `workedMinutes` plus all adjustments is `paidMinutes`. */
export interface PaidEntry {
  readonly entryId: string;
  readonly employeeId: string;
  readonly workedMinutes: number;
  /** The sum of the entry's `base` and `topup` lines, those beyond the period included. */
  readonly paidMinutes: number;
  readonly adjustments: readonly Adjustment[];
  /** In order of date. */
  readonly days: readonly PaidDay[];
  /** Why its minutes have no known place on the clock; rules then look at the clock of its start. */
  readonly unplaced: 'no-end' | 'no-zone' | undefined;
}
