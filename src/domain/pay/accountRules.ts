import type { Days } from '../period/repeatingPeriod.js';
import type { LocalDate } from '../time/localDate.js';

/** An hours account: what each person worked against what they owed (docs/pay.md, hours accounts). */
export interface AccountRules {
  /** The hours that a day owes: those of the contract, or those of the published shifts. */
  readonly target: 'contract' | 'planned';
  /** Pay codes whose minutes count as worked; undefined for all base and top-up codes. */
  readonly counts?: readonly string[] | undefined;
  /** Codes of absences that count as worked. */
  readonly credits: readonly string[];
  /** The first day of all accounts. */
  readonly from: LocalDate;
  /** The mapping column with each person's balance before the first day, in minutes. */
  readonly opening?: { readonly column: string } | undefined;
  /** How often limits apply: at the end of each. */
  readonly period: 'month' | 'week' | 'year';
  readonly cap?: AccountCap | undefined;
}

/** Limits of a balance, in minutes. */
export interface AccountCap {
  readonly max?: number | undefined;
  readonly min?: number | undefined;
  /** The mapping column with a person's own `max`. */
  readonly column?: string | undefined;
  /** The pay code of minutes above the limit, or `lapse`: they are lost. */
  readonly surplus?: string | undefined;
}

/** `surplus` of minutes that are not paid. */
export const LAPSE = 'lapse';

/** A person's balance at the end of a day, as the ledger has it. */
export type KnownBalance =
  | {
      /** undefined if there was no account on that day. */
      readonly minutes: number | undefined;
      /** Days of finals without an account of the person, who had one before: it may not begin anew unasked. */
      readonly interrupted?: Days;
    }
  /** The days that no final covers; undefined if the person's records were purged. */
  | { readonly unknownDays: readonly Days[] | undefined };
