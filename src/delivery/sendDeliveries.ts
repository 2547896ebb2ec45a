import { setTimeout as delay } from 'node:timers/promises';
import { PaytallyError } from '../errors.js';
import { remedyOf, storedMessage } from '../i18n/formatMessage.js';
import { type Message, message } from '../i18n/message.js';
import { InterruptedAfterWriting } from '../runtime/interruption.js';
import type { DeliveryItem } from '../store/outbox.js';
import { type DeliveryOutcome, type DeliveryState, storedProblem } from '../store/stagedFiles.js';
import type { Store } from '../store/store.js';
import { type LockName, waitForWorkLock } from '../store/workLock.js';
import { DeliveryFailure, deliveryProblem, UnansweredDelivery } from './deliveryFailure.js';
import type { DeliveryEffects, PreparedAttempt } from './deliveryKind.js';
import { DeliverySession, type SessionOrder, silencesAtStart } from './deliverySession.js';
import type { MailedRun } from './mail/mailText.js';
import { notifyOwner } from './mail/notices.js';
import { findRestated, type HeldBack, heldByFile, heldByLedger, type LedgerOfDays } from './sendingOrder.js';

/** The input for sending. */
interface SendDeliveriesOrder extends SessionOrder {
  readonly run: MailedRun;
  /** What the ledger has for the run's days. */
  readonly ledger: LedgerOfDays;
  /** The states that may be sent: `pending` and `failed`; `unknown` or `sent` only at a user's request. */
  readonly from: readonly DeliveryState[];
}

/**
 * Tries each of these items once, in order; a failure does not affect the others. Only one process does so at a time,
 * and it first settles unfinished deliveries of others. Notifies the owner of failures, once for each cause.
 * @returns the items with their new state
 * @throws InterruptedAfterWriting; PaytallyError STORE_BUSY
 */
export async function sendDeliveries(
  order: SendDeliveriesOrder,
  items: readonly DeliveryItem[],
): Promise<readonly DeliveryItem[]> {
  const { effects, store } = order;
  const [first] = items;
  if (first === undefined) return [];
  silencesAtStart(order);
  for (const runId of new Set(items.map((item) => item.runId))) await store.shared?.restoreFiles(runId);
  const work = async () => {
    const session = new DeliverySession(order);
    try {
      store.outbox.settleInterrupted();
      await session.settleOnServers(new Set(items.map(({ name }) => name)));
      for (const item of items) {
        effects.context.signal.throwIfAborted();
        await attemptDelivery(order, session, item);
      }
      const now = currentItems(store, items);
      // A program that was asked to end notifies the owner next time.
      if (!effects.context.signal.aborted) await notifyOwner(order, session, now);
      return now;
    } finally {
      await session.close();
    }
  };
  return withExclusiveLock(effects, order, 'deliver', work).catch((failure: unknown) => {
    if (!effects.context.signal.aborted) throw failure;
    // The run is recorded, and its other deliveries can be sent.
    throw new InterruptedAfterWriting(message('delivery.interrupted', { run: first.runId }));
  });
}

function currentItems(store: Store, items: readonly DeliveryItem[]): readonly DeliveryItem[] {
  const ids = new Set(items.map(({ id }) => id));
  const runIds = [...new Set(items.map(({ runId }) => runId))];
  return runIds.flatMap((runId) => store.outbox.findByRun(runId)).filter(({ id }) => ids.has(id));
}

/** How long a payroll clerk can fetch a file: DATEV deletes it after 60 days (hr:files, `JobInfo.state`). */
const RECEIPT_AWAITED_MS = 61 * 24 * 60 * 60_000;
/** The pauses on the first day and later. */
const RECEIPT_PAUSES_MINUTES = [30, 360] as const;

/** When a running schedule requests the receipt of a received file. */
function nextReceiptAt({ createdAt }: Pick<DeliveryItem, 'createdAt'>, nowMs: number): Date | undefined {
  const ageMs = nowMs - createdAt.getTime();
  const [first, later] = RECEIPT_PAUSES_MINUTES;
  const pause = ageMs < 24 * 60 * MINUTE_MS ? first : later;
  return ageMs > RECEIPT_AWAITED_MS ? undefined : new Date(nowMs + pause * MINUTE_MS);
}

