import type { Context } from '../../context.js';
import {
  type DeliveryPlanOptions,
  type PlannedDeliveries,
  planDeliveries,
} from '../../delivery/planDeliveries.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import type { ComputedRun } from './runSource.js';
import { coverOfRun, renderShare } from './shares.js';

/**
 * The deliveries of a draft or final, also of one that was recorded earlier: files for single recipients are made from
 * its records.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID, RENDER_REFUSED
 */
export function planRunDeliveries(
  context: Pick<Context, 'signal' | 'version'>,
  run: ComputedRun,
  accepted: ReadonlyMap<AcceptedKey, string>,
  order: Omit<DeliveryPlanOptions, 'render' | 'cover'>,
): Promise<PlannedDeliveries> {
  return planDeliveries({
    ...order,
    render: (share, templates) => renderShare(context, accepted, run, share, templates),
    cover: () => coverOfRun(run),
  });
}
