import type { Days } from '../period/repeatingPeriod.js';
import type { PeriodRecords } from '../records/periodData.js';
import type { LocalDate } from '../time/localDate.js';
import type { WorkedHistory } from '../workingTime/workingTime.js';
import type { OvertimeUnit } from './payRules.js';

/**
 * `base` and `topup` add up to the paid minutes; `loading` stands on top of them. The others are no paid work: `count`
 * is a number of times, `credit` time that is owed, `not-worked` pay for holidays without work, `absence` leave.
 */
export type PayLineKind = 'base' | 'loading' | 'topup' | 'count' | 'credit' | 'not-worked' | 'absence';

/** Whether lines of a kind are part of the paid minutes of an entry, day and period. */
export function isPaidWork(kind: PayLineKind): boolean {
  return kind === 'base' || kind === 'topup';
}

/** Whether lines of a kind are part of the paid minutes of a person and period, which pay without work belongs to. */
export function isPaid(kind: PayLineKind): boolean {
  return isPaidWork(kind) || kind === 'not-worked';
}

/** Minutes of one entry on one day that one rule took, or a line of another kind. */
export interface PayLine {
  readonly employeeId: string;
  /** The day that the minutes count for (attribution), not always the day on which they were worked. */
  readonly date: LocalDate;
  readonly payCode: string;
  readonly kind: PayLineKind;
  /** Whole minutes. Never negative here; corrections use the same shape with signed minutes. */
  readonly minutes: number;
  /** How many times, of a line that counts; which part of a day, of an absence that is given in days. */
  readonly quantity?: number | undefined;
  /** Lines that count, and absences in days whose minutes are unknown: their `minutes` are 0 and have no meaning. */
  readonly isWithoutMinutes?: boolean | undefined;
  /** null for lines that no entry stands behind: absences, and holidays that are paid without work. */
  readonly entryId: string | null;
  readonly establishmentId: string | null;
  readonly teamId: string | null;
  readonly taskId: string | null;
  /** Where the rule stands in the configuration: `payRules.base[1]`. */
  readonly rule: string;
  /** The limit that was exceeded, for an overtime rule. */
  readonly overtime: OvertimeUnit | undefined;
  /** The real time that the minutes come from, in epoch seconds; inside it they have no known position. */
  readonly fromEpoch: number;
  readonly toEpoch: number;
  /** The time that counts between the two, breaks included: real time, or what the clock showed. */
  readonly spanSeconds: number;
  /** Of a published shift that stands in for an entry. */
  readonly isEstimated?: true;
}

/** A line that no entry stands behind: leave, or a holiday that is paid without work. */
export function unworkedLine(
  own: Pick<PayLine, 'employeeId' | 'date' | 'payCode' | 'kind' | 'minutes' | 'rule'>,
): PayLine {
  return {
    ...own,
    entryId: null,
    establishmentId: null,
    teamId: null,
    taskId: null,
    overtime: undefined,
    fromEpoch: 0,
    toEpoch: 0,
    spanSeconds: 0,
  };
}

/**
 * Minutes times a factor, to whole minutes, rounded half up. Factors have few decimals: 90 × 1.1 is 99, not
 * 99.00000000000001.
 */
export function multiplyMinutes(minutes: number, factor: number): number {
  return Math.floor(Number((minutes * factor).toFixed(6)) + 0.5);
}

/** The sum of two quantities. Decimals of tenths add up to tenths: binary fractions would not. */
export function addQuantities(a: number, b: number): number {
  const sum = a + b;
  return Number.isInteger(sum) ? sum : Number(sum.toFixed(6));
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

/**
 * What finals and corrections paid on days before those of a run (docs/pay.md, over several weeks): the newest that has
 * a day says what it came to.
 */
export interface EarlierPay {
  /** Those of the days that no final has, in order. */
  readonly unknownDays: (days: Days) => readonly Days[];
  /** One person's lines on the days, each minute once; undefined if the person was purged from a run that has some. */
  readonly linesOf: (employeeId: string, days: Days) => readonly PayLine[] | undefined;
}

/** The records of a read, with what is known about the days before it. */
export interface RecordsWithEarlierPay extends PeriodRecords {
  /** undefined if the ledger was not read. */
  readonly earlier?: EarlierPay | undefined;
  /** undefined if no other read was looked at. */
  readonly history?: WorkedHistory | undefined;
}

/** For runs that do not read the ledger: no earlier day is known. */
export const NO_EARLIER_PAY: EarlierPay = { unknownDays: (days) => [days], linesOf: () => [] };