/**
 * The state of a file that a payroll system's API has received. If the API cannot be reached, the state is unchanged.
 */
async function askForReceipt(
  { context, terminal }: DeliveryEffects,
  { outbox }: Store,
  session: DeliverySession,
  item: DeliveryItem,
): Promise<void> {
  if (item.state !== 'sent' || item.receipt?.state !== 'received') return;
  const nextTryAt = nextReceiptAt(item, context.clock.nowMs());
  try {
    const receipt = (await session.askReceipt(item)) ?? item.receipt;
    if (receipt.state === 'rejected') {
      const { id, reason = '' } = receipt;
      const problem = storedProblem(message('api.rejected', { recipient: item.recipient, id, reason }));
      outbox.settle(item.id, { state: 'failed', problem, receipt });
    } else outbox.recordReceipt(item.id, receipt, receipt.state === 'received' ? nextTryAt : undefined);
  } catch (failure) {
    if (!isDeliveryError(failure)) throw failure;
    outbox.recordReceipt(item.id, item.receipt, nextTryAt);
    terminal.alert(message('api.notAsked', { name: item.name, reason: deliveryProblem(failure) }));
  }
}

/**
 * Every delivery of every command passes here: what must come before it, and what it would replace, is checked last. The
 * state is recorded before the temporary files that prove it are removed.
 */
async function attemptDelivery(
  order: SendDeliveriesOrder,
  session: DeliverySession,
  item: DeliveryItem,
): Promise<void> {
  const { effects, store, from } = order;
  const [current] = currentItems(store, [item]);
  if (current === undefined) return;
  if (!from.includes(current.state)) return askForReceipt(effects, store, session, current);
  if (isOver(current) && session.isElsewhere(current)) return tellElsewhere(effects, current);
  const ready = await prepareIfFree(order, session, current);
  if ('held' in ready) return holdBack(order, current, ready);
  const restated = findRestated(order, current);
  if (!store.outbox.claim(item.id, from, ready.staged, restated)) return;
  await session.checkIn();
  const failure = await ready.send().then(
    () => undefined,
    (thrown: unknown) => thrown ?? new Error('nothing'),
  );
  store.outbox.settle(item.id, outcomeOfAttempt(failure, ready, current, effects));
  await session.checkIn();
  if (ready.staged.length > 0 && !(failure instanceof UnansweredDelivery)) {
    store.outbox.settleInterrupted();
    await session.settleOnServers(new Set([item.name]));
  }
  if (failure !== undefined && !isDeliveryError(failure)) throw failure;
}

async function prepareIfFree(
  order: SendDeliveriesOrder,
  session: DeliverySession,
  item: DeliveryItem,
): Promise<PreparedAttempt | HeldBack> {
  const held = heldByLedger(order, item, order.from.includes('sent'));
  if (held !== undefined) return held;
  try {
    const ready = await session.prepare(item, order.run);
    return (await heldByFile(order, item, ready)) ?? ready;
  } catch (failure) {
    return { staged: [], send: () => Promise.reject(failure) };
  }
}

/** Records why an item is not sent now. What was sent keeps its state. */
function holdBack(
  { effects: { context, terminal }, store: { outbox } }: SendDeliveriesOrder,
  item: DeliveryItem,
  { held, reason }: HeldBack,
): void {
  if (held === 'drop') outbox.add([], [item]);
  if (held === 'drop' || isOver(item)) {
    terminal.alert(withRemedy(reason));
    return;
  }
  const nextTryAt = new Date(context.clock.nowMs() + HELD_PAUSE_MINUTES * MINUTE_MS);
  const state = held === 'wait' ? 'pending' : 'failed';
  outbox.settle(item.id, { state, problem: storedProblem(reason), receipt: item.receipt, nextTryAt });
}

/** Sent, or perhaps: this stays true if it cannot be sent again. */
function isOver({ state }: DeliveryItem): boolean {
  return state === 'sent' || state === 'unknown';
}

function tellElsewhere({ terminal }: DeliveryEffects, { name }: DeliveryItem): void {
  terminal.alert(withRemedy(message('delivery.addressChanged', { name })));
}

