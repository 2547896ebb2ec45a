import { type Config, configOf, type LoadedConfig } from '../../../config/config.js';
import { employerZone } from '../../../config/employerPeriod.js';
import type { SessionOrder } from '../../../delivery/deliverySession.js';
import { buildFindingReport } from '../../../domain/computed/computedPeriod.js';
import type { FindingReport } from '../../../domain/exceptions/workList.js';
import { PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import { storedField } from '../../../sources/records/foundFields.js';
import { spanOfWindows } from '../../../sources/records/readWindows.js';
import { knownFields, readIntoStore } from '../../../sources/staging/fetchPeriod.js';
import { retainedIds } from '../../../sources/staging/mirroredRead.js';
import { openSource } from '../../../sources/staging/openSource.js';
import type { ReadHost } from '../../../sources/staging/readObserver.js';
import { parseStoredFacts } from '../../../sources/staging/storedFacts.js';
import { withStore } from '../../../sources/staging/withStore.js';
import type { MirrorScope } from '../../../store/mirror.js';
import type { Store, StoredRead } from '../../../store/store.js';
import { type PreparedRun, prepareRun } from '../../export/prepareRun.js';
import { type RunHost, todayOf } from '../../export/runHost.js';
import { ownKeys } from '../../ledger/finals.js';
import { keptChanges, keptPlannedBreaches } from '../../ledger/openChanges.js';
import { notifyMonitored } from './monitorNotices.js';
import { type MonitorPlan, type Pass, planPass } from './monitorPlan.js';
import {
  changedLines,
  changesOfOthers,
  computeWindow,
  findingItems,
  findPlannedBreaches,
  isOfWork,
  isOver,
  plannedItem,
  recordForBoard,
} from './passResults.js';

export interface MonitorRequest {
  readonly loaded: LoadedConfig;
  /** Absolute. */
  readonly storeFolder: string;
  readonly scope: MirrorScope;
}

/** The findings of a complete pass over an employer. */
export interface MonitorOutcome {
  readonly employer: string;
  readonly config: Config;
  readonly window: MonitorPlan['window'];
  readonly requests: number;
  /** All pay lines that differ from finals, according to the newest pass over the finals. */
  readonly changes: ReturnType<typeof keptChanges>;
  /** Hours accounts with another balance than finals recorded, by this pass; 0 if it did not compare finals. */
  readonly balances: number;
  /** Open items of the window. */
  readonly found: FindingReport;
  /** Breaches of working-time limits that the published plan would cause. */
  readonly planned: ReturnType<typeof keptPlannedBreaches>;
}

/** What a pass needs of a command. */
export type MonitorHost = ReadHost & Pick<RunHost, 'context' | 'silences'>;

/**
 * One pass over an employer (docs/service.md, "Paging"): read all days until the last page; compare the finals with the
 * current state of their days; list the open items of the window; replace the data of earlier passes, all or nothing;
 * notify the recipients. An interrupted pass changes nothing.
 * @throws PaytallyError like an export; STORE_BUSY
 */
export async function monitorEmployer(
  host: MonitorHost,
  request: MonitorRequest,
  employerKey: string,
): Promise<MonitorOutcome> {
  const { loaded, storeFolder, scope } = request;
  const config = configOf(loaded, employerKey);
  const { employerId } = config.employer;
  const { context } = host;
  const nowMs = () => context.clock.nowMs();
  const isOwn = ownKeys(loaded, employerKey);
  const yielding = { ...host, limiter: host.limiter.yielding() };
  // Finals of any age are compared.
  const depth = scope === 'whole' ? 'whole' : undefined;
  const place = { loaded, storeFolder, employerIds: [employerId], mode: 'write', depth, nowMs } as const;
  return withStore(place, async (store) => {
    const prepared = await prepareRun(host, { ...THIS_MONTH, loaded }, employerKey);
    const first = await readZone(yielding, prepared, store);
    const today = todayOf(context, first.zone);
    const plan = planPass(store, config, { scope, today, isOwn });
    const { read, requests } = await readPlanned(yielding, prepared, plan, store);
    try {
      const ended = await completePass(
        { context, prepared, store, plan, read, today, isOwn },
        {
          effects: host,
          silences: host.silences,
          store,
          storeFolder,
          config,
          folder: loaded.folder,
        },
      );
      return {
        employer: employerKey,
        config,
        window: plan.window,
        requests: requests + first.requests,
        changes: keptChanges(store, employerId, isOwn),
        ...ended,
        planned: keptPlannedBreaches(store, employerId),
      };
    } catch (failure) {
      if (!store.mirror.reads(employerId).some(({ readId }) => readId === read.readId))
        store.dropRead(read.readId);
      throw failure;
    }
  });
}

/**
 * Compares the records, replaces the data of earlier passes, and sends notices. @returns the open items of the window
 */
async function completePass(
  pass: Pass,
  notices: SessionOrder,
): Promise<Pick<MonitorOutcome, 'found' | 'balances'>> {
  const { prepared, store, plan, read, today } = pass;
  const { config, mapping } = prepared;
  const { employerId } = config.employer;
  const computed = await computeWindow(pass);
  const changes = plan.scope === 'whole' ? await changedLines(pass) : undefined;
  const findings = computed.findings.filter((finding) => isOfWork(finding, plan));
  const planned = findPlannedBreaches(pass, computed);
  const over = findings.filter((finding) => isOver(finding, today));
  store.mirror.commit({
    employerId,
    scope: plan.scope,
    readId: read.readId,
    windows: plan.windows,
    items: {
      finding: findingItems(store, employerId, over),
      planned: planned.map(plannedItem),
      ...(changes === undefined ? {} : { change: [...changes.items, ...changesOfOthers(pass)] }),
    },
  });
  if (changes !== undefined) recordForBoard(pass, changes);
  remember(store, employerId, read);
  const ofWork = { ...computed, findings };
  await notifyMonitored(notices, { mapping, today, computed: ofWork, planned, isOwn: pass.isOwn });
  const balances = [...(changes?.balances.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return { found: buildFindingReport(ofWork), balances };
}

/** A read of work in progress. */
const THIS_MONTH = { state: 'draft', periodText: 'this-month', templates: 'configured' } as const;

/** The employer's zone, for the current date; requested only if its establishments are unknown. */
async function readZone(
  host: ReadHost,
  prepared: PreparedRun,
  store: Store,
): Promise<{ readonly zone: string; readonly requests: number }> {
  const { config } = prepared;
  const known = employerZone(config, store.known.establishments(config.employer.employerId));
  if (known !== undefined) return { zone: known, requests: 0 };
  const source = openSource(host, prepared, knownFields(store, config.employer.employerId));
  const { establishments, dataRequests } = await source.readEstablishments();
  const zone = employerZone(config, establishments);
  if (zone !== undefined) return { zone, requests: dataRequests };
  const text = message('schedule.noZone', { employer: config.employerKey });
  throw new PaytallyError('CONFIG_INVALID', text, { record: config.employerKey });
}

async function readPlanned(
  host: ReadHost,
  prepared: PreparedRun,
  { windows, retained, holidays }: MonitorPlan,
  store: Store,
): Promise<{ readonly read: StoredRead; readonly requests: number }> {
  const { config } = prepared;
  const { employerId } = config.employer;
  const source = openSource(host, prepared, knownFields(store, employerId));
  const span = spanOfWindows(windows);
  const startedAt = new Date(host.context.clock.nowMs());
  const header = { employerId, ...span, startedAt };
  return readIntoStore(
    host,
    { source, config, header },
    {
      read: 'once',
      windows,
      holidays,
      retained: (list) => retainedIds(store, retained, list),
    },
    store,
  );
}

function remember(store: Store, employerId: string, read: StoredRead): void {
  const { fields, employees, establishments } = parseStoredFacts(read);
  store.known.saveFieldEvidence(employerId, { fields: fields.map(storedField) });
  store.known.rememberEmployees(employerId, employees ?? []);
  store.known.rememberEstablishments(employerId, establishments);
}
