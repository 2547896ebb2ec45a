import { begunRead } from '../../compute/computedRead.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import { MARGIN_DAYS } from '../../domain/timesheet/buildTimesheet.js';
import { dateText } from '../../language/dateText.js';
import { terminalTexts } from '../../language/terminal/terminalTexts.js';
import { readEarlierPay } from '../../ledger/earlierPay.js';
import { type FetchedPeriod, fetchPeriod } from '../../read/staging/fetchPeriod.js';
import { recordsOfRead } from '../../read/staging/storedRecords.js';
import { newRunId, type PreparedRun, type RunHost, type RunRequest } from '../../run.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import type { Store } from '../../store/store.js';
import { refuseEstimatesOutside, refuseEstimatesWithoutPlan } from '../prepare/refusedEstimates.js';

/** A run between its checks and its end; its store stays open. */
export interface ComputedRun {
  readonly runId: string;
  readonly startedAt: Date;
  readonly prepared: PreparedRun;
  readonly fetched: FetchedPeriod;
  readonly records: RecordsWithEarlierPay;
  readonly computed: ComputedPeriod;
}

/** A run of which the records are read. */
export interface BegunRun extends Omit<ComputedRun, 'computed'> {
  /** Without totals as yet. */
  readonly early: ComputedPeriod;
  /** Goes over everybody. @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID */
  readonly finish: () => ComputedRun;
}

/** The steps that export, check and explain share: fetch the period with its margin, then compute it. */
export async function computeRun(...run: Parameters<typeof beginRun>): Promise<ComputedRun> {
  const begun = await beginRun(...run);
  await pauseForInterrupt(run[0].context.signal);
  return begun.finish();
}

/** The same up to where everybody is gone over. */
export async function beginRun(
  host: RunHost,
  request: RunRequest,
  prepared: PreparedRun,
  store: Store,
): Promise<BegunRun> {
  const startedAt = new Date(host.context.clock.nowMs());
  const fetched = await fetchPeriod(
    host,
    {
      prepared,
      periodText: request.periodText,
      marginDays: MARGIN_DAYS,
      read: request.read,
      mayUseStoredRead: request.state === 'draft',
    },
    store,
  );
  const { period, read } = fetched;
  host.periods.set(prepared.employerKey, period);
  refuseEstimatesOutside(request.estimateFrom, period);
  host.terminal.message(
    terminalTexts(prepared.config.language)('reads', {
      employer: prepared.employerKey,
      period: period.label,
      from: dateText(prepared.config.language, period.from),
      to: dateText(prepared.config.language, period.to),
    }),
  );
  const { version } = host.context;
  const earlier = readEarlierPay(store, store.ledger.links(prepared.employer.employerId));
  await pauseForInterrupt(host.context.signal);
  const begun = runInterruptible(() =>
    begunRead(store, { readId: read.readId, period, earlier, prepared, request, version }),
  );
  const records = { ...recordsOfRead(store, read.readId, prepared.config), earlier };
  const run = { runId: newRunId(startedAt), startedAt, prepared, fetched, records };
  const finish = () => {
    const computed = begun.finish();
    refuseEstimatesWithoutPlan(request.estimateFrom, records.facts.hasPlanning);
    return { ...run, computed };
  };
  return { ...run, early: begun.early, finish };
}
