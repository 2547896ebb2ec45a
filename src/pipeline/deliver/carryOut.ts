import type { Config } from '../../config/config.js';
import { DeliveryFailure } from '../../delivery/deliveryFailure.js';
import { PaytallyError } from '../../errors.js';
import type { DeliveryItem, DeliveryState } from '../../store/deliveryItems.js';
import type { Store } from '../../store/store.js';
import type { RunHost } from '../runHost.js';
import { alone } from './alone.js';
import { DeliverySession } from './deliverySession.js';
import type { MailedRun } from './mailOf.js';
import { INTERRUPTED } from './orphans.js';
import { tellOwner } from './tellOwner.js';

/** Everything that sending needs to know. */
export interface CarryOutOrder {
  readonly host: RunHost;
  readonly store: Store;
  readonly storeFolder: string;
  readonly config: Config;
  /** Of the configuration. */
  readonly folder: string;
  readonly run: MailedRun;
  /** What may be sent: `pending` and `failed`; a person's word adds `unknown` or `sent`. */
  readonly from: readonly DeliveryState[];
}

/**
 * Tries each of these items once, one after the other; each fails by itself. Only one process does so at a time. The
 * owner is told of what failed, once for each cause.
 * @returns the items as they stand now
 * @throws PaytallyError INTERRUPTED between two items; STORE_BUSY
 */
export async function carryOut(
  order: CarryOutOrder,
  items: readonly DeliveryItem[],
): Promise<readonly DeliveryItem[]> {
  const { host, store, config, folder } = order;
  if (items.length === 0) return [];
  return alone(host, order.storeFolder, 'deliver', async () => {
    const session = new DeliverySession(host, config, folder);
    try {
      for (const item of items) await settleOrphan(session, item, store);
      for (const item of items) {
        host.context.signal.throwIfAborted();
        if (store.outbox.claim(item.id, order.from)) await attempt(order, session, item);
      }
      const now = currentOf(store, items);
      // A program that is asked to end tells the next time.
      if (!host.context.signal.aborted) await tellOwner(order, session, now);
      return now;
    } finally {
      await session.close();
    }
  });
}

export function currentOf(store: Store, items: readonly DeliveryItem[]): readonly DeliveryItem[] {
  const ids = new Set(items.map(({ id }) => id));
  const runIds = [...new Set(items.map(({ runId }) => runId))];
  return runIds.flatMap((runId) => store.outbox.ofRun(runId)).filter(({ id }) => ids.has(id));
}

/** What stands at `sending` while nobody else sends was left by a process that died. */
async function settleOrphan(session: DeliverySession, item: DeliveryItem, store: Store): Promise<void> {
  const [current] = currentOf(store, [item]);
  if (current?.state !== 'sending') return;
  const hasArrived = await session.hasArrived(current, store).catch(() => undefined);
  if (hasArrived === true) store.outbox.settle(item.id, { state: 'sent' });
  else if (hasArrived === false)
    store.outbox.settle(item.id, { state: 'failed', problem: 'It was interrupted before it arrived.' });
  else store.outbox.settle(item.id, { state: 'unknown', problem: INTERRUPTED });
}

async function attempt(
  { host, store, run }: CarryOutOrder,
  session: DeliverySession,
  item: DeliveryItem,
): Promise<void> {
  try {
    await session.send(item, run, store);
    store.outbox.settle(item.id, { state: 'sent' });
  } catch (failure) {
    const { clean } = host.context.scrubber;
    if (failure instanceof DeliveryFailure) {
      const problem = clean.call(host.context.scrubber, `${failure.message} ${failure.remedy}`);
      const next = failure.standing === 'failed' ? nextTryAt(item, host.context.clock.nowMs()) : undefined;
      store.outbox.settle(item.id, { state: failure.standing, problem, nextTryAt: next });
      return;
    }
    const isOurs = failure instanceof PaytallyError;
    const problem = isOurs ? `${failure.message} ${failure.remedy}` : 'A bug in paytally stopped it.';
    // A bug may have struck after the message was handed over.
    store.outbox.settle(item.id, {
      state: isOurs ? 'failed' : 'unknown',
      problem: clean.call(host.context.scrubber, problem),
    });
    if (!isOurs) throw failure;
  }
}

const MINUTE_MS = 60_000;
/** After the first failure, the second …; the last one for all that follow. */
const PAUSES_MINUTES = [5, 15, 30, 60, 120, 240];
const GIVEN_UP_AFTER_MS = 48 * 60 * MINUTE_MS;

/** When a running schedule tries a failed item again: after growing pauses, for two days; undefined at the end. */
function nextTryAt(
  { attempts, createdAt }: Pick<DeliveryItem, 'attempts' | 'createdAt'>,
  nowMs: number,
): Date | undefined {
  const pause = PAUSES_MINUTES[Math.min(attempts, PAUSES_MINUTES.length - 1)] ?? 0;
  const next = nowMs + pause * MINUTE_MS;
  return next > createdAt.getTime() + GIVEN_UP_AFTER_MS ? undefined : new Date(next);
}
