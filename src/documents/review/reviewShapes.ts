/*
 * The data of a run for the review page and the local page. This file imports nothing: the browser's side uses it too.
 */

export interface ReviewTotals {
  readonly people: number;
  readonly workedMinutes: number;
  /** null if planning cannot be read. */
  readonly plannedMinutes: number | null;
  readonly paidMinutes: number;
}

export interface DayLine {
  readonly date: string;
  readonly dateText: string;
  readonly weekday: string;
  readonly holiday: string | null;
  readonly free: boolean;
  readonly workedMinutes: number;
  readonly plannedMinutes: number;
}

/** A person on the page: minutes by day in the order of the days, and in all. */
export interface PersonLine {
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
  /** Indexes of the page's list of places. */
  readonly places: readonly number[];
  readonly days: readonly number[];
  readonly workedMinutes: number;
  readonly paidMinutes: number;
  /** Minutes of planned shifts that replace entries, not included in the worked ones; absent if there are none. */
  readonly estimatedMinutes?: number;
  /** Balance of the hours account before and after the period; absent without one. */
  readonly account?: readonly [before: number, after: number];
  /** Paid minutes of the run that this one is compared with; absent for new employees. */
  readonly before?: number;
}
