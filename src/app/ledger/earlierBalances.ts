import { z } from 'zod';
import type { AccountDay, AccountOfPeriod } from '../../domain/account/accountDays.js';
import type { AccountBalances, WorkByPerson } from '../../domain/computed/computedPeriod.js';
import type { AccountRules, KnownBalance } from '../../domain/pay/accountRules.js';
import type { EarlierPay } from '../../domain/pay/payLine.js';
import { isInside, type Period } from '../../domain/period/period.js';
import { type Days, intersectDays, subtractDays } from '../../domain/period/repeatingPeriod.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import type { WorkOfPeople } from '../compute/workOfPeople.js';
import { activeFinals, coveredDays } from './finals.js';
import { recordedAccount } from './recordedAccount.js';

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
  readonly newest: () => readonly RunOfDays[];
  readonly runAgain: (run: Pick<RunOfDays, 'link' | 'final'>) => AgainComputed | undefined;
  /** May still grow. */
  readonly fresh: readonly FreshDays[];
  /** The stored run that is computed again, if it is in the ledger. */
  readonly repeated?: LedgerLink | undefined;
}

/** Days of a run, and all those of the final that it is, or corrects. */
type RunOfDays = Days & { readonly link: LedgerLink; readonly final: Period };

/** The stored content of people. */
type KeptPeople = { readonly ledger: Pick<Store['ledger'], 'person'> };

/** A final's recomputed work, the account rules of the run, and the employees whose data was purged. */
export interface AgainComputed {
  readonly people: WorkOfPeople;
  readonly account: AccountRules | undefined;
  readonly purged: ReadonlySet<string>;
}

/** Hours accounts as the ledger has them. */
export interface LedgerAccounts {
  readonly balanceOf: EarlierPay['balanceOf'];
  /** The days of a person's account, recomputed from stored reads; without days that cannot be recomputed. */
  readonly daysOf: (employeeId: string, days: Days, rules: AccountRules) => readonly AccountDay[];
  /** The same days, begun with another balance; undefined if some of them cannot be recomputed. */
  readonly daysFrom: (
    before: number,
    employeeId: string,
    days: Days,
    rules: AccountRules,
  ) => readonly AccountDay[] | undefined;
  /** The newest recorded digest of a person's period with this last day; undefined without one. */
  readonly digestOf: (employeeId: string, lastDay: LocalDate) => string | undefined;
  /** The balance with which the newest run that recorded a person's period began it; undefined if none is recorded. */
  readonly beganWith: (employeeId: string, period: Days) => number | undefined;
}

/** An account on some days, or why it is unknown. */
type RecomputedAccount = AccountOfPeriod | KnownBalance;

const acceptance = z.object({ accepted: z.record(z.string(), z.unknown()).default({}) });
const balanceDays = z.object({ balanceDays: z.array(z.string()).default([]) });

/**
 * Balances at the end of a day. A final and a correction record those of their last days. If a later run changed an
 * earlier day, the days since are computed again from their stored reads.
 */
