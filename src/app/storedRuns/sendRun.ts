import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import { type NamedDelivery, selectDeliveries } from '../../delivery/deliveries.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import { type DeliveryStatus, deliveryStatusOf } from '../../delivery/deliveryStatus.js';
import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { DeliveryFile, DeliveryItem, NewDelivery } from '../../store/outbox.js';
import type { DeliveryState } from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import type { RunHost } from '../export/runHost.js';
import { findOlderStoreOfRun } from '../ledger/chainFile.js';
import { findHistoryRun, type HistoryRun } from '../ledger/history.js';
import { mailedRunOf } from './mailedRun.js';
import { planStoredCorrection, planStoredRun } from './planAgain.js';

export interface SendOrder {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
  readonly runId: string;
  /** Names of deliveries; undefined for all. */
  readonly to: readonly string[] | undefined;
  /** Names of deliveries that the user wants to send again, whatever their state. */
  readonly again: readonly string[];
  readonly isDryRun: boolean;
  /** Whether deliveries whose address has changed since go to the address of today. @default false */
  readonly toCurrent?: boolean;
  /** Whether only what is in the outbox is sent, because the deliveries were planned with the run. @default false */
  readonly isPlanned?: boolean;
}

/** A run with the current state of its deliveries, requested or not. */
export interface SentRun extends Pick<HistoryRun, 'runId' | 'employer' | 'period' | 'state'> {
  readonly deliveries: readonly DeliveryStatus[];
}

/** What sending needs of a command. */
export type SendHost = DeliveryEffects & Pick<RunHost, 'silences'>;

/**
 * Sends a run's pending or failed deliveries and those never requested; sent or unknown ones only if named with
 * `again`.
 * @throws PaytallyError RUN_UNKNOWN, RUN_PURGED, DELIVERY_UNKNOWN, RECIPIENT_INVALID, STORE_BUSY, STORE_OLDER
 */
export async function sendRun(host: SendHost, store: Store, order: SendOrder): Promise<SentRun> {
  const { loaded, to, again, isPlanned = false } = order;
  const run = findHistoryRun(store, order.runId);
  if (run.state === 'superseded' || run.state === 'purge') throw notSendable(run);
  if (isPurged(store, run.runId)) throw purged(run);
  // This store would resend deliveries that the newest store has recorded as sent.
  const older = findOlderStoreOfRun(store, order, run);
  if (older !== undefined) throw older;
  const config = configOf(loaded, run.employer);
  const names = to === undefined && again.length > 0 ? again : to;
  const mailed = mailedRunOf(store, run);
  const rest = isPlanned ? [] : await askForRest(host, store, order, config, run, mailed, names);
  const wanted = (item: DeliveryItem) => names?.includes(item.name) ?? true;
  const { runId, employer, period, state } = run;
  const status = () => ({
    runId,
    employer,
    period,
    state,
    deliveries: store.outbox.findByRun(runId).map(deliveryStatusOf),
  });
  if (order.isDryRun) {
    const planned = rest.map(({ name, recipient }) => ({ name, recipient, state: 'pending' as const }));
    return { ...status(), deliveries: [...status().deliveries, ...planned] };
  }
  const { silences } = host;
  const common = {
    effects: host,
    silences,
    store,
    storeFolder: order.storeFolder,
    config,
    folder: loaded.folder,
    run: mailed,
  };
  const items = store.outbox.findByRun(runId).filter(wanted);
  const [repeated, others] = [
    items.filter(({ name }) => again.includes(name)),
    items.filter(({ name }) => !again.includes(name)),
  ];
  await sendDeliveries({ ...common, from: USUAL }, others);
  await sendDeliveries({ ...common, from: ANY }, repeated);
  return status();
}

const USUAL: readonly DeliveryState[] = ['pending', 'failed'];
const ANY: readonly DeliveryState[] = ['pending', 'failed', 'sent', 'unknown'];

/**
 * Adds deliveries that were not requested before to the outbox; a dry run adds none. For the addresses of today, those
 * to addresses that have changed are new, and what still waits for a former address is withdrawn.
 */
async function askForRest(
  host: DeliveryEffects,
  store: Store,
  { loaded, storeFolder, isDryRun, toCurrent = false }: SendOrder,
  config: Config,
  run: HistoryRun,
  { period, state }: { readonly period: Period; readonly state: 'draft' | 'final' },
  names: readonly string[] | undefined,
): Promise<readonly NewDelivery[]> {
  const stored = store.outbox.findByRun(run.runId);
  const there = new Set(toCurrent ? [] : stored.map(({ name }) => name));
  const deliveries = selectDeliveries(config, state, { kind: 'all', names }).filter(
    ({ name }) => !there.has(name),
  );
  if (deliveries.length === 0) return [];
  const order = { loaded, storeFolder, config, run, period, state, deliveries };
  const planned =
    run.state === 'correction'
      ? await planStoredCorrection(host, store, order)
      : await planStoredRun(host, store, order);
  const former = toCurrent ? stored.filter((item) => isFormer(store, item, deliveries, planned)) : [];
  const kept = new Set(stored.filter((item) => !former.includes(item)).map(({ messageId }) => messageId));
  const items = planned.filter(({ messageId }) => !kept.has(messageId));
  if (!isDryRun) store.outbox.add(items, former);
  return items;
}

/** Whether an item waits to be sent to an address that its delivery no longer has, or with rows of people who left it. */
function isFormer(
  store: Store,
  { id, name, state, messageId }: DeliveryItem,
  deliveries: readonly NamedDelivery[],
  planned: readonly NewDelivery[],
): boolean {
  if (!USUAL.includes(state) || !deliveries.some((delivery) => delivery.name === name)) return false;
  const today = planned.find((item) => item.messageId === messageId);
  const digests = (files: readonly DeliveryFile[]) => files.map(({ sha256 }) => sha256).join();
  return today === undefined || digests(today.files) !== digests(store.outbox.readFiles(id));
}

/** Whether people were purged from it: then nothing of it is sent. */
export function isPurged(store: Store, runId: string): boolean {
  return store.ledger.people(runId).some(({ content }) => content === undefined);
}

function purged({ runId }: HistoryRun): PaytallyError {
  return new PaytallyError('RUN_PURGED', message('run.send.purged', { runId }), { record: runId });
}

function notSendable({ runId, state }: HistoryRun): PaytallyError {
  return new PaytallyError('USAGE', message('run.send.notSendable', { runId, state }), { record: runId });
}
