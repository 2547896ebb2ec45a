import type { LedgerOfDays } from '../../delivery/sendingOrder.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { activeFinals, coveredDays, overlaps, parseOriginals, supersededRuns } from './finals.js';
import { findHistoryRun } from './history.js';
import { loadStoredRun, type StoredRunPlaces } from './storedRun.js';

/** What the ledger has for the days of a run, which decides whether its deliveries may be sent. */
export function ledgerOfDays(store: Store, runId: string, places: StoredRunPlaces): LedgerOfDays {
  const { state, period: days } = findHistoryRun(store, runId);
  return {
    state,
    days,
    finals: () => finalsOfDraft(store, runId),
    earlier: () => idsOf(linksOfSameDays(store, runId).before),
    later: () => idsOf(linksOfSameDays(store, runId).after.filter(({ kind }) => kind === 'correction')),
    canBeSent: (earlier) => !isPurged(store, earlier),
    restates: (correction, template) => doesRestate(store, correction, template, places),
  };
}

function idsOf(links: readonly LedgerLink[]): readonly string[] {
  return links.map(({ runId }) => runId);
}

function finalsOfDraft(store: Store, runId: string): ReturnType<LedgerOfDays['finals']> {
  const run = store.run(runId);
  if (run === undefined) return [];
  const links = store.ledger.linksOfDays(run.employerId, run.period);
  return activeFinals(links).map(({ link, templates }) => ({ ...link, templates }));
}

/** The finals that count and the corrections for some of the same days or the same finals, in the ledger's order. */
function linksOfSameDays(
  store: Store,
  runId: string,
): { readonly before: readonly LedgerLink[]; readonly after: readonly LedgerLink[] } {
  const own = store.ledger.link(runId);
  if (own === undefined) return { before: [], after: [] };
  const links = store.ledger.links(own.employerId);
  const superseded = supersededRuns(links);
  const same = links.filter((link) => !superseded.has(link.runId) && isOfSameDays(link, own));
  return {
    before: same.filter(({ position }) => position < own.position),
    after: same.filter(({ position }) => position > own.position),
  };
}

function isOfSameDays(link: LedgerLink, own: LedgerLink): boolean {
  if (link.kind === 'purge') return false;
  const corrects = (one: LedgerLink, other: LedgerLink) =>
    one.kind === 'correction' && parseOriginals(one).includes(other.runId);
  return corrects(own, link) || corrects(link, own) || overlaps(coveredDays(link), coveredDays(own));
}

/** By the templates of its time. @throws PaytallyError RUN_PURGED */
function doesRestate(store: Store, runId: string, template: string, places: StoredRunPlaces): boolean {
  return loadStoredRun(store, runId, places).prepared.templates.some(
    ({ name, ...rest }) => name === template && rest.kind === 'text' && rest.spec.corrections === 'restate',
  );
}

/** Whether people were purged from a run: then nothing of it is sent. */
export function isPurged(store: Store, runId: string): boolean {
  return store.ledger.purgedRuns().has(runId);
}
