import type { LocalDate } from '../time/localDate.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import type { Piece, Winners } from './cell.js';
import type { CompiledRule } from './compiledRule.js';
import type { Adjustment, PaidEntry, PayLine } from './payLine.js';
import type { OvertimeUnit } from './payRules.js';
import type { RuleSet } from './ruleSet.js';
import type { PieceTerms } from './takesPiece.js';

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

/** Whole paid minutes of one entry and local day for which a question about rules has one answer. */
export interface Stretch<Answer> {
  readonly answer: Answer;
  /** The day that the minutes count for. */
  readonly date: LocalDate;
  /** In order of time, cut at the times of all rules of the entry. */
  readonly pieces: readonly Piece[];
  readonly minutes: number;
}

/** Which rules take the minutes, but for overtime. */
export type Slice = Stretch<Winners>;

/** Minutes of an entry that one base rule pays. */
export interface BasePart {
  readonly shift: PaidShift;
  readonly date: LocalDate;
  /** The day on whose limits, and on those of whose week, the minutes count. */
  readonly countsOn: LocalDate;
  readonly rule: CompiledRule;
  readonly overtime: OvertimeUnit | undefined;
  readonly pieces: readonly Piece[];
  readonly minutes: number;
}

/** An entry on its way to pay lines: adjustments, day shares, slices and lines are filled in step by step. */
export interface PaidShift {
  readonly worked: WorkedEntry;
  readonly employeeId: string;
  readonly adjustments: Adjustment[];
  readonly days: readonly DayShare[];
  slices: readonly Slice[];
  lines: readonly PayLine[];
  /** Rules that concern the entry. */
  readonly rules: RuleSet;
  /** Its base rules, in order, without those whose minimum in their window it does not reach. */
  base: readonly CompiledRule[];
  /** The day on whose limits all of it counts; undefined where each minute counts on its own working day. */
  readonly countsOn: LocalDate | undefined;
  readonly around: PieceTerms;
  readonly endEpoch: number;
  readonly unplaced: PaidEntry['unplaced'];
}
