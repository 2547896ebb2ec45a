import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import {
  type DeliveryChoice,
  matchesTemplate,
  type NamedDelivery,
  selectDeliveries,
} from '../../delivery/deliveries.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import { type DeliveryStatus, deliveryStatusOf } from '../../delivery/deliveryStatus.js';
import { planDeliveries, type ShareOutputs, splitsByRecipient } from '../../delivery/planDeliveries.js';
import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import { COVER_SETS } from '../../documents/template/wantedSets.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { DeliveryFile, DeliveryItem, NewDelivery } from '../../store/outbox.js';
import type { DeliveryState } from '../../store/stagedFiles.js';
import type { Store, StoredRun } from '../../store/store.js';
import type { CorrectionContent } from '../corrections/correctionOutputs.js';
import { type FindTeam, teamsOfLines } from '../corrections/lineTeams.js';
import { correctionShare, openStoredCorrection } from '../corrections/storedCorrection.js';
import { type PreparedRun, prepareRun } from '../export/prepareRun.js';
import { type RunHost, renderPlaces } from '../export/runHost.js';
import { type AddressedRun, recipientsOfRun } from '../export/runRecipients.js';
import type { RunRequest } from '../export/runRequest.js';
import { type ComputedRun, passOverSource, storedSource } from '../export/runSource.js';
import { coverOfRun, renderShare } from '../export/shares.js';
import { RunSinks } from '../export/sinks.js';
import { findOlderStoreOfRun } from '../ledger/chainFile.js';
import { earlierPayOfRun } from '../ledger/earlierPayOfRun.js';
import { parseEstimates } from '../ledger/finals.js';
import { findHistoryRun, type HistoryRun } from '../ledger/history.js';
import { restoreSnapshot, type Snapshot } from '../ledger/runSnapshot.js';
import { loadStoredRun } from '../ledger/storedRun.js';
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
  /** @default 'all' */
  readonly kind?: DeliveryChoice['kind'];
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
  const { loaded, to, again } = order;
  const run = findHistoryRun(store, order.runId);
  if (run.state === 'superseded' || run.state === 'purge') throw notSendable(run);
  if (isPurged(store, run.runId)) throw purged(run);
  // This store would resend deliveries that the newest store has recorded as sent.
  const older = findOlderStoreOfRun(store, order, run);
  if (older !== undefined) throw older;
  const config = configOf(loaded, run.employer);
  const names = to === undefined && again.length > 0 ? again : to;
  const mailed = mailedRunOf(store, run);
  const rest = await askForRest(host, store, order, config, run, mailed, names);
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
  { loaded, storeFolder, isDryRun, toCurrent = false, kind = 'all' }: SendOrder,
  config: Config,
  run: HistoryRun,
  { period, state }: { readonly period: Period; readonly state: 'draft' | 'final' },
  names: readonly string[] | undefined,
): Promise<readonly NewDelivery[]> {
  const stored = store.outbox.findByRun(run.runId);
  const there = new Set(toCurrent ? [] : stored.map(({ name }) => name));
  const deliveries = selectDeliveries(config, state, { kind, names }).filter(({ name }) => !there.has(name));
  const computed = deliveries.filter(
    (delivery) => hasOwnFiles(delivery) || (run.state !== 'correction' && hasCover(delivery)),
  );
  const order = { loaded, storeFolder, run, period, state, deliveries: computed.map(({ name }) => name) };
  const correction =
    run.state === 'correction' && deliveries.some(hasOwnFiles)
      ? await storedCorrectionOf(host.context, store, loaded, run.runId)
      : undefined;
  const teamOf = correction === undefined ? () => null : teamsOfLines(store, correction);
  const unknown = correction?.posted.exported.lines.filter((line) => teamOf(line) === null) ?? [];
  for (const { name } of unknown.length > 0 ? deliveries.filter(isByTeam) : []) {
    const values = { employer: run.employer, delivery: name, count: unknown.length };
    host.terminal.alert(message('delivery.correctionsWithoutTeam', values));
  }
  const plan = async (again: StoredRunAgain | undefined): Promise<readonly NewDelivery[]> => {
    const planned = await planDeliveries({
      config,
      folder: loaded.folder,
      runId: run.runId,
      period,
      state,
      deliveries,
      recipientsOf: async (delivery) =>
        again === undefined
          ? []
          : recipientsOfRun(concernedOf(again.today, correction, teamOf), delivery, loaded.folder),
      render: async (share, templates) => {
        if (again === undefined) return NO_FILES;
        return correction === undefined
          ? renderShare(host.context, again.accepted, again.asItWas, share, templates)
          : correctionShare(correction, share, templates, teamOf);
      },
      cover: () => (again === undefined ? [] : coverOfRun(again.asItWas)),
    });
    return planned(run.files);
  };
  const planned =
    computed.length === 0 ? await plan(undefined) : await withStoredRunAgain(host, store, order, plan);
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

const NO_FILES: ShareOutputs = { outputs: [], cover: () => [] };

function storedCorrectionOf(
  context: Context,
  store: Store,
  loaded: LoadedConfig,
  runId: string,
): Promise<CorrectionContent | undefined> {
  const inputs = loadStoredRun(store, runId, { loaded, packageFolder: context.packageFolder });
  const prepared = { ...inputs.prepared, ...renderPlaces(context) };
  return openStoredCorrection(store, { ...inputs, prepared }, context);
}

/** For a correction, only the people, places and teams whose lines it has. */
function concernedOf(
  run: ComputedRun,
  correction: CorrectionContent | undefined,
  teamOf: FindTeam,
): AddressedRun {
  if (correction === undefined) return run;
  const { lines } = correction.posted.exported;
  const establishmentId = new Set(lines.flatMap(({ establishment }) => establishment ?? []));
  return {
    prepared: run.prepared,
    computed: {
      ...run.computed,
      peopleWithRows: [...new Set(lines.map(({ employeeId }) => employeeId))].sort(),
    },
    kept: { places: { establishmentId, teamId: new Set(lines.flatMap((line) => teamOf(line) ?? [])) } },
  };
}

function isByTeam({ settings }: NamedDelivery): boolean {
  if (settings.to !== 'mail' || Array.isArray(settings.recipients)) return false;
  return 'teams' in settings.recipients;
}

function hasCover({ settings }: NamedDelivery): boolean {
  return settings.to === 'mail' && settings.cover;
}

function hasOwnFiles({ settings }: NamedDelivery): boolean {
  return settings.to === 'mail' && splitsByRecipient(settings.recipients);
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

/** An earlier run, computed again from the store. */
interface StoredRunAgain {
  /** Computed with today's mapping, so that corrected addresses count. */
  readonly today: ComputedRun;
  /** The original period, from which its files are made. */
  readonly asItWas: ComputedRun;
  readonly accepted: RunRequest['accepted'];
}

interface StoredRunOrder {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
  readonly run: HistoryRun;
  readonly period: Period;
  readonly state: ExportState;
  /** The names of the current deliveries. */
  readonly deliveries: readonly string[];
}

/**
 * Computes a run of the store again, without asking the service: for files of single recipients that were not made with
 * it. The collected rows are available while `use` runs.
 * @throws PaytallyError USAGE if its records were deleted
 */
async function withStoredRunAgain<Result>(
  { context, terminal }: DeliveryEffects,
  store: Store,
  order: StoredRunOrder,
  use: (again: StoredRunAgain) => Promise<Result>,
): Promise<Result> {
  const { run, period, state } = order;
  const stored = store.run(run.runId);
  const read = stored?.readId === null || stored === undefined ? undefined : store.read(stored.readId);
  if (stored === undefined || read === undefined) throw recordsGone(run);
  const request = requestAgain(order, stored);
  const prepared = ofThisRun(await prepareRun({ context, terminal }, request, run.employer), run);
  const earlier = earlierPayOfRun(store, stored);
  const { version, signal } = context;
  const known = { runId: run.runId, startedAt: stored.startedAt, fetched: { period, read, requests: 0 } };
  const opened: RunSinks[] = [];
  const again = async (inputs: PreparedRun): Promise<ComputedRun> => {
    const source = storedSource({ ...known, prepared: inputs }, request, store, version, earlier);
    const options = { templates: [], config: inputs.config, sets: COVER_SETS };
    const sinks = await RunSinks.open(source.open.frame, options);
    opened.push(sinks);
    return passOverSource(source, sinks, signal);
  };
  try {
    const today = await again(prepared);
    const people = state === 'draft' ? store.draftInputs(run.runId) : store.ledger.people(run.runId);
    const snapshot = restoreSnapshot(people);
    if (snapshot === undefined) throw recordsGone(run);
    return await use({
      today,
      asItWas: await again(preparedAsItWas(prepared, snapshot)),
      accepted: request.accepted,
    });
  } finally {
    for (const sinks of opened) sinks.close();
  }
}

function requestAgain(
  { loaded, storeFolder, period, state, deliveries }: StoredRunOrder,
  { manifest }: Pick<StoredRun, 'manifest'>,
): RunRequest {
  return {
    loaded,
    periodText: `${period.from}..${period.to}`,
    state,
    read: 'once',
    templates: 'configured',
    out: '',
    storeFolder,
    accepted: new Map(),
    effect: 'plan',
    ...parseEstimates(manifest),
    deliver: { kind: 'all', names: deliveries },
  };
}

function preparedAsItWas(
  prepared: PreparedRun,
  { config, mapping, absences, holidays }: Pick<Snapshot, 'config' | 'mapping' | 'absences' | 'holidays'>,
): PreparedRun {
  return {
    ...prepared,
    config,
    mapping: { ...prepared.mapping, employees: mapping },
    absences: { ...prepared.absences, rows: absences },
    holidays: { ...prepared.holidays, rows: holidays },
  };
}

/** The templates whose files the run has. */
function ofThisRun(prepared: PreparedRun, { files }: HistoryRun): PreparedRun {
  const isOfRun = (name: string) => files.some(({ template }) => matchesTemplate(template, name));
  return { ...prepared, templates: prepared.templates.filter(({ name }) => isOfRun(name)) };
}

function recordsGone({ runId }: HistoryRun): PaytallyError {
  return new PaytallyError('USAGE', message('run.send.recordsGone', { runId }), { record: runId });
}
