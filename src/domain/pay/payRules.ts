import type { LocalDate } from '../time/localDate.js';
import type { AccountRules } from './accountRules.js';

/** Minutes, or the value of a mapping column times a ratio, rounded down to whole minutes. */
export type Limit = number | { readonly column: string; readonly ratio: number };

/**
 * Limits in paid minutes: minutes above one of them are overtime. Employees without a value in the column have no
 * limit.
 */
export interface OverLimits {
  readonly day?: Limit | undefined;
  readonly week?: Limit | undefined;
  /** Weekly average over the reference period. */
  readonly average?: Limit | undefined;
  /** The limit for the whole reference period. */
  readonly reference?: Limit | undefined;
}

export interface Over extends OverLimits {
  /** Absences, and holidays without work, count towards the limit of the week, but are never overtime. */
  readonly absences?: 'counted' | undefined;
}

/** The limit that overtime exceeds: of a day, a week, or the reference period. */
export type OvertimeUnit = 'day' | 'week' | 'reference';

export interface BaseRule extends Conditions {
  readonly code: string;
  readonly over?: Over | undefined;
}

export interface LoadingRule extends Conditions {
  readonly code: string;
  /** A minute gets the first matching loading of each group. A loading without a group is independent. */
  readonly group?: string | undefined;
}

export interface Rounding {
  readonly level: 'none' | 'stamp' | 'entry' | 'day';
  /** Minutes. */
  readonly step: number;
  readonly mode: 'nearest' | 'up' | 'down';
  /** The tolerance: minutes after a step that `up` ignores, or before a step that `down` adds. */
  readonly grace: number;
  /** Only on these days: of the entry's start, or with the level `day` the day itself. */
  readonly on?: readonly DayType[] | undefined;
}

/** Work outside of the published shift that an entry names is not paid. */
export interface ShiftPay {
  readonly from?: 'shift' | undefined;
  readonly until?: 'shift' | undefined;
  /** Minutes before or after the shift that are paid if `early` or `late` says so. */
  readonly grace: number;
  readonly early?: 'paid' | undefined;
  readonly late?: 'paid' | undefined;
}

/** The break that a day of more than `afterHours` must have. */
export interface RequiredBreak {
  readonly afterHours: number;
  readonly minutes: number;
}

interface Breaks {
  /**
   * The position of the break, because only its length is known: spread in proportion; in the middle, between two equal
   * halves of work; or after a number of minutes of the entry.
   */
  readonly allocate: 'proportional' | 'halves' | { readonly after: number };
  /** The number of minutes of an entry's break that are paid, at most the whole break. */
  readonly paid?: number | undefined;
  /** What is missing to the recorded break of a day is not paid. */
  readonly deduct?: readonly RequiredBreak[] | undefined;
}

/** The conditions of a minimum: the day and the entry that it is added to. */
export type MinimumConditions = Pick<
  Conditions,
  'on' | 'validFrom' | 'validTo' | 'establishments' | 'teams' | 'tasks' | 'employees'
>;