export function earlierBalances(
  store: KeptPeople,
  { links, newest, runAgain, fresh, repeated }: BalanceSources,
): LedgerAccounts {
  const recorders = rememberByDay((date) => findRecorder(links, date));
  const lastRecorders = rememberByDay((date) => findLastRecorder(links, date));
  const balanceOf: EarlierPay['balanceOf'] = (employeeId, date, rules) => {
    const known = ledgerBalance(employeeId, date, rules);
    if (!isDeleted(known) || repeated === undefined) return known;
    return begunWith(store, repeated, employeeId, date) ?? known;
  };
  const ledgerBalance: EarlierPay['balanceOf'] = (employeeId, date, rules) => {
    const own = fresh.findLast((span) => isInside(date, span));
    if (own !== undefined) return orInterrupted(freshBalance(own, employeeId, date), employeeId, date);
    const isOlder = fresh.some(({ from }) => from <= date);
    const recorder = isOlder ? undefined : recorders(date);
    if (recorder !== undefined)
      return orInterrupted(recordedBalance(store, links, recorder, employeeId, date), employeeId, date);
    const span = newest().find((each) => isInside(date, each));
    if (span === undefined) return { unknownDays: subtractDays({ from: rules.from, to: date }, newest()) };
    if (recordedNoAccount(store, span.link, employeeId, date))
      return orInterrupted({ minutes: undefined }, employeeId, date);
    const days = { from: firstFresh(fresh, span, date), to: date };
    const account = accountAgain(employeeId, days, span, rules);
    return 'days' in account ? { minutes: account.after } : account;
  };
  /** A person without an account who had one before. */
  const orInterrupted = (known: KnownBalance, employeeId: string, date: LocalDate): KnownBalance => {
    if ('unknownDays' in known || known.minutes !== undefined) return known;
    const last = findLastBalance(store, links, employeeId, date);
    return last === undefined ? known : { ...known, interrupted: { from: addDays(last, 1), to: date } };
  };
  const balanceBefore = (employeeId: string, from: LocalDate, rules: AccountRules): KnownBalance =>
    from <= rules.from ? { minutes: undefined } : balanceOf(employeeId, addDays(from, -1), rules);
  // The days of one person are asked for one after the other, each from the end of those before it.
  let person: { readonly id: string; readonly accounts: Map<string, RecomputedAccount> } | undefined;
  /** The account on some days of one run. */
  const accountAgain = (
    employeeId: string,
    days: Days,
    run: RunOfDays,
    rules: AccountRules,
  ): RecomputedAccount => {
    if (person?.id !== employeeId) person = { id: employeeId, accounts: new Map() };
    const { accounts } = person;
    const key = `${run.link.runId} ${days.from} ${days.to} ${fresh.length}`;
    const account = accounts.get(key) ?? recompute(employeeId, days, run, rules);
    accounts.set(key, account);
    return account;
  };
  const recompute = (
    employeeId: string,
    days: Days,
    run: RunOfDays,
    rules: AccountRules,
  ): RecomputedAccount => {
    const { link, final } = run;
    const again = runAgain(run);
    if (again === undefined || again.purged.has(employeeId)) return { unknownDays: undefined };
    const by = again.account ?? rules;
    const before = balanceBefore(employeeId, days.from, by);
    const begun = (minutes: number | undefined) =>
      again.people.of(employeeId).accountBetween({ days, final, rules: by, before: minutes });
    if ('unknownDays' in before) {
      const isAnew = again.account !== undefined && beganAnew(links, link, employeeId, before);
      return isAnew ? begun(undefined) : before;
    }
    const account = begun(before.minutes);
    const isOther =
      before.interrupted !== undefined && beganOtherwise(store, link, employeeId, days, account);
    return isOther ? before : account;
  };
  const recordOf = (employeeId: string, lastDay: LocalDate) => {
    const recorder = lastRecorders(lastDay);
    const content = recorder && store.ledger.person(recorder.runId, employeeId)?.content;
    return content && recordedAccount(content);
  };
  return {
    balanceOf,
    daysOf: (employeeId, days, rules) =>
      newest().flatMap((span) => {
        const own = intersectDays(span, days);
        const account = own && accountAgain(employeeId, own, span, rules);
        return account !== undefined && 'days' in account ? account.days : [];
      }),
    daysFrom: (before, employeeId, days, rules) => {
      const found: AccountDay[] = [];
      for (const span of newest()) {
        const own = intersectDays(span, days);
        const again = own && runAgain(span);
        if (own === undefined) continue;
        if (again === undefined || again.purged.has(employeeId)) return undefined;
        const begun = { rules: again.account ?? rules, before: found.at(-1)?.balance ?? before };
        const { final } = span;
        found.push(...again.people.of(employeeId).accountBetween({ days: own, final, ...begun }).days);
      }
      return found;
    },
    digestOf: (employeeId, lastDay) => recordOf(employeeId, lastDay)?.accountDigests[lastDay],
    beganWith: (employeeId, { from, to }) => recordOf(employeeId, to)?.balancesBefore[addDays(from, -1)],
  };
}

function rememberByDay<Item>(find: (date: LocalDate) => Item): (date: LocalDate) => Item {
  const known = new Map<LocalDate, Item>();
  return (date) => {
    if (!known.has(date)) known.set(date, find(date));
    return known.get(date) as Item;
  };
}

/**
 * Whether a run began an account anew. A final may only begin with an unknown balance if that was accepted; a balance
 * whose records were deleted later was known to it.
 */
function beganAnew(
  links: readonly LedgerLink[],
  { facts, position }: LedgerLink,
  employeeId: string,
  { unknownDays }: Extract<KnownBalance, { readonly unknownDays: unknown }>,
): boolean {
  if (unknownDays !== undefined) return true;
  const { accepted } = acceptance.parse(facts);
  const isAccepted = ['BALANCE_UNKNOWN', `BALANCE_UNKNOWN@${employeeId}`].some((key) => key in accepted);
  return isAccepted || !links.some((link) => link.kind === 'purge' && link.position > position);
}

