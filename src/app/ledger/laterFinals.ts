import { z } from 'zod';
import type { AccountDay } from '../../domain/account/accountDays.js';
import { lineKeyText } from '../../domain/corrections/exportedLine.js';
import type { AccountRules } from '../../domain/pay/accountRules.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { addDays } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { type LedgerPay, linksBefore, readEarlierPay } from './earlierPay.js';
import { payLinesOf } from './exportedLines.js';
import { correctionsOf, coveredDays, type IsOwn, overlaps, ownFinals } from './finals.js';
import { NO_PERSON } from './runSnapshot.js';

interface RecordedRun {
  readonly runId: string;
  readonly employerId: string;
  readonly employerKey: string;
  readonly isOwn: IsOwn;
}

/** A final whose pay depends on hours before it that have changed. */
export interface LaterFinal {
  readonly link: LedgerLink;
  /** Whose pay is concerned. */
  readonly people: readonly string[];
}

/** The ledger without and with a run. */
interface LedgerSides {
  readonly before: LedgerPay;
  readonly now: LedgerPay;
}

/**
 * The later finals whose pay a final or correction has moved: the surplus of hours accounts, or pay by sums over earlier
 * days. The ledger tells both, so nothing is read again. In the order of their days.
 * @param account the employer's rules; undefined without accounts
 */
export function findLaterFinals(
  store: Store,
  run: RecordedRun,
  account: AccountRules | undefined,
): readonly LaterFinal[] {
  const links = store.ledger.links(run.employerId);
  const made = links.find(({ runId }) => runId === run.runId);
  if (made === undefined) return [];
  const moved: Days[] = [coveredDays(made)];
  const later = ownFinals(links, run.isOwn).filter(({ link }) => link.period.from > coveredDays(made).to);
  const inOrder = later.map(({ link }) => link).sort((a, b) => (a.period.from < b.period.from ? -1 : 1));
  const sides = {
    before: readEarlierPay(store, linksBefore(store, run)),
    now: readEarlierPay(store, links),
  };
  const found: LaterFinal[] = [];
  for (const link of inOrder) {
    const isSummed = usesDays(link, moved);
    const people = peopleOf(store, links, link).filter(
      (id) => paysOtherSurplus(id, link, sides, account) || (isSummed && isPaidOtherwise(id, link, sides)),
    );
    if (people.length === 0) continue;
    moved.push(link.period);
    found.push({ link, people });
  }
  return found;
}

/** Records them for the state of their periods, until a correction or a replacement has covered them. */
export function noteLaterFinals(
  store: Store,
  run: RecordedRun,
  account: AccountRules | undefined,
): readonly LaterFinal[] {
  const found = findLaterFinals(store, run, account);
  const { employerId, employerKey, isOwn } = run;
  const position = store.ledger.links(employerId).at(-1)?.position ?? 0;
  for (const { link, people } of found) {
    const { from, to } = link.period;
    store.scheduleState.recordChanged(
      { employerId, employerKey, from, to, lines: people.length, position },
      isOwn,
    );
  }
  return found;
}

const balanceFacts = z.object({
  balanceRuns: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
});

/** Whether rules of a final sum up some of these days. */
function usesDays({ facts }: LedgerLink, moved: readonly Days[]): boolean {
  const { balanceRuns } = balanceFacts.parse(facts);
  return balanceRuns.some((used) => moved.some((days) => overlaps(used, days)));
}

/** The people of a final and its corrections whose content was not deleted. */
function peopleOf(store: Store, links: readonly LedgerLink[], final: LedgerLink): readonly string[] {
  const ids = new Set<string>();
  for (const { runId } of [final, ...correctionsOf(links, final)])
    for (const { person, content } of store.ledger.eachPerson(runId))
      if (content !== undefined && person !== NO_PERSON) ids.add(person);
  return [...ids].sort();
}

/**
 * Whether a final would pay other minutes of an account, begun with the balance that the ledger has now before it, than
 * begun with the one that it recorded. A balance alone is nothing to correct: the next run begins with that of the
 * ledger.
 */
function paysOtherSurplus(
  employeeId: string,
  { period }: LedgerLink,
  { now: ledger }: LedgerSides,
  account: AccountRules | undefined,
): boolean {
  const begun = account && ledger.beganWith(employeeId, period);
  if (account === undefined || begun === undefined || period.from <= account.from) return false;
  const now = ledger.balanceOf(employeeId, addDays(period.from, -1), account);
  if ('unknownDays' in now || now.minutes === begun) return false;
  const paid = ledger.daysFrom(begun, employeeId, period, account);
  const due = ledger.daysOf(employeeId, period, account);
  return paid !== undefined && paidOut(paid) !== paidOut(due);
}

/** The days on which minutes leave an account to be paid, with their numbers. */
function paidOut(days: readonly AccountDay[]): string {
  return JSON.stringify(
    days.flatMap(({ date, paidOut: minutes }) => (minutes === 0 ? [] : [[date, minutes]])),
  );
}

/** Whether the stored records of a final come to other pay, because of the days before it. */
function isPaidOtherwise(employeeId: string, { period }: LedgerLink, sides: LedgerSides): boolean {
  const amounts = ({ linesOf }: LedgerPay): string | undefined => {
    const lines = linesOf(employeeId, period);
    if (lines === undefined) return undefined;
    const pay = { period, people: { ids: [employeeId], of: () => ({ pay: { lines } }) } };
    const sums = payLinesOf(pay, () => ({})).map(
      (line) => `${lineKeyText({ ...line, row: '' })} ${line.amount}`,
    );
    return JSON.stringify(sums.sort());
  };
  const [before, after] = [amounts(sides.before), amounts(sides.now)];
  return before !== undefined && after !== undefined && before !== after;
}
