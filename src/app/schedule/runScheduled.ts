import { configOf, keyToday } from '../../config/config.js';
import type { SessionOrder } from '../../delivery/deliverySession.js';
import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import { sendDeliveries } from '../../delivery/sendDeliveries.js';
import { groupBy } from '../../domain/collections.js';
import { EXCEPTION_CODES } from '../../domain/exceptions/finding.js';
import { addDays, daysBetween } from '../../domain/time/localDate.js';
import { localDateAt } from '../../domain/time/zone.js';
import { ERRORS, ExitStatus, PaytallyError } from '../../errors.js';
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
    const request = requestOf(place, time, clock.nowMs());
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
    const made = failure.code === 'ALREADY_FINAL' ? coveringFinals(store, place, time) : [];
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
    const runs = runsOfDays(order.store, place, time, made);
    const deliveries = await deliverRuns(host, place, order.store, time, runs);
    markRun(order.store, time, { state: 'done', runId: made.at(-1) });
    await notifyUnblocked(order, time);
    return { kind: 'already-final', deliveries };
  } catch (failure) {
    if (order.effects.context.signal.aborted || !(failure instanceof PaytallyError)) throw failure;
    return failed(order, time, failure);
  }
}

/** A run is given up when its patience ends, and only once the owner has been told. */
async function failed(
  order: SessionOrder,
  time: ScheduledRun,
  failure: PaytallyError,
): Promise<ScheduledEnd> {
  const { store, effects } = order;
  const problem = `${failure.code}: ${firstLine(failure.message)}`;
  const nextTryAt = new Date(effects.context.clock.nowMs() + retryMs(time));
  const isLast = nextTryAt.getTime() > patienceEndMs(store, time, failure);
  markRun(store, time, { state: 'waiting', problem, nextTryAt });
  const told = await notifyBlocked(order, time, failure, isLast ? undefined : nextTryAt);
  await notifyConcerned(order, time, failure, isLast ? undefined : nextTryAt);
  if (!isLast || !told) return { kind: 'waiting', failure, nextTryAt };
  markRun(store, time, { state: 'failed', problem });
  return { kind: 'failed', failure };
}

function retryMs({ schedule: { settings } }: ScheduledRun): number {
  return settings.retry.everyMinutes * 60_000;
}

/**
 * Counted from the first try, which is late after a pause of the computer. A service that is not reached is tried
 * twice at least.
 */
function patienceEndMs(store: Store, time: ScheduledRun, failure: PaytallyError): number {
  const { employer: employerKey, name, settings } = time.schedule;
  const tried = store.scheduleState.firstTriedAt({ employerKey, name, due: time.due });
  const leastMs = ERRORS[failure.code] === ExitStatus.service ? 2 * retryMs(time) : 0;
  const patienceMs = Math.max(settings.retry.forHours * 3_600_000, leastMs);
  return Math.max(time.due * 1000, tried?.getTime() ?? 0) + patienceMs;
}

function requestOf(
  { loaded, storeFolder, outOf }: SchedulePlace,
  time: ScheduledRun,
  nowMs: number,
): RunRequest {
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
    ...estimatesOf(time, nowMs),
    ...(settings.deliver.length > 0 ? { deliver: { kind: 'all', names: settings.deliver } as const } : {}),
  };
}

/** Of the days to estimate, those that are over when a run is made late are left out. */
function estimatesOf(time: ScheduledRun, nowMs: number): Pick<RunRequest, 'estimateFrom'> {
  const { settings, employerZone } = time.schedule;
  if (settings.estimateDays === undefined) return {};
  const { to } = periodDue(time);
  const [due, today] = [time.due, Math.floor(nowMs / 1000)].map((at) => localDateAt(at, employerZone));
  const late = due === undefined || today === undefined ? 0 : daysBetween(due, today);
  const estimateFrom = addDays(to, 1 - settings.estimateDays + late);
  return estimateFrom > to ? {} : { estimateFrom };
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
    const key = keyToday(loaded, run.employer, store.run(runId)?.employerId);
    if (isPurged(store, runId) || key === undefined) continue;
    const config = configOf(loaded, key);
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