/** Whether a run recorded another beginning than the account has now, which goes on after days without it. */
function beganOtherwise(
  store: KeptPeople,
  link: LedgerLink,
  employeeId: string,
  { from }: Days,
  { before }: AccountOfPeriod,
): boolean {
  const recorded = begunWith(store, link, employeeId, addDays(from, -1));
  if (recorded === undefined || 'unknownDays' in recorded || before === undefined) return false;
  return recorded.minutes !== before;
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

/** Valid runs, the newest first. */
function newestRuns(links: readonly LedgerLink[]): LedgerLink[] {
  const active = new Set(activeFinals(links).map(({ link }) => link.runId));
  return links
    .filter(({ kind, runId }) => kind === 'correction' || (kind === 'final' && active.has(runId)))
    .reverse();
}

function recordsBalanceOf({ facts }: LedgerLink, date: LocalDate): boolean {
  return balanceDays.parse(facts).balanceDays.includes(date);
}

/** Whether a run recorded balances at the end of the days around one, but none of the person: there was no account. */
function recordedNoAccount(
  store: KeptPeople,
  { runId, facts }: LedgerLink,
  employeeId: string,
  date: LocalDate,
): boolean {
  const [end] = balanceDays
    .parse(facts)
    .balanceDays.filter((day) => day >= date)
    .sort();
  const person = end === undefined ? undefined : store.ledger.person(runId, employeeId);
  if (end === undefined || (person !== undefined && person.content === undefined)) return false;
  return person === undefined || recordedAccount(person.content).balances[end] === undefined;
}

/** The newest run that recorded balances of a day. */
function findLastRecorder(links: readonly LedgerLink[], date: LocalDate): LedgerLink | undefined {
  return newestRuns(links).find((link) => recordsBalanceOf(link, date));
}

/** The same, unless a later run changed days up to it. */
function findRecorder(links: readonly LedgerLink[], date: LocalDate): LedgerLink | undefined {
  const last = newestRuns(links).find(
    (link) => recordsBalanceOf(link, date) || coveredDays(link).from <= date,
  );
  return last && recordsBalanceOf(last, date) ? last : undefined;
}

function recordedBalance(
  store: KeptPeople,
  links: readonly LedgerLink[],
  { runId }: LedgerLink,
  employeeId: string,
  date: LocalDate,
): KnownBalance {
  const person = store.ledger.person(runId, employeeId);
  if (person !== undefined && person.content === undefined)
    return balanceBegunWith(store, links, runId, employeeId, date) ?? { unknownDays: undefined };
  return { minutes: person && recordedAccount(person.content).balances[date] };
}

/** A balance whose record was deleted, as a later run began with it. */
function balanceBegunWith(
  store: KeptPeople,
  links: readonly LedgerLink[],
  recorder: string,
  employeeId: string,
  date: LocalDate,
): KnownBalance | undefined {
  for (const link of newestRuns(links)) {
    if (link.runId === recorder) break;
    const begun = begunWith(store, link, employeeId, date);
    if (begun !== undefined) return begun;
  }
  return undefined;
}

/** The balance after a day with which a run began; undefined if it recorded none. */
function begunWith(
  store: KeptPeople,
  { runId }: LedgerLink,
  employeeId: string,
  date: LocalDate,
): KnownBalance | undefined {
  const content = store.ledger.person(runId, employeeId)?.content;
  const minutes = content && recordedAccount(content).balancesBefore[date];
  return minutes === undefined ? undefined : { minutes };
}

/** Whether a balance is unknown because its records were deleted. */
export function isDeleted(balance: KnownBalance): boolean {
  return 'unknownDays' in balance && balance.unknownDays === undefined;
}

/** The last day before another one on which a valid run recorded a balance of the person; undefined for none. */
function findLastBalance(
  store: KeptPeople,
  links: readonly LedgerLink[],
  employeeId: string,
  before: LocalDate,
): LocalDate | undefined {
  const days = newestRuns(links).flatMap(({ runId, facts }) => {
    const recorded = balanceDays.parse(facts).balanceDays.filter((day) => day < before);
    const content = recorded.length > 0 ? store.ledger.person(runId, employeeId)?.content : undefined;
    return Object.keys(content === undefined ? {} : recordedAccount(content).balances);
  });
  return days
    .filter((day): day is LocalDate => day < before)
    .sort()
    .at(-1);
}
