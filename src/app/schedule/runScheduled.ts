import { configOf } from '../../config/config.js';
import type { SessionOrder } from '../../delivery/deliverySession.js';
import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import { groupBy } from '../../domain/collections.js';
import { EXCEPTION_CODES } from '../../domain/exceptions/finding.js';
import { addDays } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { firstLine } from '../../runtime/outsideText.js';
import type { Store } from '../../store/store.js';
import type { RunOutcome } from '../export/outcome.js';
import { runEmployer } from '../export/runEmployer.js';
import type { RunHost } from '../export/runHost.js';
import type { RunRequest } from '../export/runRequest.js';
import { assertUniqueDeliveredNames } from '../export/uniqueFileNames.js';
import { findRunIfKnown } from '../ledger/history.js';
import { isPurged, ledgerOfDays } from '../ledger/ledgerOfDays.js';
import { mailedRunOf } from '../storedRuns/mailedRun.js';
import type { SendHost } from '../storedRuns/sendRun.js';
import { notifyBlocked, notifyUnblocked, sessionOrder } from './blockedNotice.js';
import { dueDeliveries, markRun, type ScheduledRun } from './dueWork.js';
import { absolutePeriodText, periodDue, type SchedulePlace } from './employerSchedules.js';
import { notifyConcerned } from './managerNotice.js';
import { coveringFinals, deliverRuns, runsOfDays } from './runsOfDays.js';
import { runScheduledCorrections, type ScheduledCorrections } from './scheduledCorrections.js';

/** The result of a due time. */
export type ScheduledEnd =
  | { readonly kind: 'done'; readonly outcome: RunOutcome }
  | ({ readonly kind: 'corrected' } & ScheduledCorrections)
  /** The days were final already: nothing was exported, and what was not sent yet was sent. */
  | { readonly kind: 'already-final'; readonly deliveries: readonly DeliveryStatus[] }
  | { readonly kind: 'waiting'; readonly failure: PaytallyError; readonly nextTryAt: Date }
  | { readonly kind: 'failed'; readonly failure: PaytallyError };

/**
 * Runs one due time: the run for the period of that day, then its deliveries. A failed run is retried until its
 * deadline, and the owner is notified once.
 * @throws PaytallyError INTERRUPTED; the next start then runs it
 */
export async function runScheduled(
  host: RunHost,
  store: Store,
  place: SchedulePlace,
  time: ScheduledRun,
): Promise<ScheduledEnd> {
  const order = sessionOrder(host, store, place, time);
  const { clock, signal } = host.context;
  markRun(store, time, { state: 'running' });
  try {
    const request = requestOf(place, time);
    await assertUniqueDeliveredNames(time.schedule.employer, request, host.context);
    if (time.schedule.settings.corrections !== undefined) {
      const corrections = await runScheduledCorrections(host, order, time, request);
      markRun(store, time, { state: 'done', runId: corrections.outcome?.made?.runId });
      await notifyUnblocked(order, time);
      return { kind: 'corrected', ...corrections };
    }
    const outcome = await runEmployer(host, request, time.schedule.employer);
    markRun(store, time, { state: 'done', runId: outcome.runId });
    await notifyUnblocked(order, time);
    return { kind: 'done', outcome };
  } catch (failure) {
    if (signal.aborted || !(failure instanceof PaytallyError)) {
      markRun(store, time, { state: 'waiting', nextTryAt: new Date(clock.nowMs()) });
      throw failure;
    }
    const made = failure.code === 'ALREADY_FINAL' ? coveringFinals(store, time) : [];
    if (made.length === 0) return failed(order, time, failure);
    return await finishedBefore(host, place, order, time, made);
  }
}

/**
 * The finals were recorded before a process died, or by hand: what the schedule delivers of them and of their
 * corrections is sent now.
 */
async function finishedBefore(
  host: RunHost,
  place: SchedulePlace,
  order: SessionOrder,
  time: ScheduledRun,
  made: readonly string[],
): Promise<ScheduledEnd> {
  try {
    const runs = runsOfDays(order.store, time, made);
    const deliveries = await deliverRuns(host, place, order.store, time, runs);
    markRun(order.store, time, { state: 'done', runId: made.at(-1) });
    await notifyUnblocked(order, time);
    return { kind: 'already-final', deliveries };
  } catch (failure) {
    if (order.effects.context.signal.aborted || !(failure instanceof PaytallyError)) throw failure;
    return failed(order, time, failure);
  }
}

async function failed(
  order: SessionOrder,
  time: ScheduledRun,
  failure: PaytallyError,
): Promise<ScheduledEnd> {
  const { retry } = time.schedule.settings;
  const nextMs = order.effects.context.clock.nowMs() + retry.everyMinutes * 60_000;
  const isLast = nextMs > time.due * 1000 + retry.forHours * 3_600_000;
  const problem = `${failure.code}: ${firstLine(failure.message)}`;
  const nextTryAt = isLast ? undefined : new Date(nextMs);
  markRun(order.store, time, { state: isLast ? 'failed' : 'waiting', problem, nextTryAt });
  await notifyBlocked(order, time, failure, nextTryAt);
  await notifyConcerned(order, time, failure, nextTryAt);
  return nextTryAt === undefined ? { kind: 'failed', failure } : { kind: 'waiting', failure, nextTryAt };
}

function requestOf({ loaded, storeFolder, outOf }: SchedulePlace, time: ScheduledRun): RunRequest {
  const { settings, employer } = time.schedule;
  const accepted = new Map(
    EXCEPTION_CODES.flatMap((code) => {
      const reason = settings.accept[code];
      return reason === undefined ? [] : [[code, reason] as const];
    }),
  );
  return {
    loaded,
    periodText: absolutePeriodText(time),
    state: settings.final ? 'final' : 'draft',
    read: settings.final ? 'twice' : 'once',
    templates: 'configured',
    out: outOf(employer),
    storeFolder,
    accepted,
    effect: 'write',
    ...estimatesOf(time),
    ...(settings.deliver.length > 0 ? { deliver: { kind: 'all', names: settings.deliver } as const } : {}),
  };
}

function estimatesOf(time: ScheduledRun): Pick<RunRequest, 'estimateFrom'> {
  const { estimateDays } = time.schedule.settings;
  return estimateDays === undefined ? {} : { estimateFrom: addDays(periodDue(time).to, 1 - estimateDays) };
}

/** Sends deliveries that are due for a retry, of runs that count and whose employer is still configured. */
export async function retryDeliveries(
  host: SendHost,
  store: Store,
  { loaded, storeFolder }: SchedulePlace,
): Promise<void> {
  const due = dueDeliveries(store, host.context.clock.nowMs());
  for (const [runId, items] of groupBy(due, (item) => item.runId)) {
    const run = findRunIfKnown(store, runId);
    // Replaced or purged runs are no longer sent.
    if (run === undefined || run.state === 'superseded' || run.state === 'purge') continue;
    if (isPurged(store, runId) || !Object.hasOwn(loaded.config.employers, run.employer)) continue;
    const config = configOf(loaded, run.employer);
    const { folder } = loaded;
    const { silences } = host;
    const common = {
      effects: host,
      silences,
      store,
      storeFolder,
      config,
      folder,
      run: mailedRunOf(store, run),
      ledger: ledgerOfDays(store, runId, { loaded, packageFolder: host.context.packageFolder }),
    };
    await sendDeliveries({ ...common, from: ['pending', 'failed'] }, items);
  }
}
