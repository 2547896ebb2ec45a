import type { Change, EarlierFigures } from './whatChanged.js';

/** A period beside an earlier run. */
export interface PeriodComparison extends EarlierFigures {
  /** Of the final in the chain; null for a draft. */
  readonly digest: string | null;
  readonly changes: readonly Change[];
}

/** Who made a final, and when. */
export interface MadeFinal {
  /** Of the system. */
  readonly by: string;
  readonly at: Date;
  /** The newest digest of the employer's chain before this run; null for the first. */
  readonly previousDigest: string | null;
  readonly takenBack: TakenBack | undefined;
}

/** Finals of the same days that a final replaces. */
export interface TakenBack {
  readonly runIds: readonly string[];
  readonly reason: string;
}

/** What the ledger says beside the period: who closes it, and what moved since. */
export interface Closing {
  /** The newest final of an earlier period of about this length. */
  readonly earlierPeriod?: PeriodComparison | undefined;
  /** The newest other run of these days. */
  readonly samePeriod?: PeriodComparison | undefined;
  /** Only of a final. */
  readonly made?: MadeFinal | undefined;
}
