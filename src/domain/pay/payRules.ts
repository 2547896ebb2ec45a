import type { LocalDate } from '../time/localDate.js';

/** Minutes; or what a column of the mapping file holds, times a ratio, rounded down to whole minutes. */
export type Limit = number | { readonly column: string; readonly ratio: number };

/** Limits in paid minutes: what lies beyond one of them is overtime. Who has no value in a column has no limit. */
export interface Over {
  readonly day?: Limit | undefined;
  readonly week?: Limit | undefined;
  /** Of a week, on average over the reference period. */
  readonly average?: Limit | undefined;
  /** Of the whole reference period. */
  readonly reference?: Limit | undefined;
}

/** Which limit overtime is beyond: that of a day, of a week, or of the reference period. */
export type OvertimeUnit = 'day' | 'week' | 'reference';

export interface BaseRule extends Conditions {
  readonly code: string;
  readonly over?: Over | undefined;
}

export interface LoadingRule extends Conditions {
  readonly code: string;
  /** Of the loadings of one group a minute gets the first that takes it. Without a group it stands alone. */
  readonly group?: string | undefined;
}

export interface Rounding {
  readonly level: 'none' | 'stamp' | 'entry' | 'day';
  /** Minutes. */
  readonly step: number;
  readonly mode: 'nearest' | 'up' | 'down';
  /** Minutes past a step that `up` still forgives, and before a step that `down` still grants. */
  readonly grace: number;
}

interface Breaks {
  /**
   * Where the break lies, of which only the length is known: everywhere in proportion; in the middle, between two
   * equal halves of work; or after so many minutes of the entry.
   */
  readonly allocate: 'proportional' | 'halves' | { readonly after: number };
  /** So many minutes of an entry's break, as far as it has one, are paid. */
  readonly paid?: number | undefined;
}

/** Whom and when a minimum concerns: the day on which it lands, and the entry on which. */
export type MinimumConditions = Pick<
  Conditions,
  'validFrom' | 'validTo' | 'establishments' | 'teams' | 'tasks' | 'employees'
>;

/** What who comes for planned work is paid at least: a share of its minutes, within bounds. */
export interface PlannedMinimum {
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Paid at least, with the pay code of what is added: for an entry, for each further entry of a day (`again`), for a day,
 * or for a day with planned work of which less than a share was there.
 */
type MinimumPaid = MinimumConditions & { readonly code: string } & (
    | { readonly entry: number }
    | { readonly again: number }
    | { readonly day: number }
    | { readonly planned: PlannedMinimum }
  );

/** What is counted instead of paid by the minute: a number of times, with a pay code. */
export interface CountRule extends Conditions {
  readonly code: string;
  /**
   * `entry`: each that has minutes of the rule. `day`: each day that has. `night`: each window of `clock` that is
   * touched. `gap`: each pause of at least `minutes` between entries of one day. `rest`: each pause of less than
   * `minutes` between the work of two days.
   */
  readonly per: 'entry' | 'day' | 'night' | 'gap' | 'rest';
  /** Elapsed minutes, of `gap` and `rest`. */
  readonly minutes?: number | undefined;
  /** What one is worth. */
  readonly quantity: number;
}

/** Time that is owed for minutes of other codes: half an hour of rest for each hour at +50 %. */
export interface CreditRule {
  readonly code: string;
  readonly of: readonly string[];
  readonly factor: number;
}

/** A granted holiday that is paid without work; of several rules the first that concerns the person and the day. */
export interface NotWorkedRule extends Pick<Conditions, 'validFrom' | 'validTo' | 'employees'> {
  readonly code: string;
  /**
   * What would have been worked: `planned`: the published shifts of the day. `contract`: the contract's day of the
   * mapping, on its weekdays, while the contract lasts. `average`: that of the same weekday in the weeks before.
   */
  readonly by: 'planned' | 'contract' | 'average';
  /** Of `average`. */
  readonly weeks?: number | undefined;
}

/** A value of the mapping for what had counted until a day, that day included, before the ledger knows of any. */
export interface Opening {
  readonly column: string;
  readonly until: LocalDate;
}

/** Time in periods of so many weeks or months, over which hours are averaged. */
export interface Reference {
  readonly weeks?: number | undefined;
  readonly months?: number | undefined;
  /** One of the periods begins on this day. */
  readonly from: LocalDate;
  /** Whether absences, and holidays without work, count as if worked. */
  readonly absences: 'counted' | 'ignored';
  readonly opening?: Opening | undefined;
}

/** Minutes of some codes in a year, which are not to reach a limit: a finding, and no minute changes. */
export interface CounterRule {
  readonly name: string;
  readonly of: readonly string[];
  readonly limit: Limit;
  /** The day of the year, `MM-DD`, on which it begins anew. */
  readonly from: string;
  readonly opening?: Opening | undefined;
}

/** Entries with at most so many elapsed minutes between them count as one work for minimums and daily limits. */
export interface Join {
  readonly gap: number;
}

/** How worked minutes become paid minutes with pay codes (docs/pay.md). */
export interface PayRules {
  readonly rounding: Rounding;
  readonly breaks: Breaks;
  /** Of several the first that concerns an entry, or a day. */
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
  /** What `over.average` and `over.reference` look at. */
  readonly reference?: Reference | undefined;
  /** When the working day of overtime and of day types begins; without it at midnight. */
  readonly dayStart?: ClockTime | undefined;
}

/** The minimums with the places where they stand in the configuration. */
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

/** A weekday, or a public holiday on the date on which the employer grants it. */
type DayType = Weekday | 'holiday';

/** `HH:MM`, from `00:00` to `24:00`. */
export type ClockTime = string;

/** From the first time until the second; over midnight where the second is not later. */
export type ClockWindow = readonly [from: ClockTime, until: ClockTime];

/** The same day of every year, written `MM-DD`, or a part of it. */
type YearlyDate = string | { readonly date: string; readonly clock: ClockWindow };

/** What the column of the mapping file must hold: one of the texts, or a date (`YYYY-MM-DD`) in a range. */
export type ColumnCondition =
  | readonly string[]
  | { readonly from?: LocalDate | undefined; readonly before?: LocalDate | undefined };

/** When a rule takes a minute: all that is given must hold. Without any, it takes every minute. */
export interface Conditions {
  /** The minute's own local day is one of these. */
  readonly on?: readonly DayType[] | undefined;
  readonly dates?: readonly YearlyDate[] | undefined;
  /** The local clock reads a time in the window. */
  readonly clock?: ClockWindow | undefined;
  /**
   * The entry began before the last time that its clock showed this before the window (of `clock`, else the day
   * without its reach) ended.
   */
  readonly startedBefore?: ClockTime | undefined;
  /** `on` and `dates` go on until this time of the next day, for work that began on the day itself. */
  readonly reachTo?: ClockTime | undefined;
  /** The entry has at least so many minutes, after rounding, that the other conditions take. */
  readonly minimumInWindow?: number | undefined;
  readonly validFrom?: LocalDate | undefined;
  readonly validTo?: LocalDate | undefined;
  /** Ids. */
  readonly establishments?: readonly string[] | undefined;
  readonly teams?: readonly string[] | undefined;
  readonly tasks?: readonly string[] | undefined;
  /** The day is at least the so-many-th in a row, of its week, with worked minutes. */
  readonly consecutiveDay?: number | undefined;
  /** Column of the mapping file -> what it must hold. */
  readonly employees?: Readonly<Record<string, ColumnCondition>> | undefined;
}
