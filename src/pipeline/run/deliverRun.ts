import type { Store } from '../../store/store.js';
import { carryOut } from '../deliver/carryOut.js';
import { standingOf } from '../deliver/standing.js';
import type { RunOutcome } from '../outcome.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import type { RunHost } from '../runHost.js';
import type { RunRequest } from '../runRequest.js';

/** Tries each delivery of a run once, now that its files are in place. */
export async function deliverRun(
  host: RunHost,
  { deliver, effect, loaded, storeFolder }: RunRequest,
  { config }: PreparedRun,
  store: Store,
  outcome: RunOutcome,
): Promise<RunOutcome> {
  if (deliver === undefined || effect !== 'write') return outcome;
  const { folder } = loaded;
  const items = store.outbox.ofRun(outcome.runId);
  const order = { host, store, storeFolder, config, folder, run: outcome, from: ['pending'] as const };
  return { ...outcome, deliveries: (await carryOut(order, items)).map(standingOf) };
}
