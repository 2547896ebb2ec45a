import type { Config, LoadedConfig } from '../../config/config.js';
import { isApiDelivery } from '../../config/schema/deliverySchema.js';
import type { Context } from '../../context.js';
import type { NamedDelivery } from '../../delivery/deliveries.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import { planDeliveries } from '../../delivery/planDeliveries.js';
import { COVER_SETS } from '../../documents/template/wantedSets.js';
import { hasRows } from '../../documents/text/fileSpec.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { NewDelivery } from '../../store/outbox.js';
import type { Store } from '../../store/store.js';
import { hasOwnFiles, planCorrectionDeliveries } from '../corrections/correctionDeliveries.js';
import { openStoredCorrection } from '../corrections/storedCorrection.js';
import { usableMapping } from '../export/prepareRun.js';
import { planRunDeliveries } from '../export/runDeliveries.js';
import { renderPlaces } from '../export/runHost.js';
import { recipientsOfRun } from '../export/runRecipients.js';
import { type ComputedRun, passOverSource, storedSource } from '../export/runSource.js';
import { RunSinks } from '../export/sinks.js';
import { earlierPayOfRun } from '../ledger/earlierPayOfRun.js';
import type { HistoryFile, HistoryRun } from '../ledger/history.js';
import { loadStoredRun, type StoredInputs, type StoredRunPlaces } from '../ledger/storedRun.js';

/** A recorded run whose deliveries are planned now. */
export interface StoredRunOrder {
  readonly loaded: LoadedConfig;
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
  const files = describedFiles(context, store, order);
  if (!deliveries.some(hasOwnFiles)) return planWholeFiles(order, files);
  const inputs = loadStoredRun(store, run.runId, { loaded, packageFolder: context.packageFolder });
  const prepared = { ...inputs.prepared, ...renderPlaces(context) };
  const content = await openStoredCorrection(store, { ...inputs, prepared }, context);
  if (content === undefined) throw recordsGone(run);
  const mapping = await usableMapping(config, folder);
  const planning = { config, folder, mapping, runId: run.runId, period, deliveries, content };
  const planned = await planCorrectionDeliveries({ terminal }, store, planning);
  return planned(files);
}

/**
 * The deliveries of a recorded draft or final: its recipients by today's mapping, so that corrected addresses count, and
 * their files from the data and templates of the run.
 * @throws PaytallyError RECIPIENT_INVALID, MAPPING_INVALID, CONFIG_INVALID, RENDER_REFUSED, RUN_PURGED; USAGE if its
 * records were deleted
 */
export async function planStoredRun(
  { context }: DeliveryEffects,
  store: Store,
  order: StoredRunOrder,
): Promise<readonly NewDelivery[]> {
  const { config, loaded, deliveries } = order;
  const files = describedFiles(context, store, order);
  if (!deliveries.some((delivery) => hasOwnFiles(delivery) || hasCover(delivery)))
    return planWholeFiles(order, files);
  const { folder } = loaded;
  const mapping = await usableMapping(config, folder);
  return withStoredRunAgain(context, store, order, async (again, accepted) => {
    const addressed = { ...again, prepared: { mapping } };
    const planned = await planRunDeliveries(context, again, accepted, {
      ...planOptions(order),
      recipientsOf: (delivery) => recipientsOfRun(addressed, delivery, folder),
    });
    return planned(files);
  });
}

/** Deliveries that need nothing but the files of the run. */
async function planWholeFiles(
  order: StoredRunOrder,
  files: readonly HistoryFile[],
): Promise<readonly NewDelivery[]> {
  const planned = await planDeliveries({
    ...planOptions(order),
    recipientsOf: async () => [],
    render: async () => ({ outputs: [], cover: () => [] }),
    cover: () => [],
  });
  return planned(files);
}

/**
 * The files of a run, with those that only describe others marked, which no payroll's API takes. Earlier versions did not
 * record that: the template of the run says it then, if it is still stored.
 */
function describedFiles(
  { packageFolder }: Pick<Context, 'packageFolder'>,
  store: Store,
  { loaded, run, deliveries }: StoredRunOrder,
): readonly HistoryFile[] {
  const isOpen = ({ rows, isCompanion }: HistoryFile) => rows === 0 && isCompanion !== true;
  const isForApi = deliveries.some(({ settings }) => isApiDelivery(settings));
  if (!isForApi || !run.files.some(isOpen)) return run.files;
  const describing = describingTemplates(store, run.runId, { loaded, packageFolder });
  return run.files.map((file) =>
    isOpen(file) && describing.has(file.template) ? { ...file, isCompanion: true as const } : file,
  );
}

/** The templates of a run with a file that describes another one; none if they are no longer stored. */
function describingTemplates(store: Store, runId: string, places: StoredRunPlaces): ReadonlySet<string> {
  try {
    const { templates } = loadStoredRun(store, runId, places).prepared;
    return new Set(templates.flatMap((each) => (isDescribed(each) ? each.name : [])));
  } catch (failure) {
    if (failure instanceof PaytallyError) return new Set();
    throw failure;
  }
}

function isDescribed(template: StoredInputs['prepared']['templates'][number]): boolean {
  return template.kind === 'text' && template.spec.companions.some((file) => !hasRows(file));
}

function planOptions({ loaded, config, run, period, state, deliveries }: StoredRunOrder) {
  return { config, folder: loaded.folder, runId: run.runId, period, state, deliveries };
}

function hasCover({ settings }: NamedDelivery): boolean {
  return settings.to === 'mail' && settings.cover;
}

/**
 * Computes a run of the store again, without asking the service: for files of single recipients that were not made with
 * it. The collected rows are available while `use` runs.
 */
async function withStoredRunAgain<Result>(
  context: Context,
  store: Store,
  { loaded, run, state }: StoredRunOrder,
  use: (again: ComputedRun, accepted: StoredInputs['accepted']) => Promise<Result>,
): Promise<Result> {
  const stored = store.run(run.runId);
  const read = stored?.readId === null || stored === undefined ? undefined : store.read(stored.readId);
  if (stored === undefined || read === undefined) throw recordsGone(run);
  const inputs = loadStoredRun(store, run.runId, { loaded, packageFolder: context.packageFolder });
  const { period, accepted } = inputs;
  const places = { folder: loaded.folder, secret: undefined, ...renderPlaces(context) };
  const source = storedSource(
    {
      runId: run.runId,
      startedAt: stored.startedAt,
      prepared: { ...inputs.prepared, ...places },
      fetched: { period, read, requests: 0 },
    },
    { state, accepted },
    store,
    context.version,
    earlierPayOfRun(store, stored),
  );
  const sinks = await RunSinks.open(source.open.frame, { templates: [], sets: COVER_SETS });
  try {
    return await use(await passOverSource(source, sinks, context.signal), accepted);
  } finally {
    sinks.close();
  }
}

function recordsGone({ runId }: HistoryRun): PaytallyError {
  return new PaytallyError('USAGE', message('run.send.recordsGone', { runId }), { record: runId });
}
