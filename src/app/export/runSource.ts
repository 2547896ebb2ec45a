import type { LoadedConfig } from '../../config/config.js';
import { sourceName } from '../../config/schema/sourceSchema.js';
import type { PeriodSummary } from '../../domain/computed/computedPeriod.js';
import type { RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { message } from '../../i18n/message.js';
import { type FetchedPeriod, fetchPeriod } from '../../sources/staging/fetchPeriod.js';
import type { ReadHost } from '../../sources/staging/readObserver.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import { withStore } from '../../sources/staging/withStore.js';
import type { Store } from '../../store/store.js';
import { type ComputedAs, fillSinks, type OpenPeriod, openPeriod } from '../compute/computePeriod.js';
import { readWorkedHistory } from '../compute/workedHistory.js';
import { type LedgerPay, readEarlierPay } from '../ledger/earlierPay.js';
import { newRunId } from '../ledger/runFolder.js';
import {
  type PreparedRun,
  prepareRun,
  refuseEstimatesOutside,
  refuseEstimatesWithoutPlan,
} from './prepareRun.js';
import type { RunHost } from './runHost.js';
import type { RunSinks } from './sinks.js';

/** The records of a period, in the store; no employee is computed yet. */
export interface RunSource {
  readonly runId: string;
  readonly startedAt: Date;
  readonly prepared: PreparedRun;
  readonly fetched: FetchedPeriod;
  readonly records: RecordsWithEarlierPay;
  readonly open: OpenPeriod;
}

/** A period whose employees were computed, with the kept data. The store stays open. */
export interface ComputedRun extends RunSource {
  readonly computed: PeriodSummary;
  readonly kept: RunSinks;
}

interface PeriodRequest extends ComputedAs {
  readonly periodText: string;
  readonly read: 'once' | 'twice';
}

/** What reading a period needs of a command. */
export type PeriodHost = ReadHost & Pick<RunHost, 'context' | 'periods'>;

/** Reads a period with its margin from the service into the store. */
export async function readPeriod(
  host: PeriodHost,
  request: PeriodRequest,
  prepared: PreparedRun,
  store: Store,
): Promise<RunSource> {
  const startedAt = new Date(host.context.clock.nowMs());
  const fetched = await fetchPeriod(
    host,
    {
      prepared,
      periodText: request.periodText,
      marginDays: marginDays(prepared.config),
      read: request.read,
      mayUseStoredRead: request.state === 'draft',
    },
    store,
  );
  const { period } = fetched;
  host.periods.set(prepared.employerKey, period);
  refuseEstimatesOutside(prepared.config.estimateFrom, period);
  const { from, to, label } = period;
  const reading = { employer: prepared.employerKey, period: label, from, to };
  const source = sourceName(prepared.config.source);
  host.terminal.message(
    source === undefined
      ? message('terminal.reading', reading)
      : message('terminal.readingFrom', { ...reading, source }),
  );
  const run = { runId: newRunId(startedAt), startedAt, prepared, fetched };
  const earlier = readEarlierPay(store, store.ledger.links(prepared.employer.employerId));
  return storedSource(run, request, store, host.context.version, earlier);
}

/** A period to read for a command that writes nothing. */
export interface PeriodPlace {
  readonly loaded: LoadedConfig;
  /** Folder of the store, absolute. */
  readonly storeFolder: string;
  readonly periodText: string;
}

/** As `check` reads a period, without any template. */
const TO_LOOK_AT = { state: 'draft', read: 'once', templates: [], accepted: new Map() } as const;

/**
 * Reads an employer's period as `check` does, and passes it to `use` while the store is open.
 * @throws PaytallyError as `prepareRun` and `fetchPeriod`
 */
export async function withReadPeriod<Result>(
  host: PeriodHost,
  { loaded, storeFolder, periodText }: PeriodPlace,
  employerKey: string,
  use: (source: RunSource, store: Store) => Promise<Result>,
): Promise<Result> {
  const request = { ...TO_LOOK_AT, loaded, periodText };
  const prepared = await prepareRun(host, request, employerKey);
  const { employerId } = prepared.employer;
  const nowMs = (): number => host.context.clock.nowMs();
  const place = { loaded, storeFolder, employerIds: [employerId], mode: 'read', nowMs } as const;
  return withStore(place, async (store) => use(await readPeriod(host, request, prepared, store), store));
}

/**
 * The same for a stored read.
 * @param earlier the ledger's pay of earlier days that the run may use
 * @throws PaytallyError USAGE for estimates without any planned shifts
 */
export function storedSource(
  run: Omit<RunSource, 'records' | 'open'>,
  purpose: ComputedAs,
  store: Store,
  version: string,
  earlier: LedgerPay,
): RunSource {
  const { prepared, fetched } = run;
  const { readId } = fetched.read;
  const history = readWorkedHistory(store, readId, purpose.state);
  const records = { ...loadPeriodRecords(store, readId, prepared.config), earlier, history };
  refuseEstimatesWithoutPlan(prepared.config.estimateFrom, records.facts.hasPlanning);
  return { ...run, records, open: openPeriod(records, fetched.period, prepared, purpose, version) };
}

/** For each employee of a source: compute, add to the totals, write to the sinks. */
export async function passOverSource(
  source: RunSource,
  kept: RunSinks,
  signal: AbortSignal,
): Promise<ComputedRun> {
  return { ...source, computed: await fillSinks(source.open, [kept], signal), kept };
}
