import { createHash } from 'node:crypto';
import type { AccountDay } from '../../domain/account/accountDays.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { AccountRules } from '../../domain/pay/accountRules.js';
import { isInside } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import { compareAccounts } from '../ledger/changedAccounts.js';
import type { LedgerAccounts } from '../ledger/earlierBalances.js';
import type { ActiveFinal } from '../ledger/finals.js';

/** A person's hours account that ends a final with another balance than recorded, or gets there in another way. */
export interface BalanceChange {
  /** Identical for the same change of the same balance. */
  readonly id: string;
  readonly employeeId: string;
  readonly final: LedgerLink;
  /** The first day with another balance. */
  readonly since: LocalDate;
  /** At the end of the final, in minutes; undefined without an account. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Minutes that leave the account above its limit in the final: paid, or lapsed. */
  readonly surplus: Moved;
  readonly lapsed: Moved;
  /** The final ends after the compared days: its own corrections record the change. */
  readonly isLater: boolean;
  /** The days of the final as recorded, and as computed now. */
  readonly days: { readonly then: readonly AccountDay[]; readonly now: readonly AccountDay[] };
}

interface Moved {
  readonly before: number;
  readonly after: number;
}

/** A final that is compared, with what it would be today. */
interface FinalAndNow {
  readonly base: {
    readonly final: Pick<ActiveFinal, 'link'>;
    readonly people: readonly string[];
    readonly purged: ReadonlySet<string>;
  };
  readonly computed: Pick<ComputedPeriod, 'period' | 'accounts' | 'people'>;
}

/** The ledger without and with the days that are compared. */
interface LedgerSides {
  readonly recorded: LedgerAccounts;
  readonly fresh: LedgerAccounts;
  /** All valid finals of the employer. */
  readonly finals: readonly Pick<ActiveFinal, 'link'>[];
}

/** What corrections have to say of hours accounts. */
export interface BalancesOfFinals {
  /** Of the compared finals, and of later ones that begin with their balances. */
  readonly changes: readonly BalanceChange[];
  /** The people whose recorded balance at the end of a final within the compared days cannot be known. */
  readonly unknown: readonly string[];
}

/**
 * The hours accounts of finals, compared with the ledger. Of the last final, the compared days may be the first only.
 * @param made in the order of their days
 */
export function compareBalances(
  made: readonly FinalAndNow[],
  compared: Days,
  ledger: LedgerSides,
  rules: AccountRules | undefined,
): BalancesOfFinals {
  if (rules === undefined) return { changes: [], unknown: [] };
  const finals = made.map((final) => ({ final, accounts: accountsOf(final, ledger, rules) }));
  const isLater = ({ computed: { period } }: FinalAndNow) => !isInside(period.to, compared);
  const changes = finals.flatMap(({ final, accounts }) =>
    accounts.changed.map((employeeId) => changeOfFinal(employeeId, final, isLater(final), ledger, rules)),
  );
  const people = [...new Set(changes.map(({ employeeId }) => employeeId))].sort();
  const unknown = finals.flatMap(({ final, accounts }) =>
    isLater(final) ? [] : accounts.unknown.map(({ employeeId }) => employeeId),
  );
  return {
    changes: [...changes, ...people.flatMap((id) => laterChanges(id, made, ledger, rules))],
    unknown: [...new Set(unknown)].sort(),
  };
}

function accountsOf({ base, computed }: FinalAndNow, { recorded }: LedgerSides, rules: AccountRules) {
  const { accounts: now = new Map(), period } = computed;
  return compareAccounts({ recorded: base, now, lastDay: period.to }, recorded, rules);
}

function changeOfFinal(
  employeeId: string,
  { base, computed: { period, accounts, people } }: FinalAndNow,
  isLater: boolean,
  { recorded }: LedgerSides,
  rules: AccountRules,
): BalanceChange {
  const known = recorded.balanceOf(employeeId, period.to, rules);
  const before = 'unknownDays' in known ? undefined : known.minutes;
  const after = accounts?.get(employeeId)?.after;
  const figures = { employeeId, final: base.final.link, before, after, isLater };
  const daysThen = recorded.daysOf(employeeId, period, rules);
  return balanceChange(figures, daysThen, people.of(employeeId).account?.days ?? []);
}

