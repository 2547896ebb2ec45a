import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import { PaytallyError } from '../../errors.js';
import { type PreparedRun, type RunHost, type RunOutcome, type RunRequest, standingOf } from '../../run.js';
import type { Store } from '../../store/store.js';
import { warnOfSharedAddresses } from './sharedAddresses.js';

/** Tries each delivery of a run once, now that its files are in place; where another process sends too long, later. */
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
    if (!(failure instanceof PaytallyError && failure.code === 'STORE_BUSY')) throw failure;
  }
  return { ...outcome, deliveries: store.outbox.findByRun(outcome.runId).map(standingOf) };
}