/** The minimum pay for reporting for planned work: a share of its minutes, within bounds. */
export interface PlannedMinimum {
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/**
 * A minimum of paid minutes, with the pay code of the top-up: for an entry, for each further entry of a day (`again`),
 * for a day, or for a day on which less than a share of the planned work was done.
 */
type MinimumPaid = MinimumConditions & { readonly code: string } & (
    | { readonly entry: number }
    | { readonly again: number }
    | { readonly day: number }
    | { readonly planned: PlannedMinimum }
  );

/** Occurrences that are counted instead of paid by the minute, with a pay code. */
export interface CountRule extends Conditions {
  readonly code: string;
  /**
   * `entry`: each entry with minutes of the rule. `day`: each day with such minutes. `night`: each window of `clock`
   * with work. `gap`: each break of at least `minutes` between entries of one day. `rest`: each rest of less than
   * `minutes` between the work of two days.
   */
  readonly per: 'entry' | 'day' | 'night' | 'gap' | 'rest';
  /** Elapsed minutes, of `gap` and `rest`. */
  readonly minutes?: number | undefined;
  /** The value of one occurrence. */
  readonly quantity: number;
}

/** Time owed for minutes of other codes: half an hour of rest for each hour at +50 %. */
export interface CreditRule {
  readonly code: string;
  readonly of: readonly string[];
  readonly factor: number;
}

/** A granted holiday that is paid without work. The first rule that matches the person and day applies. */
export interface NotWorkedRule extends Pick<Conditions, 'validFrom' | 'validTo' | 'employees'> {
  readonly code: string;
  /**
   * The hours that would have been worked: `planned`: the published shifts of the day. `contract`: the mapping's
   * minutes for a contractual day, on its weekdays, while the contract lasts. `average`: the average of the same
   * weekday in the weeks before.
   */
  readonly by: 'planned' | 'contract' | 'average';
  /** The weeks of `average`. */
  readonly weeks?: number | undefined;
}

/**
 * An opening balance in the mapping: the minutes counted up to and including a day, before the ledger's first record.
 */
export interface Opening {
  readonly column: string;
  readonly until: LocalDate;
}

/** The number of weeks or months over which hours are averaged. */
export interface Reference {
  readonly weeks?: number | undefined;
  readonly months?: number | undefined;
  /** One of the periods begins on this day. */
  readonly from: LocalDate;
  /** Whether absences, and holidays without work, count as if worked. */
  readonly absences: 'counted' | 'ignored';
  readonly opening?: Opening | undefined;
}

/** Minutes of some codes in a year that should not reach a limit. Reaching it is reported; no minutes change. */
export interface CounterRule {
  readonly name: string;
  readonly of: readonly string[];
  readonly limit: Limit;
  /** The day of the year, `MM-DD`, on which it restarts. */
  readonly from: string;
  readonly opening?: Opening | undefined;
}

/** Entries with at most this many elapsed minutes between them count as one work for minimums and daily limits. */
export interface Join {
  readonly gap: number;
}

/** How worked minutes become paid minutes with pay codes (docs/pay.md). */
export interface PayRules {
  readonly shiftPay?: ShiftPay | undefined;
  readonly rounding: Rounding;
  readonly breaks: Breaks;
  /** The first one that matches an entry or a day applies. */
  readonly minimumPaid?: MinimumPaid | readonly MinimumPaid[] | undefined;
  readonly join?: Join | undefined;
  readonly weekStartsOn: Weekday;
  /** A minute gets the code of the first rule that takes it; the last rule takes every minute. */
  readonly base: readonly BaseRule[];
  readonly loadings: readonly LoadingRule[];
  readonly counts?: readonly CountRule[] | undefined;
  readonly credits?: readonly CreditRule[] | undefined;
  readonly notWorked?: readonly NotWorkedRule[] | undefined;
  readonly counters?: readonly CounterRule[] | undefined;
  /** The input of `over.average` and `over.reference`. */
  readonly reference?: Reference | undefined;
  /** When the working day of overtime and of day types begins; midnight by default. */
  readonly dayStart?: ClockTime | undefined;
  readonly account?: AccountRules | undefined;
}

/** The minimums with their paths in the configuration. */
export function listMinimums({
  minimumPaid,
}: Pick<PayRules, 'minimumPaid'>): (MinimumPaid & { readonly path: string })[] {
  if (minimumPaid === undefined) return [];
  if (isOne(minimumPaid)) return [{ ...minimumPaid, path: 'minimumPaid' }];
  return minimumPaid.map((minimum, index) => ({ ...minimum, path: `minimumPaid[${index}]` }));
}

/** `Array.isArray` does not see through `readonly`. */
function isOne(minimum: MinimumPaid | readonly MinimumPaid[]): minimum is MinimumPaid {
  return !Array.isArray(minimum);
}

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * A weekday, the date on which the employer grants a public holiday, or a day on which the person is neither planned nor
 * due to work by contract.
 */
export type DayType = Weekday | 'holiday' | 'restday';

/** `HH:MM`, from `00:00` to `24:00`. */
export type ClockTime = string;

/** From the first time to the second; across midnight if the second is not later. */
export type ClockWindow = readonly [from: ClockTime, until: ClockTime];

/** The same day of every year, written `MM-DD`, or a part of it. */
type YearlyDate = string | { readonly date: string; readonly clock: ClockWindow };

/** The required value of a mapping column: one of the texts, or a date (`YYYY-MM-DD`) in a range. */
export type ColumnCondition =
  | readonly string[]
  | { readonly from?: LocalDate | undefined; readonly before?: LocalDate | undefined };

/** When a rule takes a minute: all conditions must be met. Without conditions it takes every minute. */
export interface Conditions {
  /** The minute's own local day is one of these. */
  readonly on?: readonly DayType[] | undefined;
  readonly dates?: readonly YearlyDate[] | undefined;
  /** The local time is in the window. */
  readonly clock?: ClockWindow | undefined;
  /**
   * The entry began before the last occurrence of this clock time before the end of the window (of `clock`, or else of
   * the day without `until`).
   */
  readonly startedBefore?: ClockTime | undefined;
  /** `on` and `dates` continue until this time of the next day, for work that began on the day itself. */
  readonly reachTo?: ClockTime | undefined;
  /** At least this many minutes of the entry, after rounding, meet the other conditions. */
  readonly minimumInWindow?: number | undefined;
  readonly validFrom?: LocalDate | undefined;
  readonly validTo?: LocalDate | undefined;
  /** Ids. */
  readonly establishments?: readonly string[] | undefined;
  readonly teams?: readonly string[] | undefined;
  readonly tasks?: readonly string[] | undefined;
  /** The day is at least the nth consecutive day with worked minutes in its week. */
  readonly consecutiveDay?: number | undefined;
  /** Required values by mapping column. */
  readonly employees?: Readonly<Record<string, ColumnCondition>> | undefined;
}