/** What the stored reads of later finals come to from the new balance. */
function laterChanges(
  employeeId: string,
  made: readonly FinalAndNow[],
  { recorded, fresh, finals }: LedgerSides,
  rules: AccountRules,
): BalanceChange[] {
  const last = made
    .map(({ computed }) => computed.period.to)
    .sort()
    .at(-1);
  if (last === undefined) return [];
  const later = finals
    .map(({ link }) => link)
    .filter(({ period }) => period.from > last)
    .sort((a, b) => (a.period.to < b.period.to ? -1 : 1));
  const found: BalanceChange[] = [];
  for (const final of later) {
    const { period } = final;
    const [then, now] = [recorded, fresh].map((side) => side.balanceOf(employeeId, period.to, rules));
    if (then === undefined || now === undefined || 'unknownDays' in then || 'unknownDays' in now) break;
    const [daysThen = [], daysNow = []] = [recorded, fresh].map((side) =>
      side.daysOf(employeeId, period, rules),
    );
    const figures = { employeeId, final, before: then.minutes, after: now.minutes, isLater: true };
    const change = balanceChange(figures, daysThen, daysNow);
    const { before, after, surplus, lapsed } = change;
    const isSame = [{ before, after }, surplus, lapsed].every((each) => each.before === each.after);
    if (isSame) break;
    found.push(change);
  }
  return found;
}

function balanceChange(
  figures: Pick<BalanceChange, 'employeeId' | 'final' | 'before' | 'after' | 'isLater'>,
  then: readonly AccountDay[],
  now: readonly AccountDay[],
): BalanceChange {
  const { employeeId, final, before, after } = figures;
  const { runId, period } = final;
  const moved = (name: 'paidOut' | 'lapsed'): Moved => ({
    before: then.reduce((sum, day) => sum + day[name], 0),
    after: now.reduce((sum, day) => sum + day[name], 0),
  });
  const [surplus, lapsed] = [moved('paidOut'), moved('lapsed')];
  const since = firstDifference(then, now) ?? period.from;
  const text = JSON.stringify([runId, employeeId, since, before, after, surplus, lapsed]);
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { id, ...figures, since, surplus, lapsed, days: { then, now } };
}

/**
 * The minutes that an account loses of work that stays paid: fewer worked, and no adjustment gives them back.
 * @param stillPaid minutes by day
 */
export function minutesLost(
  { days: { then, now } }: Pick<BalanceChange, 'days'>,
  stillPaid: ReadonlyMap<LocalDate, number>,
): number {
  const workedNow = new Map(now.map(({ date, worked }) => [date, worked]));
  const fewer = ({ date, worked }: AccountDay) =>
    Math.min(stillPaid.get(date) ?? 0, Math.max(0, worked - (workedNow.get(date) ?? 0)));
  const lost = then.reduce((sum, day) => sum + fewer(day), 0);
  const adjusted = (days: readonly AccountDay[]) =>
    days.reduce((sum, { adjustments }) => sum + adjustments, 0);
  return Math.max(0, lost - Math.max(0, adjusted(now) - adjusted(then)));
}

/** Whether an account moves otherwise on some days; a balance that only begins with another one follows by itself. */
export function movesOn({ days: { then, now } }: Pick<BalanceChange, 'days'>, { from, to }: Days): boolean {
  const movements = (days: readonly AccountDay[]) =>
    JSON.stringify(
      days.filter(({ date }) => from <= date && date <= to).map(({ balance: _, ...movement }) => movement),
    );
  return movements(then) !== movements(now);
}

function firstDifference(then: readonly AccountDay[], now: readonly AccountDay[]): LocalDate | undefined {
  const balances = new Map(then.map(({ date, balance }) => [date, balance]));
  const dates = [...new Set([...then, ...now].map(({ date }) => date))].sort();
  const today = new Map(now.map(({ date, balance }) => [date, balance]));
  return dates.find((date) => balances.get(date) !== today.get(date));
}

/** The contract's JSON form of a changed hours account. */
export function balanceChangeJson(change: BalanceChange): object {
  const { id, employeeId, final, since, before, after, surplus, lapsed, isLater } = change;
  return {
    balance: id,
    employeeId,
    forPeriod: final.period.label,
    originalRun: final.runId,
    date: final.period.to,
    since,
    beforeMinutes: before ?? null,
    afterMinutes: after ?? null,
    surplusBeforeMinutes: surplus.before,
    surplusAfterMinutes: surplus.after,
    lapsedBeforeMinutes: lapsed.before,
    lapsedAfterMinutes: lapsed.after,
    isLater,
  };
}
