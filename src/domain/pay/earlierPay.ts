import type { PeriodRecords } from '../records/periodData.js';
import type { PayLine } from './payLine.js';
import type { Days } from './referencePeriod.js';

/**
 * What finals and corrections paid on days before those of a run (docs/pay.md, over several weeks): the newest that has
 * a day says what it came to.
 */
export interface EarlierPay {
  /** Those of the days that no final has, in order. */
  readonly unknownDays: (days: Days) => readonly Days[];
  /** One person's lines on the days, each minute once; undefined where the person was purged from a run that has some. */
  readonly linesOf: (employeeId: string, days: Days) => readonly PayLine[] | undefined;
}

/** The records of a read, with what is known of the days before it. */
export interface RecordsAndEarlier extends PeriodRecords {
  /** undefined where nobody asked the ledger. */
  readonly earlier?: EarlierPay | undefined;
}

/** Where nobody asked the ledger: no earlier day is known. */
export const NOTHING_EARLIER: EarlierPay = { unknownDays: (days) => [days], linesOf: () => [] };
