import type { LedgerOfDays } from '../../delivery/sendingOrder.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { activeFinals, coveredDays, overlaps, parseOriginals, supersededRuns } from './finals.js';
import { findHistoryRun } from './history.js';
import { loadStoredRun, type StoredRunPlaces } from './storedRun.js';

/** What the ledger has for the days of a run, which decides whether its deliveries may be sent. */
export function ledgerOfDays(store: Store, runId: string, places: StoredRunPlaces): LedgerOfDays {
  const { state } = findHistoryRun(store, runId);
  const own = store.ledger.link(runId);
  const run = store.run(runId);
  const employerId = own?.employerId ?? run?.employerId ?? '';
  const days = own === undefined ? run?.period : coveredDays(own);
  if (days === undefined) throw new Error(`run ${runId} has no days`);
  const links = store.ledger.links(employerId);
  const finals = activeFinals(links).filter(({ link: { period } }) => overlaps(period, days));
  const superseded = supersededRuns(links);
  const around =
    own === undefined ? [] : links.filter((link) => !superseded.has(link.runId) && isOfSameDays(link, own));
  const isBefore = ({ position }: LedgerLink): boolean => own !== undefined && position < own.position;
  return {
    state,
    days,
    finals: finals.map(({ link, templates }) => ({ runId: link.runId, templates, period: link.period })),
    earlier: around.flatMap((link) => (isBefore(link) ? [link.runId] : [])),
    later: around.flatMap((link) =>
      link.kind === 'correction' && !isBefore(link) && link.runId !== runId ? [link.runId] : [],
    ),
    canBeSent: (earlier) => !isPurged(store, earlier),
    restates: (correction, template) => doesRestate(store, correction, template, places),
  };
}

/** Whether a final or correction is for some of the same days or the same finals. */
function isOfSameDays(link: LedgerLink, own: LedgerLink): boolean {
  if (link.kind === 'purge') return false;
  const isOriginal =
    own.kind === 'correction'
      ? parseOriginals(own).includes(link.runId)
      : link.kind === 'correction' && parseOriginals(link).includes(own.runId);
  return isOriginal || overlaps(coveredDays(link), coveredDays(own));
}

/** By the templates of its time. @throws PaytallyError RUN_PURGED */
function doesRestate(store: Store, runId: string, template: string, places: StoredRunPlaces): boolean {
  return loadStoredRun(store, runId, places).prepared.templates.some(
    ({ name, ...rest }) =>
      name === template && rest.kind === 'text' && rest.spec.corrections === 'restate',
  );
}

/** Whether people were purged from a run: then nothing of it is sent. */
export function isPurged(store: Store, runId: string): boolean {
  return store.ledger.people(runId).some(({ content }) => content === undefined);
}
