import { compareText } from '../../domain/collections.js';
import { isInside } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import { changeContent, type OpenChange } from '../../store/mirror.js';
import type { Store } from '../../store/store.js';
import { coveredSince } from './coveredChanges.js';
import type { IsOwn } from './finals.js';

/** All findings of the monitor's newest passes over the finals of an employer's keys, by employee and day. */
export function keptChanges(store: Store, employerId: string, isOwn: IsOwn) {
  const keys = new Map(store.ledger.links(employerId).map((link) => [link.runId, link.employerKey]));
  return store.mirror
    .items(employerId, 'change')
    .map((item) => ({ ...item, content: changeContent.parse(item.content) }))
    .filter(({ content: { change } }) => isOwn(keys.get(change.finalRun) ?? ''))
    .sort((a, b) => compareText(orderOf(a.content.change), orderOf(b.content.change)));
}

function orderOf({ employeeId, date, payCode, establishment, finalRun }: OpenChange): string {
  return JSON.stringify([employeeId, date, payCode, establishment, finalRun]);
}

/** The changes of a period whose final was neither replaced nor corrected since. */
export function findOpenChanges(
  store: Store,
  links: readonly LedgerLink[],
  employerId: string,
  period: Days,
  isOwn: IsOwn,
): readonly OpenChange[] {
  return keptChanges(store, employerId, isOwn).flatMap(({ content: { change, position } }) => {
    const isIn = period.from <= change.date && change.date <= period.to;
    const isCovered = () =>
      coveredSince(links, change.finalRun, position).some((days) => isInside(change.date, days));
    return isIn && !isCovered() ? [change] : [];
  });
}

/** A breach of a working-time limit that the published plan would cause. */
export interface PlannedBreach {
  readonly code: string;
  readonly employeeId: string;
  readonly date: string;
}

/** The planned breaches of the monitor's newest pass, by day. */
export function keptPlannedBreaches(store: Store, employerId: string) {
  return store.mirror
    .items(employerId, 'planned')
    .map(({ content: { code }, person, day, ...item }) => {
      const content: PlannedBreach = { code: String(code), employeeId: person ?? '', date: day ?? '' };
      return { ...item, content };
    })
    .sort((a, b) => compareText(breachOrder(a.content), breachOrder(b.content)));
}

function breachOrder({ date, employeeId, code }: PlannedBreach): string {
  return `${date} ${employeeId} ${code}`;
}
