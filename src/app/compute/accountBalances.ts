import { createHash } from 'node:crypto';
import type { PersonAccount } from '../../domain/account/accountFindings.js';
import type { AccountBalances } from '../../domain/computed/computedPeriod.js';
import { type Period, periodDays } from '../../domain/period/period.js';

/** What a run keeps of a person's hours account. */
export function accountBalances(account: PersonAccount, period: Period): AccountBalances {
  const { before, after, facts } = account;
  return { before, after, byDay: balancesByDay(account, period), digest: shortDigest(facts) };
}

/** Days without an account keep the balance. */
function balancesByDay({ days, before, begun }: PersonAccount, period: Period): (number | null)[] {
  const known = new Map(days.map(({ date, balance }) => [date, balance]));
  let balance = begun === undefined ? (before ?? null) : null;
  return periodDays(period).map((date) => {
    balance = known.get(date) ?? balance;
    return balance;
  });
}

const DIGEST_LENGTH = 22;

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}
