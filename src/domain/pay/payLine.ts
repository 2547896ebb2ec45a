import type { Days } from '../period/repeatingPeriod.js';
import type { PeriodRecords } from '../records/periodData.js';
import type { LocalDate } from '../time/localDate.js';
import type { WorkedHistory } from '../workingTime/workingTime.js';
import type { AccountRules, KnownBalance } from './accountRules.js';
import type { OvertimeUnit } from './payRules.js';

/**
 * `base` and `topup` add up to the paid minutes; `loading` is paid in addition. The others are not paid work: `count`
 * is a number of occurrences, `credit` time owed, `not-worked` pay for holidays without work, `absence` leave, `surplus`
 * hours that are paid out of an hours account.
 */
export type PayLineKind =
  | 'base'
  | 'loading'
  | 'topup'
  | 'count'
  | 'credit'
  | 'not-worked'
  | 'absence'
  | 'surplus';

/** Whether lines of a kind are part of the paid minutes of an entry, day and period. */
export function isPaidWork(kind: PayLineKind): boolean {
  return kind === 'base' || kind === 'topup';
}

/** Whether lines of a kind are part of the paid minutes of a person and period, including pay without work. */
export function isPaid(kind: PayLineKind): boolean {
  return isPaidWork(kind) || kind === 'not-worked';
}

/** Minutes of one entry on one day paid by one rule, or a line of another kind. */
export interface PayLine {
  readonly employeeId: string;
  /** The day that the minutes count for (attribution), not always the day on which they were worked. */
  readonly date: LocalDate;
  readonly payCode: string;
  readonly kind: PayLineKind;
  /** Whole minutes. Never negative here; corrections use the same shape with signed minutes. */
  readonly minutes: number;
  /** The number of occurrences of a counting line, or the part of a day of an absence in days. */
  readonly quantity?: number | undefined;
  /** Lines that count, and absences in days whose minutes are unknown: their `minutes` are 0 and have no meaning. */
  readonly isWithoutMinutes?: boolean | undefined;
  /** null for lines without an entry: absences, paid holidays without work, and surplus of an hours account. */
  readonly entryId: string | null;
  readonly establishmentId: string | null;
  readonly teamId: string | null;
  readonly taskId: string | null;
  /** The rule's path in the configuration: `payRules.base[1]`. */
  readonly rule: string;
  /** The limit that was exceeded, for an overtime rule. */
  readonly overtime: OvertimeUnit | undefined;
  /** The real time of the minutes, in epoch seconds; their position within it is not known. */
  readonly fromEpoch: number;
  readonly toEpoch: number;
  /** The counted time between the two, including breaks: real time or clock time. */
  readonly spanSeconds: number;
  /** Whether it comes from a published shift that replaces an entry. */
  readonly isEstimated?: true;
}

/** A line without an entry: leave, a paid holiday without work, or surplus of an hours account. */
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
 * Minutes times a factor, rounded half up to whole minutes. Factors have few decimals: 90 × 1.1 is 99, not
 * 99.00000000000001.
 */
export function multiplyMinutes(minutes: number, factor: number): number {
  return roundHalfUp(minutes * factor);
}

/** Whole minutes; a half is rounded up, also if binary fractions have made it slightly less. */
export function roundHalfUp(minutes: number): number {
  return Math.floor(Number(minutes.toFixed(6)) + 0.5);
}

/** The sum of two quantities. Decimals of tenths add up to tenths: binary fractions would not. */
export function addQuantities(a: number, b: number): number {
  const sum = a + b;
  return Number.isInteger(sum) ? sum : Number(sum.toFixed(6));
}

/** The reasons why paid minutes differ from worked minutes, in order of application. */
export const ADJUSTMENT_REASONS = [
  'outside-shift',
  'stamp-rounding',
  'wallclock',
  'paid-break',
  'break-deducted',
  'entry-rounding',
  'estimate-edge',
  'day-rounding',
  'minimum-paid',
] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** Signed minutes, never 0. */
export interface Adjustment {
  readonly reason: AdjustmentReason;
  readonly minutes: number;
}

/** One day's share of an entry. The two figures differ by adjustments and the position of a break. */
export interface PaidDay {
  readonly date: LocalDate;
  readonly workedMinutes: number;
  readonly paidMinutes: number;
}

/** The steps from the service's minutes to the paid ones: `workedMinutes` plus all adjustments is `paidMinutes`. */
export interface PaidEntry {
  readonly entryId: string;
  readonly employeeId: string;
  readonly workedMinutes: number;
  /** The sum of the entry's `base` and `topup` lines, including those beyond the period. */
  readonly paidMinutes: number;
  readonly adjustments: readonly Adjustment[];
  /** In order of date. */
  readonly days: readonly PaidDay[];
  /** Not worked yet: a published shift that replaces entries. */
  readonly isEstimate: boolean;
  /** Why the clock times of its minutes are unknown; rules then use the clock time of its start. */
  readonly unplaced: 'no-end' | 'no-zone' | undefined;
}

/**
 * The pay of finals and corrections on days before those of a run (docs/pay.md, over several weeks): the newest one
 * with a day determines its amount.
 */
export interface EarlierPay {
  /** Days without a final, in order. */
  readonly unknownDays: (days: Days) => readonly Days[];
  /**
   * One person's lines on the days, each minute once; undefined if the person was purged from a run with such lines.
   */
  readonly linesOf: (employeeId: string, days: Days) => readonly PayLine[] | undefined;
  /** Whether a day that a final covers was a holiday for the person; undefined if that is not known. */
  readonly isHoliday: (employeeId: string, date: LocalDate) => boolean | undefined;
  /** Whether a final with one of the days listed a person as active: who leaves later was employed on them. */
  readonly wasActive: (employeeId: string, days: Days) => boolean;
  /** The balance of one person's hours account at the end of a day. */
  readonly balanceOf: (employeeId: string, date: LocalDate, rules: AccountRules) => KnownBalance;
}

/** The records of a read, with the known data of the days before it. */
export interface RecordsWithEarlierPay extends PeriodRecords {
  /** undefined if the ledger was not read. */
  readonly earlier?: EarlierPay | undefined;
  /** undefined if no other read was used. */
  readonly history?: WorkedHistory | undefined;
}

/** For runs that do not read the ledger: no earlier day is known. */
export const NO_EARLIER_PAY: EarlierPay = {
  unknownDays: (days) => [days],
  linesOf: () => [],
  isHoliday: () => undefined,
  wasActive: () => false,
  balanceOf: (_, to, { from }) => ({ unknownDays: [{ from, to }] }),
};
