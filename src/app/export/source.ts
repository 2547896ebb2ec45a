import type { PeriodSummary } from '../../domain/computed/computedPeriod.js';
import type { RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { message } from '../../i18n/message.js';
import { newRunId, type PreparedRun, type RunHost, type RunRequest } from '../../run.js';
import { type FetchedPeriod, fetchPeriod } from '../../sources/workforce/staging/fetchPeriod.js';
import { loadPeriodRecords } from '../../sources/workforce/staging/storedRecords.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { fillSinks, type OpenPeriod, openPeriod } from '../compute/computePeriod.js';
import { readWorkedHistory } from '../compute/workedHistory.js';
import { readEarlierPay } from '../ledger/earlierPay.js';
import { refuseEstimatesOutside, refuseEstimatesWithoutPlan } from './prepareRun.js';
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

/** Reads a period with its margin from the service into the store. */
export async function readPeriod(
  host: RunHost,
  request: RunRequest,
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
  refuseEstimatesOutside(request.estimateFrom, period);
  const { from, to, label } = period;
  host.terminal.message(
    message('terminal.reading', { employer: prepared.employerKey, period: label, from, to }),
  );
  const run = { runId: newRunId(startedAt), startedAt, prepared, fetched };
  const links = store.ledger.links(prepared.employer.employerId);
  return storedSource(run, request, store, host.context.version, links);
}

/**
 * The same for a stored read.
 * @param links of the employer that the run may use
 * @throws PaytallyError USAGE for estimates without any planned shifts
 */
export function storedSource(
  run: Omit<RunSource, 'records' | 'open'>,
  request: Pick<RunRequest, 'state' | 'accepted' | 'estimateFrom'>,
  store: Store,
  version: string,
  links: readonly LedgerLink[],
): RunSource {
  const { prepared, fetched } = run;
  const earlier = readEarlierPay(store, links);
  const { readId } = fetched.read;
  const history = readWorkedHistory(store, readId, request.state);
  const records = { ...loadPeriodRecords(store, readId, prepared.config), earlier, history };
  refuseEstimatesWithoutPlan(request.estimateFrom, records.facts.hasPlanning);
  return { ...run, records, open: openPeriod(records, fetched.period, prepared, request, version) };
}

/** For each employee of a source: compute, add to the totals, write to the sinks. */
export async function passOverSource(
  source: RunSource,
  kept: RunSinks,
  signal: AbortSignal,
): Promise<ComputedRun> {
  return { ...source, computed: await fillSinks(source.open, [kept], signal), kept };
}
