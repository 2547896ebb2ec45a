import type { Config, LoadedConfig } from '../../config/config.js';
import { matchesTemplate, type NamedDelivery } from '../../delivery/deliveries.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import { planDeliveries } from '../../delivery/planDeliveries.js';
import { COVER_SETS } from '../../documents/template/wantedSets.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { NewDelivery } from '../../store/outbox.js';
import type { Store, StoredRun } from '../../store/store.js';
import { hasOwnFiles, planCorrectionDeliveries } from '../corrections/correctionDeliveries.js';
import { openStoredCorrection } from '../corrections/storedCorrection.js';
import { type PreparedRun, prepareRun, usableMapping } from '../export/prepareRun.js';
import { renderPlaces } from '../export/runHost.js';
import { recipientsOfRun } from '../export/runRecipients.js';
import type { RunRequest } from '../export/runRequest.js';
import { type ComputedRun, passOverSource, storedSource } from '../export/runSource.js';
import { coverOfRun, renderShare } from '../export/shares.js';
import { RunSinks } from '../export/sinks.js';
import { linksBefore } from '../ledger/earlierPay.js';
import { parseEstimates } from '../ledger/finals.js';
import type { HistoryRun } from '../ledger/history.js';
import { restoreSnapshot, type Snapshot } from '../ledger/runSnapshot.js';
import { loadStoredRun } from '../ledger/storedRun.js';

/** A recorded run whose deliveries are planned now. */
export interface StoredRunOrder {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
  /** Of today. */
  readonly config: Config;
  readonly run: HistoryRun;
  readonly period: Period;
  readonly state: ExportState;
  /** Of today. */
  readonly deliveries: readonly NamedDelivery[];
}

/**
 * The deliveries of a recorded correction.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID, RUN_PURGED
 */
export async function planStoredCorrection(
  { context, terminal }: DeliveryEffects,
  store: Store,
  order: StoredRunOrder,
): Promise<readonly NewDelivery[]> {
  const { loaded, config, run, period, deliveries } = order;
  const { folder } = loaded;
  if (!deliveries.some(hasOwnFiles)) return planWholeFiles(order);
  const inputs = loadStoredRun(store, run.runId, { loaded, packageFolder: context.packageFolder });
  const prepared = { ...inputs.prepared, ...renderPlaces(context) };
  const content = await openStoredCorrection(store, { ...inputs, prepared }, context);
  if (content === undefined) throw recordsGone(run);
  const mapping = await usableMapping(config, folder);
  const planning = { config, folder, mapping, runId: run.runId, period, deliveries, content };
  const planned = await planCorrectionDeliveries({ terminal }, store, planning);
  return planned(run.files);
}

/**
 * The deliveries of a recorded draft or final.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID, RENDER_REFUSED
 */
export async function planStoredRun(
  host: DeliveryEffects,
  store: Store,
  order: StoredRunOrder,
): Promise<readonly NewDelivery[]> {
  const computed = order.deliveries.filter((delivery) => hasOwnFiles(delivery) || hasCover(delivery));
  if (computed.length === 0) return planWholeFiles(order);
  const { folder } = order.loaded;
  return withStoredRunAgain(host, store, order, computed, async ({ today, asItWas, accepted }) => {
    const planned = await planDeliveries({
      ...planOptions(order),
      recipientsOf: (delivery) => recipientsOfRun(today, delivery, folder),
      render: (share, templates) => renderShare(host.context, accepted, asItWas, share, templates),
      cover: () => coverOfRun(asItWas),
    });
    return planned(order.run.files);
  });
}

/** Deliveries that need nothing but the files of the run. */
async function planWholeFiles(order: StoredRunOrder): Promise<readonly NewDelivery[]> {
  const planned = await planDeliveries({
    ...planOptions(order),
    recipientsOf: async () => [],
    render: async () => ({ outputs: [], cover: () => [] }),
    cover: () => [],
  });
  return planned(order.run.files);
}

function planOptions({ loaded, config, run, period, state, deliveries }: StoredRunOrder) {
  return { config, folder: loaded.folder, runId: run.runId, period, state, deliveries };
}

function hasCover({ settings }: NamedDelivery): boolean {
  return settings.to === 'mail' && settings.cover;
}

/** An earlier run, computed again from the store. */
interface StoredRunAgain {
  /** Computed with today's mapping, so that corrected addresses count. */
  readonly today: ComputedRun;
  /** The original period, from which its files are made. */
  readonly asItWas: ComputedRun;
  readonly accepted: RunRequest['accepted'];
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
  deliveries: readonly NamedDelivery[],
  use: (again: StoredRunAgain) => Promise<Result>,
): Promise<Result> {
  const { run, period, state } = order;
  const stored = store.run(run.runId);
  const read = stored?.readId === null || stored === undefined ? undefined : store.read(stored.readId);
  if (stored === undefined || read === undefined) throw recordsGone(run);
  const request = requestAgain(order, stored, deliveries);
  const prepared = ofThisRun(await prepareRun({ context, terminal }, request, run.employer), run);
  const links = linksBefore(store, stored);
  const { version, signal } = context;
  const known = { runId: run.runId, startedAt: stored.startedAt, fetched: { period, read, requests: 0 } };
  const opened: RunSinks[] = [];
  const again = async (inputs: PreparedRun): Promise<ComputedRun> => {
    const source = storedSource({ ...known, prepared: inputs }, request, store, version, links);
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
  { loaded, storeFolder, period, state }: StoredRunOrder,
  { manifest }: Pick<StoredRun, 'manifest'>,
  deliveries: readonly NamedDelivery[],
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
    deliver: { kind: 'all', names: deliveries.map(({ name }) => name) },
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
