import type { Config } from '../../config/config.js';
import { emptyDeliveryWarnings, selectDeliveries } from '../../delivery/deliveries.js';
import { type PlannedDeliveries, planDeliveries, splitsByRecipient } from '../../delivery/planDeliveries.js';
import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import { addressKey } from '../../domain/people/mailbox.js';
import {
  type OutcomeFile,
  type PreparedRun,
  type RunHost,
  type RunOutcome,
  type RunRequest,
  standingOf,
} from '../../run.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { Store } from '../../store/store.js';
import { isBusyFailure } from '../../store/storeFailure.js';
import { recipientsOfRun } from './runRecipients.js';
import { coverOfRun, renderShare } from './shares.js';
import type { ComputedRun } from './source.js';

/**
 * Attempts each delivery of a run once, after its files are in place; leaves them for later if another process is
 * sending for too long.
 */
export async function deliverRun(
  host: RunHost,
  { deliver, effect, loaded, storeFolder }: RunRequest,
  { config }: PreparedRun,
  store: Store,
  outcome: RunOutcome,
): Promise<RunOutcome> {
  if (deliver === undefined || effect !== 'write') return outcome;
  const { folder } = loaded;
  const items = store.outbox.findByRun(outcome.runId);
  warnOfSharedAddresses(host, config, store, items);
  const { runId, period, state } = outcome;
  const links = store.ledger.links(config.employer.employerId);
  const run = { period, state, digest: links.find((link) => link.runId === runId)?.digest };
  const order = { host, store, storeFolder, config, folder, run, from: ['pending'] as const };
  try {
    await sendDeliveries(order, items);
  } catch (failure) {
    if (!isBusyFailure(failure)) throw failure;
  }
  return { ...outcome, deliveries: store.outbox.findByRun(outcome.runId).map(standingOf) };
}

const NOTHING: PlannedDeliveries = (_files: readonly OutcomeFile[]) => [];

/**
 * The recipients and files of a run's deliveries, before anything is written.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID, DELIVERY_UNKNOWN, RENDER_REFUSED
 */
export async function runOutgoing(
  host: RunHost,
  request: RunRequest,
  run: ComputedRun,
): Promise<PlannedDeliveries> {
  if (request.deliver === undefined || request.effect === 'check') return NOTHING;
  const { config } = run.prepared;
  const { folder } = request.loaded;
  const deliveries = selectDeliveries(config, request.state, request.deliver);
  const templates = run.prepared.templates.map(({ name }) => name);
  for (const warning of emptyDeliveryWarnings(config.employerKey, deliveries, templates))
    host.terminal.alert(warning);
  return planDeliveries({
    config,
    folder,
    runId: run.runId,
    period: run.fetched.period,
    state: request.state,
    deliveries,
    recipientsOf: (delivery) => recipientsOfRun(run, delivery, folder),
    render: (share, templates) => renderShare(host, request, run, share, templates),
    cover: () => coverOfRun(run),
  });
}

/**
 * Files of single recipients under an address that serves another employer too, by the outbox or in this very command:
 * usually a slip in a mapping file.
 */
export function warnOfSharedAddresses(
  { terminal, addressees }: RunHost,
  { employerKey, deliveries }: Config,
  store: Store,
  items: readonly Pick<DeliveryItem, 'name' | 'recipient'>[],
): void {
  const own = items.filter(({ name }) => {
    const settings = deliveries[name];
    return settings?.to === 'mail' && splitsByRecipient(settings.recipients);
  });
  for (const address of new Set(own.map(({ recipient }) => recipient))) {
    const here = addressees.get(addressKey(address)) ?? new Set<string>();
    const others = new Set([...store.outbox.findEmployers(address), ...here]);
    others.delete(employerKey);
    addressees.set(addressKey(address), here.add(employerKey));
    if (others.size > 0)
      terminal.alert(
        `Warning: ${employerKey}: ${address} also gets files of ${[...others].sort().join(', ')}.`,
      );
  }
}
