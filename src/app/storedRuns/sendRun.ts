import { type Config, configOf, keyToday, type LoadedConfig } from '../../config/config.js';
import { type NamedDelivery, selectDeliveries } from '../../delivery/deliveries.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import { type DeliveryStatus, deliveryStatusOf } from '../../delivery/deliveryStatus.js';
import { changedMessageId } from '../../delivery/planDeliveries.js';
import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { oneLine } from '../../runtime/outsideText.js';
import type { DeliveryFile, DeliveryItem, NewDelivery } from '../../store/outbox.js';
import type { DeliveryState } from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import { warnOfUntakenFiles } from '../corrections/correctionDeliveries.js';
import type { RunHost } from '../export/runHost.js';
import { assertUniqueDeliveredNames } from '../export/uniqueFileNames.js';
import { findOlderStoreOfRun } from '../ledger/chainFile.js';
import { findHistoryRun, type HistoryRun } from '../ledger/history.js';
import { isPurged, ledgerOfDays } from '../ledger/ledgerOfDays.js';
import { loadStoredRun } from '../ledger/storedRun.js';
import { mailedRunOf } from './mailedRun.js';
import { planStoredCorrection, planStoredRun, type StoredRunOrder } from './planAgain.js';

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
  const key = keyToday(loaded, run.employer, store.run(run.runId)?.employerId);
  const config = configOf(loaded, key ?? run.employer);
  const names = to === undefined && again.length > 0 ? again : to;
  const mailed = mailedRunOf(store, run);
  const { items: rest, today } = isPlanned
    ? NO_REST
    : await askForRest(host, store, order, config, run, mailed, names);
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
    await sendRestated(host, store, order, common.ledger.later(), names);
  return status();
}

/** The later corrections that this run has set back: they restate its days, so they are sent again after it. */
async function sendRestated(
  host: SendHost,
  store: Store,
  { loaded, storeFolder }: SendOrder,
  later: readonly string[],
  names: readonly string[] | undefined,
): Promise<void> {
  const isPending = ({ name, state, attempts }: DeliveryItem): boolean =>
    state === 'pending' && attempts > 0 && (names?.includes(name) ?? true);
  for (const runId of later.filter((each) => store.outbox.findByRun(each).some(isPending))) {
    host.terminal.alert(message('delivery.restatedAgain', { run: runId }));
    const to = names ?? [
      ...new Set(
        store.outbox
          .findByRun(runId)
          .filter(isPending)
          .map(({ name }) => name),
      ),
    ];
    await sendRun(host, store, {
      loaded,
      storeFolder,
      runId,
      to,
      again: [],
      isDryRun: false,
      isPlanned: true,
    });
  }
}

const USUAL: readonly DeliveryState[] = ['pending', 'failed'];
const ANY: readonly DeliveryState[] = ['pending', 'failed', 'sent', 'unknown'];

/** The deliveries of a run that were not requested before. */
interface Rest {
  readonly items: readonly NewDelivery[];
  /** The message IDs of all that go to the addresses of today; undefined if these are not asked for. */
  readonly today: ReadonlySet<string> | undefined;
}

const NO_REST: Rest = { items: [], today: undefined };

/**
 * Adds deliveries that were not requested before to the outbox; a dry run adds none. For the addresses of today, those
 * to addresses that have changed are new, and those with other rows than were sent. What still waits for a former
 * address is withdrawn.
 */
async function askForRest(
  host: DeliveryEffects,
  store: Store,
  { loaded, again, isDryRun, toCurrent = false }: SendOrder,
  config: Config,
  run: HistoryRun,
  { period, state }: { readonly period: Period; readonly state: 'draft' | 'final' },
  names: readonly string[] | undefined,
): Promise<Rest> {
  const stored = store.outbox.findByRun(run.runId);
  const there = new Set(toCurrent ? [] : stored.map(({ name }) => name));
  const asked = selectDeliveries(config, state, { kind: 'all', names });
  const deliveries = asked.filter(({ name }) => !there.has(name));
  if (deliveries.length === 0) return NO_REST;
  await assertUniqueDeliveredNames(
    config.employerKey,
    namingOf(loaded, run, state, deliveries),
    host.context,
  );
  const order = { loaded, config, run, period, state, deliveries };
  const plan = run.state === 'correction' ? planStoredCorrection : planStoredRun;
  const found = await plan(host, store, order);
  const planned = toCurrent ? withChangedFiles(host, store, order, found, again) : found;
  if (run.state === 'correction') {
    const files = [...found, ...stored.map(({ id }) => ({ files: store.outbox.readFiles(id) }))];
    const taken = files.flatMap((each) => each.files.map(({ template }) => template));
    warnOfUntakenFiles(host.terminal, run, asked, new Set(taken));
  }
  const former = toCurrent ? stored.filter((item) => isFormer(store, item, deliveries, planned)) : [];
  const kept = new Set(stored.filter((item) => !former.includes(item)).map(({ messageId }) => messageId));
  const items = planned.filter(({ messageId }) => !kept.has(messageId));
  if (!isDryRun) store.outbox.add(items, former);
  return { items, today: toCurrent ? new Set(planned.map(({ messageId }) => messageId)) : undefined };
}

function namingOf(
  loaded: LoadedConfig,
  { period: { from, to } }: HistoryRun,
  state: 'draft' | 'final',
  deliveries: readonly NamedDelivery[],
): Parameters<typeof assertUniqueDeliveredNames>[1] {
  const deliver = { kind: 'all', names: deliveries.map(({ name }) => name) } as const;
  return { loaded, periodText: `${from}..${to}`, state, templates: 'configured', deliver };
}

/**
 * A recipient whose people have changed since its file was sent gets a new message. Another version of paytally may
 * write the same rows in other bytes, so its files are sent only if the user asks for them.
 */
function withChangedFiles(
  { context, terminal }: DeliveryEffects,
  store: Store,
  { loaded, run }: StoredRunOrder,
  planned: readonly NewDelivery[],
  again: readonly string[],
): readonly NewDelivery[] {
  const stored = new Map(store.outbox.findByRun(run.runId).map((item) => [item.messageId, item]));
  const isChanged = ({ messageId, files }: NewDelivery): boolean => {
    const item = stored.get(messageId);
    return item !== undefined && !USUAL.includes(item.state) && !hasFiles(store, item, files);
  };
  const changed = new Set(planned.filter(isChanged));
  if (changed.size === 0) return planned;
  const { madeBy } = loadStoredRun(store, run.runId, { loaded, packageFolder: context.packageFolder });
  return planned.map((item) => {
    if (!changed.has(item)) return item;
    const { name, recipient, files } = item;
    if (madeBy.version === context.version || again.includes(name))
      return { ...item, messageId: changedMessageId(item.messageId, files) };
    const values = { employer: run.employer, delivery: name, recipient: oneLine(recipient) };
    terminal.alert(message('delivery.filesNotCompared', values));
    return item;
  });
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
  return today === undefined || !hasFiles(store, { id }, today.files);
}

function hasFiles(store: Store, { id }: Pick<DeliveryItem, 'id'>, files: readonly DeliveryFile[]): boolean {
  const digests = (some: readonly DeliveryFile[]) => some.map(({ sha256 }) => sha256).join();
  return digests(files) === digests(store.outbox.readFiles(id));
}

function purged({ runId }: HistoryRun): PaytallyError {
  return new PaytallyError('RUN_PURGED', message('run.send.purged', { runId }), { record: runId });
}

function notSendable({ runId, state }: HistoryRun): PaytallyError {
  return new PaytallyError('USAGE', message('run.send.notSendable', { runId, state }), { record: runId });
}
