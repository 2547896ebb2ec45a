import { type Config, configOf, keyToday, type LoadedConfig } from '../../config/config.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import { type DeliveryStatus, deliveryStatusOf } from '../../delivery/deliveryStatus.js';
import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { DeliveryState } from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import type { RunHost } from '../export/runHost.js';
import { findOlderStoreOfRun } from '../ledger/chainFile.js';
import { findHistoryRun, type HistoryRun } from '../ledger/history.js';
import { isPurged, ledgerOfDays } from '../ledger/ledgerOfDays.js';
import { askForRest, NO_REST, USUAL } from './askForRest.js';
import { mailedRunOf } from './mailedRun.js';

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
  const config = configOf(loaded, employerKeyOf(loaded, store, run));
  const names = to === undefined && again.length > 0 ? again : to;
  const mailed = mailedRunOf(store, run);
  const { items: rest, today } = isPlanned
    ? NO_REST
    : await askForRest(host, store, { ...order, config, run, mailed, names });
  const wanted = (item: DeliveryItem) => names?.includes(item.name) ?? true;
  const { runId, period, state } = run;
  const employer = config.employerKey;
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
    ledger: ledgerOfDays(store, runId, { loaded, packageFolder: host.context.packageFolder }),
  };
  const items = store.outbox.findByRun(runId).filter(wanted);
  const isRepeated = ({ name }: DeliveryItem) => again.includes(name);
  const isOfToday = ({ messageId }: DeliveryItem) => today?.has(messageId) ?? true;
  const others = items.filter((item) => !isRepeated(item));
  const repeated = items.filter((item) => isRepeated(item) && isOfToday(item));
  await sendDeliveries({ ...common, from: USUAL }, others);
  await sendDeliveries({ ...common, from: ANY }, repeated);
  if (repeated.length > 0 || others.some(({ state }) => USUAL.includes(state)))
    await sendRestated(host, store, order, config, common.ledger.later(), names);
  return status();
}

/** The later corrections that this run has set back: they restate its days, so they are sent again after it. */
async function sendRestated(
  host: SendHost,
  store: Store,
  { loaded, storeFolder }: SendOrder,
  { deliveries }: Pick<Config, 'deliveries'>,
  later: readonly string[],
  names: readonly string[] | undefined,
): Promise<void> {
  const isConfigured = ({ name }: DeliveryItem): boolean => Object.hasOwn(deliveries, name);
  const isPending = (item: DeliveryItem): boolean =>
    item.state === 'pending' &&
    item.attempts > 0 &&
    (names === undefined || names.includes(item.name) || !isConfigured(item));
  for (const runId of later) {
    const pending = store.outbox.findByRun(runId).filter(isPending);
    if (pending.length === 0) continue;
    host.terminal.alert(message('delivery.restatedAgain', { run: runId }));
    // What a delivery sent that has another name today is planned for that one.
    const isPlanned = pending.every(isConfigured);
    const own = isPlanned ? [...new Set(pending.map(({ name }) => name))] : undefined;
    const order = { loaded, storeFolder, runId, to: names ?? own, again: [], isDryRun: false, isPlanned };
    await sendRun(host, store, order);
  }
}

const ANY: readonly DeliveryState[] = ['pending', 'failed', 'sent', 'unknown'];

/** @throws PaytallyError EMPLOYER_UNKNOWN if the key is that of another employer today */
function employerKeyOf(loaded: LoadedConfig, store: Store, { runId, employer }: HistoryRun): string {
  const employerId = store.run(runId)?.employerId;
  const key = keyToday(loaded, employer, employerId);
  const isTaken = key === undefined && Object.hasOwn(loaded.config.employers, employer);
  if (!isTaken) return key ?? employer;
  const values = { runId, employer, employerId: employerId ?? '' };
  throw new PaytallyError('EMPLOYER_UNKNOWN', message('run.send.otherEmployer', values), { record: runId });
}

function purged({ runId }: HistoryRun): PaytallyError {
  return new PaytallyError('RUN_PURGED', message('run.send.purged', { runId }), { record: runId });
}

function notSendable({ runId, state }: HistoryRun): PaytallyError {
  return new PaytallyError('USAGE', message('run.send.notSendable', { runId, state }), { record: runId });
}
