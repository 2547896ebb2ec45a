import type { LocalDate } from '../time/localDate.js';

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
export type DayType = Weekday | 'holiday';

/** `HH:MM`, from `00:00` to `24:00`. */
export type ClockTime = string;

/** From the first time until the second; over midnight where the second is not later. */
export type ClockWindow = readonly [from: ClockTime, until: ClockTime];

/** The same day of every year, written `MM-DD`, or a part of it. */
export type YearlyDate = string | { readonly date: string; readonly clock: ClockWindow };

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
