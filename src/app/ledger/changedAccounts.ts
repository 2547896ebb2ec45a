import type { UncomparedAccount } from '../../domain/account/accountFindings.js';
import type { AccountBalances } from '../../domain/computed/computedPeriod.js';
import type { AccountRules } from '../../domain/pay/accountRules.js';
import { isInside, type Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { readComparable } from './changedSince.js';
import type { LedgerAccounts } from './earlierBalances.js';
import { readEarlierPay } from './earlierPay.js';
import { type IsOwn, ownFinals } from './finals.js';

/** Hours accounts of computed days, beside what the ledger recorded of them. */
export interface AccountsBeside {
  /** Those of whom the ledger has something, and those whose data was deleted, who are not compared. */
  readonly recorded: { readonly people: readonly string[]; readonly purged: ReadonlySet<string> };
  /** Without an entry, a person has no account now. */
  readonly now: ReadonlyMap<string, AccountBalances>;
  readonly lastDay: LocalDate;
}

/** Whose hours accounts differ from the ledger, and whose cannot be compared; both in the order of their IDs. */
export interface ComparedAccounts {
  readonly changed: readonly string[];
  readonly unknown: readonly UncomparedAccount[];
}

/**
 * Compares balances at the end of the days, and the way to them: what left above a limit may differ where the end does
 * not.
 */
export function compareAccounts(
  { recorded: { people, purged }, now, lastDay }: AccountsBeside,
  ledger: Pick<LedgerAccounts, 'balanceOf' | 'digestOf'>,
  rules: AccountRules,
): ComparedAccounts {
  const changed: string[] = [];
  const unknown: UncomparedAccount[] = [];
  for (const employeeId of [...new Set([...people, ...now.keys()])].sort()) {
    if (purged.has(employeeId)) continue;
    const known = ledger.balanceOf(employeeId, lastDay, rules);
    const digest = ledger.digestOf(employeeId, lastDay);
    if (!('unknownDays' in known)) {
      if (differs(known.minutes, digest, now.get(employeeId))) changed.push(employeeId);
    } else if (digest !== undefined || now.has(employeeId))
      unknown.push({ employeeId, unknownDays: known.unknownDays });
  }
  return { changed, unknown };
}

/** @param digest recorded of the days; undefined if earlier versions recorded none */
function differs(
  minutes: number | undefined,
  digest: string | undefined,
  now: AccountBalances | undefined,
): boolean {
  if (minutes !== now?.after) return true;
  return digest !== undefined && now !== undefined && digest !== now.digest;
}

/** Compares the accounts of a computed period with the ledger; undefined if its last day is not final. */
export function accountsSinceFinal(
  store: Store,
  links: readonly LedgerLink[],
  { period, accounts }: { readonly period: Period; readonly accounts: AccountsBeside['now'] },
  rules: AccountRules | undefined,
  isOwn: IsOwn,
): ComparedAccounts | undefined {
  if (rules === undefined) return undefined;
  const { to: lastDay } = period;
  const final = ownFinals(links, isOwn).findLast(({ link }) => isInside(lastDay, link.period));
  const recorded = final && readComparable(store, links, final);
  if (recorded === undefined) return undefined;
  const ledger = readEarlierPay(store, links);
  // A digest is about all days of its final.
  const isSame = final?.link.period.from === period.from && final.link.period.to === lastDay;
  const digestOf = isSame ? ledger.digestOf : () => undefined;
  return compareAccounts({ recorded, now: accounts, lastDay }, { ...ledger, digestOf }, rules);
}
