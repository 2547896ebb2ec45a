import { PaytallyError } from '../../errors.js';
import type { RunHost } from '../../run.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { DeliveryOutcome, DeliveryState } from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import { DeliveryFailure, UnansweredDelivery } from '../deliveryFailure.js';
import { alone } from './alone.js';
import { DeliverySession, knownSilences, type SessionOrder } from './deliverySession.js';
import type { ReadyAttempt } from './fileTarget.js';
import type { MailedRun } from './mailOf.js';
import { tellOwner } from './tellOwner.js';

/** Everything that sending needs to know. */
export interface CarryOutOrder extends SessionOrder {
  readonly run: MailedRun;
  /** What may be sent: `pending` and `failed`; a person's word adds `unknown` or `sent`. */
  readonly from: readonly DeliveryState[];
}

/**
 * Tries each of these items once, one after the other; each fails by itself. Only one process does so at a time: what
 * another one left half sent is settled first. The owner is told of what failed, once for each cause.
 * @returns the items as they stand now
 * @throws PaytallyError INTERRUPTED between two items; STORE_BUSY
 */
export async function carryOut(
  order: CarryOutOrder,
  items: readonly DeliveryItem[],
): Promise<readonly DeliveryItem[]> {
  const { host, store } = order;
  if (items.length === 0) return [];
  knownSilences(host, store);
  return alone(host, order.storeFolder, 'deliver', async () => {
    const session = new DeliverySession(order);
    try {
      store.outbox.settleInterrupted();
      await session.settleOnServers(new Set(items.map(({ name }) => name)));
      for (const item of items) {
        host.context.signal.throwIfAborted();
        await attempt(order, session, item);
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
  return runIds.flatMap((runId) => store.outbox.findByRun(runId)).filter(({ id }) => ids.has(id));
}

/** The state is recorded before temporary files are removed, which prove it. */
async function attempt(
  { host, store, run, from }: CarryOutOrder,
  session: DeliverySession,
  item: DeliveryItem,
): Promise<void> {
  const [current] = currentOf(store, [item]);
  if (current === undefined || !from.includes(current.state)) return;
  const ready = await session
    .prepare(current, run)
    .catch((failure: unknown): ReadyAttempt => ({ staged: [], send: () => Promise.reject(failure) }));
  if (!store.outbox.claim(item.id, from, ready.staged)) return;
  const failure = await ready.send().then(
    () => undefined,
    (thrown: unknown) => thrown ?? new Error('nothing'),
  );
  store.outbox.settle(item.id, outcomeOf(failure, ready, current, host));
  if (ready.staged.length > 0 && !(failure instanceof UnansweredDelivery)) {
    store.outbox.settleInterrupted();
    await session.settleOnServers(new Set([item.name]));
  }
  if (failure !== undefined && !isExpected(failure)) throw failure;
}

function isExpected(failure: unknown): failure is DeliveryFailure | PaytallyError {
  return failure instanceof DeliveryFailure || failure instanceof PaytallyError;
}

/**
 * What an attempt came to. A bug, or a store that cannot be written any more, may have struck after the message was
 * handed over: of files, what is found then says more.
 */
function outcomeOf(
  failure: unknown,
  { staged }: ReadyAttempt,
  item: DeliveryItem,
  { context }: RunHost,
): DeliveryOutcome {
  if (failure === undefined) return { state: 'sent' };
  if (!isExpected(failure)) return { state: 'unknown', problem: 'A bug in paytally stopped it.' };
  const problem = context.scrubber.clean(`${failure.message} ${failure.remedy}`);
  if (failure instanceof PaytallyError) return { state: staged.length === 0 ? 'failed' : 'unknown', problem };
  const { standing } = failure;
  const nextTryAt = standing === 'failed' ? nextTryAfter(item, context.clock.nowMs()) : undefined;
  return { state: standing, problem, nextTryAt };
}

const MINUTE_MS = 60_000;
/** After the first failure, the second …; the last one for all that follow. */
const PAUSES_MINUTES = [5, 15, 30, 60, 120, 240];
const GIVEN_UP_AFTER_MS = 48 * 60 * MINUTE_MS;

/** When a running schedule tries a failed item again: after growing pauses, for two days; undefined at the end. */
function nextTryAfter(
  { attempts, createdAt }: Pick<DeliveryItem, 'attempts' | 'createdAt'>,
  nowMs: number,
): Date | undefined {
  const pause = PAUSES_MINUTES[Math.min(attempts, PAUSES_MINUTES.length - 1)] ?? 0;
  const next = nowMs + pause * MINUTE_MS;
  return next > createdAt.getTime() + GIVEN_UP_AFTER_MS ? undefined : new Date(next);
}
