import { matchesTemplate } from '../../delivery/deliveries.js';
import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { templatesOfRun } from '../export/prepareRun.js';
import type { RunRequest } from '../export/runRequest.js';
import { activeFinals, overlaps, ownFinals, ownKeys, parseOriginals } from '../ledger/finals.js';
import { type SendHost, sendRun } from '../storedRuns/sendRun.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue } from './employerSchedules.js';

/** The finals of exactly the due days, if they have all templates of the schedule; otherwise none. */
export function coveringFinals(
  store: Store,
  { loaded }: Pick<RunRequest, 'loaded'>,
  time: ScheduledRun,
): readonly string[] {
  const { from, to } = periodDue(time);
  const { config, settings } = time.schedule;
  const isOwn = ownKeys(loaded, config.employerKey);
  const same = activeFinals(store.ledger.links(config.employer.employerId)).filter(
    ({ link: { period, employerKey } }) => period.from === from && period.to === to && isOwn(employerKey),
  );
  const made = same.flatMap(({ templates }) => templates);
  const state = settings.final ? 'final' : 'draft';
  const wanted = templatesOfRun(config, state, { kind: 'all', names: settings.deliver });
  const isWhole = wanted.every((name) => made.some((template) => matchesTemplate(template, name)));
  return isWhole ? same.map(({ link }) => link.runId) : [];
}

/**
 * Some finals and all corrections of the due days, by this schedule or not, in the ledger's order: payroll needs them
 * all, because a correction has only the difference to those before it.
 * @param finals none for a schedule that sends corrections only
 */
export function runsOfDays(
  store: Store,
  { loaded }: Pick<RunRequest, 'loaded'>,
  time: ScheduledRun,
  finals: readonly string[],
): readonly string[] {
  const period = periodDue(time);
  const { config } = time.schedule;
  const links = store.ledger.links(config.employer.employerId);
  const isOwn = ownKeys(loaded, config.employerKey);
  const own = ownFinals(links, isOwn).map(({ link }) => link);
  const originals = new Map(own.map((link) => [link.runId, link]));
  const isCorrection = (link: LedgerLink): boolean => {
    if (link.kind !== 'correction') return false;
    const named = parseOriginals(link);
    const corrected = named.flatMap((runId) => originals.get(runId) ?? []);
    const isOfOwn = named.length === 0 ? isOwn(link.employerKey) : corrected.length > 0;
    return isOfOwn && [link, ...corrected].some((each) => overlaps(each.period, period));
  };
  const purged = store.ledger.purgedRuns();
  // Nothing of a correction can be sent whose people were purged.
  return links
    .filter((link) => finals.includes(link.runId) || (isCorrection(link) && !purged.has(link.runId)))
    .map(({ runId }) => runId);
}

/**
 * Sends recorded runs to the schedule's deliveries: to a recipient that had one, never again.
 * @param planned the run whose deliveries were planned with it
 * @throws PaytallyError as `sendRun`
 */
export async function deliverRuns(
  host: SendHost,
  { loaded, storeFolder }: Pick<RunRequest, 'loaded' | 'storeFolder'>,
  store: Store,
  { schedule: { settings } }: ScheduledRun,
  runIds: readonly string[],
  planned?: string,
): Promise<readonly DeliveryStatus[]> {
  if (settings.deliver.length === 0) return [];
  const sent: DeliveryStatus[] = [];
  for (const runId of runIds) {
    const order = { loaded, storeFolder, runId, to: settings.deliver, again: [], isDryRun: false };
    sent.push(...(await sendRun(host, store, { ...order, isPlanned: runId === planned })).deliveries);
  }
  return sent;
}