function withRemedy(text: Message): Message {
  return message('terminal.warning', { text, remedy: remedyOf(text) ?? '' });
}

function isDeliveryError(failure: unknown): failure is DeliveryFailure | PaytallyError {
  return failure instanceof DeliveryFailure || failure instanceof PaytallyError;
}

/**
 * The outcome of an attempt. A bug or an unwritable store may occur after the message was sent: for files, the files
 * found then determine the outcome.
 */
function outcomeOfAttempt(
  failure: unknown,
  { staged, receipt }: PreparedAttempt,
  item: DeliveryItem,
  { context }: DeliveryEffects,
): DeliveryOutcome {
  if (failure === undefined) {
    const received = receipt?.();
    const isAwaited = received?.state === 'received';
    const nextTryAt = isAwaited ? nextReceiptAt(item, context.clock.nowMs()) : undefined;
    return { state: 'sent', receipt: received, nextTryAt };
  }
  if (!isDeliveryError(failure)) {
    return { state: 'unknown', problem: storedMessage(message('delivery.bug')) };
  }
  const problem = context.scrubber.clean(storedMessage(deliveryProblem(failure)));
  if (failure instanceof PaytallyError) return { state: staged.length === 0 ? 'failed' : 'unknown', problem };
  const { state, receipt: refusal } = failure;
  const nextTryAt = state === 'failed' ? nextRetryAt(item, context.clock.nowMs(), failure) : undefined;
  // What payroll has taken of an earlier attempt is still there.
  const isPartlyTaken = refusal?.isPartlyTaken || item.receipt?.isPartlyTaken;
  return { state, problem, receipt: refusal && { ...refusal, isPartlyTaken }, nextTryAt };
}

const MINUTE_MS = 60_000;
/** The pauses after the first failure, the second and so on; the last one also after all further failures. */
const RETRY_PAUSES_MINUTES = [5, 15, 30, 60, 120, 240];
/** How often a running schedule looks whether an item that had to wait can be sent. */
const HELD_PAUSE_MINUTES = 15;
const GIVEN_UP_AFTER_MS = 48 * 60 * MINUTE_MS;

/** When a running schedule retries a failed item: after increasing pauses, for two days; undefined at the end. */
function nextRetryAt(
  { attempts, createdAt }: Pick<DeliveryItem, 'attempts' | 'createdAt'>,
  nowMs: number,
  { retryAfterMs = 0 }: Pick<DeliveryFailure, 'retryAfterMs'>,
): Date | undefined {
  if (retryAfterMs === 'never') return undefined;
  const pause = RETRY_PAUSES_MINUTES[Math.min(attempts, RETRY_PAUSES_MINUTES.length - 1)] ?? 0;
  const next = nowMs + Math.max(pause * MINUTE_MS, retryAfterMs);
  return next > createdAt.getTime() + GIVEN_UP_AFTER_MS ? undefined : new Date(next);
}

const LONGEST_WAIT_MS = 120_000;

/** Tasks of the same process wait for each other without a limit, because several employers run at a time. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work on a store while no other process, and no other task of this one, does the same kind of work. Waits at most
 * two minutes for the lock.
 * @throws PaytallyError STORE_BUSY
 */
async function withExclusiveLock<Result>(
  effects: DeliveryEffects,
  { store, storeFolder }: Pick<SendDeliveriesOrder, 'store' | 'storeFolder'>,
  work: LockName,
  use: () => Promise<Result>,
): Promise<Result> {
  // Only the process that has checked out an employer sends its messages.
  if (store.shared !== undefined) return use();
  const key = `${work} ${storeFolder}`;
  const turn = (queues.get(key) ?? Promise.resolve()).then(async () => {
    const { signal } = effects.context;
    const lock = await waitForWorkLock(storeFolder, work, {
      longestMs: LONGEST_WAIT_MS,
      sleep: (durationMs) => delay(durationMs, undefined, { signal }),
      onWait: () => effects.terminal.message(message('delivery.waitingForOther')),
    });
    try {
      return await use();
    } finally {
      lock.release();
    }
  });
  queues.set(
    key,
    turn.catch(() => undefined),
  );
  return turn;
}
