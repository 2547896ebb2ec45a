import type { LocalDate } from '../time/localDate.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import type { CompiledCount, CompiledRule } from './compiledRule.js';
import type { OwnLimits } from './limits.js';
import type { Adjustment, PaidEntry } from './payLine.js';
import type { Piece } from './piece.js';
import type { Surroundings } from './takesPiece.js';

/** What one local day has of an entry. */
export interface DayShare {
  /** The day that the minutes count for. */
  readonly date: LocalDate;
  readonly pieces: readonly Piece[];
  /** Paid minutes before the day is rounded. */
  readonly minutes: number;
  /** What rounding of the day adds to the last of them, or takes from them. */
  change: number;
}

/** What rules but overtime make of a piece: its base code, and its loadings, of each group the first. */
export interface Winners {
  readonly base: CompiledRule;
  readonly loadings: readonly CompiledRule[];
  /** Days since 1970; the local day, unless working days begin later than at midnight. */
  readonly workingDay: number;
}

/** Whole paid minutes of one entry and local day that the same rules take, but for overtime. */
export interface Slice extends Winners {
  /** The day that the minutes count for. */
  readonly date: LocalDate;
  /** In order of time, cut at the times of all rules of the entry. */
  readonly pieces: readonly Piece[];
  readonly minutes: number;
}

/** An entry on its way to pay lines: adjustments, day shares and slices are filled in step by step. */
export interface PaidShift {
  readonly worked: WorkedEntry;
  readonly employeeId: string;
  readonly adjustments: Adjustment[];
  readonly days: readonly DayShare[];
  slices: readonly Slice[];
  /** Rules that concern the entry, in order. */
  base: readonly CompiledRule[];
  readonly loadings: readonly CompiledRule[];
  readonly counts: readonly CompiledCount[];
  readonly limits: ReadonlyMap<CompiledRule, OwnLimits>;
  /** The day on whose limits all of it counts; undefined where each minute counts on its own working day. */
  readonly countsOn: LocalDate | undefined;
  /** Times of the day at which one of them may change its answer. */
  readonly times: readonly number[];
  readonly around: Surroundings;
  readonly endEpoch: number;
  readonly unplaced: PaidEntry['unplaced'];
}
