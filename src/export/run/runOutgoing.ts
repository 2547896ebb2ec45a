import { emptyDeliveryWarnings, selectDeliveries } from '../../delivery/deliveries.js';
import { type PlannedDeliveries, planDeliveries } from '../../delivery/planDeliveries.js';
import type { OutcomeFile, RunHost, RunRequest } from '../../run.js';
import type { ComputedRun } from './computeRun.js';
import { recipientsOfRun } from './recipientsOfRun.js';
import { coverOfRun, renderShare } from './renderShare.js';

const NOTHING: PlannedDeliveries = (_files: readonly OutcomeFile[]) => [];

/**
 * Who gets what of a run, before anything of it is written.
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
  for (const line of emptyDeliveryWarnings(deliveries, templates))
    host.terminal.alert(`Warning: ${config.employerKey}: ${line}`);
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
