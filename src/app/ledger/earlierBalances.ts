import { z } from 'zod';
import type { AccountBalances, WorkByPerson } from '../../domain/computed/computedPeriod.js';
import type { AccountRules, KnownBalance } from '../../domain/pay/accountRules.js';
import type { EarlierPay } from '../../domain/pay/payLine.js';
import { isInside } from '../../domain/period/period.js';
import { type Days, subtractDays } from '../../domain/period/repeatingPeriod.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import type { WorkOfPeople } from '../compute/workOfPeople.js';
import { activeFinals, coveredDays } from './finals.js';
import { recordedBalances } from './runSnapshot.js';

/** Days that a run recomputes which is not in the ledger yet. */
export interface FreshDays extends Days {
  readonly people: WorkByPerson;
  readonly purged: ReadonlySet<string>;
  /** The balances of the hours accounts at the end of these days. */
  readonly accounts: ReadonlyMap<string, AccountBalances>;
}

/** The ledger, as far as balances depend on it. */
export interface BalanceSources {
  /** The employer's links that the run may use. */
  readonly links: readonly LedgerLink[];
  /** The days for which each run is authoritative, in order. */
  readonly newest: () => readonly (Days & { readonly link: LedgerLink })[];
  readonly runAgain: (link: LedgerLink) => AgainComputed | undefined;
  /** May still grow. */
  readonly fresh: readonly FreshDays[];
}

/** The stored content of people. */
type KeptPeople = { readonly ledger: Pick<Store['ledger'], 'person'> };

/** The recomputed work of a ledger run, its account rules, and the employees whose data was purged. */
export interface AgainComputed {
  readonly people: WorkOfPeople;
  readonly account: AccountRules | undefined;
  readonly purged: ReadonlySet<string>;
}

const balanceDays = z.object({ balanceDays: z.array(z.string()).default([]) });

/**
 * Balances at the end of a day. A final and a correction record those of their last days. If a later run changed an
 * earlier day, the days since are computed again from their stored reads.
 */
export function earlierBalances(
  store: KeptPeople,
  { links, newest, runAgain, fresh }: BalanceSources,
): EarlierPay['balanceOf'] {
  const recorders = new Map<LocalDate, LedgerLink | undefined>();
  const recorderOf = (date: LocalDate): LedgerLink | undefined => {
    if (!recorders.has(date)) recorders.set(date, findRecorder(links, date));
    return recorders.get(date);
  };
  const balanceOf: EarlierPay['balanceOf'] = (employeeId, date, rules) => {
    const own = fresh.findLast((span) => isInside(date, span));
    if (own !== undefined) return freshBalance(own, employeeId, date);
    const isOlder = fresh.some(({ from }) => from <= date);
    const recorder = isOlder ? undefined : recorderOf(date);
    if (recorder !== undefined) return recordedBalance(store, recorder, employeeId, date);
    const span = newest().find((each) => isInside(date, each));
    if (span === undefined) return { unknownDays: subtractDays({ from: rules.from, to: date }, newest()) };
    const again = runAgain(span.link);
    if (again === undefined || again.purged.has(employeeId)) return { unknownDays: undefined };
    const by = again.account ?? rules;
    const days = { from: firstFresh(fresh, span, date), to: date };
    const before = balanceBefore(employeeId, days.from, by);
    // A final may only begin with an unknown balance if that was accepted: then the account began anew.
    if ('unknownDays' in before && again.account === undefined) return before;
    const minutes = 'unknownDays' in before ? undefined : before.minutes;
    return {
      minutes: again.people.of(employeeId).accountBetween({ days, rules: by, before: minutes }).after,
    };
  };
  const balanceBefore = (employeeId: string, from: LocalDate, rules: AccountRules): KnownBalance =>
    from <= rules.from ? { minutes: undefined } : balanceOf(employeeId, addDays(from, -1), rules);
  return balanceOf;
}

/** The first day of a span that is not recomputed by the run itself. */
function firstFresh(fresh: readonly Days[], span: Days, date: LocalDate): LocalDate {
  const ends = fresh.map(({ to }) => to).filter((to) => to >= span.from && to < date);
  const [last] = ends.sort().reverse();
  return last === undefined ? span.from : addDays(last, 1);
}

/** Finals may overlap, so that one begins inside the days of another. */
function freshBalance(
  { to, accounts, people, purged }: FreshDays,
  employeeId: string,
  date: LocalDate,
): KnownBalance {
  if (purged.has(employeeId)) return { unknownDays: undefined };
  if (date === to) return { minutes: accounts.get(employeeId)?.after };
  const { account } = people.of(employeeId);
  return { minutes: account?.days.findLast((day) => day.date <= date)?.balance ?? account?.before };
}

/** The newest run that recorded balances of a day, unless a later one changed days up to it. */
function findRecorder(links: readonly LedgerLink[], date: LocalDate): LedgerLink | undefined {
  const active = new Set(activeFinals(links).map(({ link }) => link.runId));
  for (const link of links.toReversed()) {
    if (link.kind === 'purge' || (link.kind === 'final' && !active.has(link.runId))) continue;
    if (balanceDays.parse(link.facts).balanceDays.includes(date)) return link;
    if (coveredDays(link).from <= date) return undefined;
  }
  return undefined;
}

function recordedBalance(
  store: KeptPeople,
  { runId }: LedgerLink,
  employeeId: string,
  date: LocalDate,
): KnownBalance {
  const person = store.ledger.person(runId, employeeId);
  if (person === undefined) return { minutes: undefined };
  if (person.content === undefined) return { unknownDays: undefined };
  return { minutes: recordedBalances(person.content)[date] };
}
