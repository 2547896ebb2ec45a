import type { LocalDate } from '../time/localDate.js';
import type { CompiledRule } from './compiledRule.js';

/** A stretch of an entry on one local day, with one offset. */
export interface Piece {
  /** The local day on which it was worked. */
  readonly date: LocalDate;
  readonly epochDay: number;
  /** Readings of the clock on the wall, in seconds since 1970-01-01T00:00:00 on that clock. */
  readonly clockFrom: number;
  readonly clockUntil: number;
  readonly fromEpoch: number;
  readonly toEpoch: number;
  /** What net minutes are shared by: seconds, or a multiple of them that is one for the whole entry; 0 in a break. */
  readonly weightSeconds: number;
  /** What rules make of it; absent where nobody has looked yet. */
  readonly cell?: PayCell | undefined;
}

/** What rules make of a stretch of a day, whatever entry it belongs to. */
export interface PayCell {
  /** Days since 1970; the local day, unless working days begin later than at midnight. */
  readonly workingDay: number;
  /** Base rules but overtime that can take it, in order. */
  readonly base: readonly Taking[];
  readonly loadings: readonly Taking[];
  /** Where it is the same for every entry. */
  readonly certain: Winners | undefined;
}

/** A rule that takes a piece of entries that began early enough, in epoch seconds; infinite where that is all the same. */
export interface Taking {
  readonly rule: CompiledRule;
  readonly startedBefore: number;
  /** The same for entries that began on the working day before, which reaches to the piece. */
  readonly reachedBefore: number;
}

/** What rules but overtime make of a piece: its base code, and its loadings, of each group the first. */
export interface Winners {
  readonly base: CompiledRule;
  readonly loadings: readonly CompiledRule[];
  readonly workingDate: LocalDate;
}
