import pLimit from 'p-limit';
import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import { groupBy } from '../../domain/collections.js';
import { formatInstant } from '../../domain/time/stamp.js';
import { PaytallyError } from '../../errors.js';
import { withStore } from '../../sources/staging/withStore.js';
import type { Clock } from '../../sources/transport/effects.js';
import { isServerUrl } from '../../store/postgres/server.js';
import type { Store } from '../../store/store.js';
import { isBusyFailure } from '../../store/storeFailure.js';
import { acquireWorkLock, type WorkLock } from '../../store/workLock.js';
import type { RunOutcome } from '../export/outcome.js';
import type { RunHost } from '../export/runHost.js';
import type { PeopleHost } from '../people/employeesListing.js';
import {
  causeOfSchedules,
  dueDeliveries,
  dueWork,
  hasDueWork,
  nextEvent,
  noteFirstLook,
  type ScheduledRun,
} from './dueWork.js';
import {
  type ConfiguredSchedule,
  type ScheduleContext,
  type SchedulePlace,
  schedulesOfEach,
} from './employerSchedules.js';
import { type MonitorAttempts, monitorDue, nextPassMs, nextPassOfAll } from './monitor/monitorDue.js';
import type { MonitorHost, MonitorOutcome } from './monitor/monitorEmployer.js';
import { countedYears, isContextKnown, scheduleContext } from './scheduleContext.js';
import type { ScheduledCorrections } from './scheduledCorrections.js';
import { instantOf, writeState } from './stateFile.js';

interface AboutTime {
  readonly employer: string;
  readonly schedule: string;
  /** In the schedule's zone. */
  readonly due: string;
}

/** Events, for the log. */
export type ScheduleEvent =
  | { readonly kind: 'started'; readonly schedules: number }
  | { readonly kind: 'message'; readonly level: 'info' | 'warning'; readonly text: string }
  | { readonly kind: 'idle'; readonly next: string | null }
  /** Another process already runs schedules. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'stopped' }
  | ({ readonly kind: 'due' } & AboutTime)
  | ({ readonly kind: 'already-final'; readonly deliveries: readonly DeliveryStatus[] } & AboutTime)
  | ({ readonly kind: 'corrected' } & ScheduledCorrections & AboutTime)
  | { readonly kind: 'monitored'; readonly outcome: MonitorOutcome }
  | { readonly kind: 'not-monitored'; readonly employer: string; readonly failure: PaytallyError }
  | ({ readonly kind: 'done'; readonly outcome: RunOutcome } & AboutTime)
  | ({ readonly kind: 'waiting'; readonly failure: PaytallyError; readonly nextTryAt: Date } & AboutTime)
  | ({ readonly kind: 'failed'; readonly failure: PaytallyError } & AboutTime)
  /** What is due for an employer could not be determined. */
  | { readonly kind: 'look-failed'; readonly employer: string; readonly failure: PaytallyError };

export interface ScheduleOrder extends SchedulePlace {
  readonly loaded: LoadedConfig;
  readonly employers: readonly string[];
  readonly until: 'nothing-is-due' | 'stopped';
  /** The status for monitoring, rewritten at every check. With PostgreSQL, it is in the database. */
  readonly stateFile: string | undefined;
  readonly onEvent: (event: ScheduleEvent) => void;
}

/** What one look at employers takes. */
export interface LookOrder extends ScheduleOrder {
  /** When the process began to look, in wall time: see `dueWork`. */
  readonly startedMs: number;
}

const EMPLOYERS_AT_ONCE = 4;
/** The longest sleep, so that a suspended machine or a changed clock is noticed within a minute. */
const LONGEST_SLEEP_MS = 60_000;
/** The delay after a failure that a retry may fix. */
const TRY_AGAIN_SECONDS = 60;
/** The longest time until deliveries left by other processes are found. */
const LOOK_AGAIN_MS = 15 * 60_000;

/**
 * Runs what is due, employers in parallel and the times of each in sequence; then sleeps until more is due, or ends.
 * Only one process runs the schedules of a store.
 * @throws PaytallyError STORE_BUSY if another one stays; INTERRUPTED; CONFIG_INVALID
 */
export async function keepSchedules(host: RunHost, order: ScheduleOrder): Promise<void> {
  const lock = lockOrBusy(order);
  if (lock === undefined) return;
  try {
    let announced = false;
    const attempts: MonitorAttempts = new Map();
    const startedMs = wallTimeClock(host.context.clock).nowMs();
    for (;;) {
      host.context.signal.throwIfAborted();
      const context = { ...host.context, clock: wallTimeClock(host.context.clock) };
      const next = await look(
        { ...host, context, silences: {} },
        { ...order, startedMs },
        attempts,
        announced,
      );
      announced = true;
      if (order.until === 'nothing-is-due') return;
      await sleepUntil(host.context, next);
    }
  } finally {
    lock.release();
  }
}

/** Until there is something to do, at most until the next look. */
async function sleepUntil({ clock, signal }: Context, nextEpoch: number | undefined): Promise<void> {
  const nowMs = () => wallTimeClock(clock).nowMs();
  const endMs = Math.min((nextEpoch ?? Number.POSITIVE_INFINITY) * 1000, nowMs() + LOOK_AGAIN_MS);
  do {
    const leftMs = Math.max(1000, Math.min(endMs - nowMs(), LONGEST_SLEEP_MS));
    await clock.sleep(leftMs, signal);
  } while (nowMs() < endMs);
}

/** The steady clock of a process stops while a machine sleeps; the wall clock decides what is due. */
export function wallTimeClock(clock: Clock): Clock {
  const shiftMs = (clock.wallMs?.() ?? clock.nowMs()) - clock.nowMs();
  return { ...clock, nowMs: () => clock.nowMs() + shiftMs };
}

/** A process started by a timer exits if another one is running; a permanent one cannot. */
function lockOrBusy({ loaded, storeFolder, until, onEvent }: ScheduleOrder): WorkLock | undefined {
  // There, each employer is handled by one process at a time.
  if (isServerUrl(loaded.config.store)) return { release: () => undefined };
  try {
    return acquireWorkLock(storeFolder, 'schedule');
  } catch (failure) {
    if (!isBusyFailure(failure) || until !== 'nothing-is-due') throw failure;
    onEvent({ kind: 'busy' });
    return undefined;
  }
}

/**
 * Runs what is due for these employers, and retries deliveries.
 * @returns the next due time, in epoch seconds
 */
export async function look(
  host: RunHost,
  order: LookOrder,
  attempts: MonitorAttempts,
  announced: boolean,
): Promise<number | undefined> {
  if (!isServerUrl(order.loaded.config.store)) return lookWriting(host, order, attempts, announced);
  const { busy, next } = await findBusy(host, order, attempts, announced);
  const atOnce = pLimit(EMPLOYERS_AT_ONCE);
  const one = (employer: string) =>
    atOnce(() => lookAlone(host, { ...order, employers: [employer] }, attempts, employer));
  return earliest([next, ...(await Promise.all(busy.map(one)))]);
}

/** A failure concerns this employer alone, which is tried again soon. */
async function lookAlone(
  host: RunHost,
  order: LookOrder,
  attempts: MonitorAttempts,
  employer: string,
): Promise<number | undefined> {
  const { clock, signal } = host.context;
  try {
    return await lookWriting(host, order, attempts, true);
  } catch (failure) {
    if (signal.aborted || !(failure instanceof PaytallyError)) throw failure;
    order.onEvent({ kind: 'look-failed', employer, failure });
    return Math.ceil(clock.nowMs() / 1000) + TRY_AGAIN_SECONDS;
  }
}

/**
 * Finds the employers with due work, or without data in the store, so that only these are checked out.
 * @returns also the next due time of the others, in epoch seconds
 */
async function findBusy(
  host: PeopleHost,
  { loaded, storeFolder, employers, onEvent }: ScheduleOrder,
  attempts: MonitorAttempts,
  announced: boolean,
): Promise<{ readonly busy: readonly string[]; readonly next: number | undefined }> {
  const nowMs = () => host.context.clock.nowMs();
  const epoch = Math.floor(nowMs() / 1000);
  const configs = employers.map((key) => configOf(loaded, key));
  const employerIds = configs.map(({ employer }) => employer.employerId);
  const place = { loaded, storeFolder, employerIds, mode: 'read', depth: 'due', nowMs } as const;
  return withStore(place, async (store) => {
    const years = countedYears(nowMs());
    const context = scheduleContext(host, loaded, store, years);
    const unsent = new Set(dueDeliveries(store, nowMs()).map(({ employerKey }) => employerKey));
    const known = configs.filter((config) => isContextKnown(store, config, years));
    const knownKeys = new Set(known.map(({ employerKey }) => employerKey));
    const { signal } = host.context;
    const { schedules, failures } = await schedulesOfEach(loaded, [...knownKeys], context, signal);
    const byEmployer = groupBy(schedules, ({ employer }) => employer);
    const isQuiet = (config: Config): boolean => {
      const passMs = config.monitor && nextPassMs(store, config, attempts);
      return (
        knownKeys.has(config.employerKey) &&
        !failures.has(config.employerKey) &&
        !unsent.has(config.employerKey) &&
        (passMs === undefined || passMs > nowMs()) &&
        !hasDueWork(store, byEmployer.get(config.employerKey) ?? [], epoch)
      );
    };
    const quiet = configs.filter(isQuiet);
    const quietKeys = new Set(quiet.map(({ employerKey }) => employerKey));
    const passes = quiet.map((config) => passEpoch(store, config, attempts));
    const waiting = schedules.filter(({ employer }) => quietKeys.has(employer));
    const next = earliest([nextEvent(store, waiting, epoch), ...passes]);
    const busy = employers.filter((key) => !quietKeys.has(key));
    if (!announced) {
      const count = configs.reduce((sum, { schedule }) => sum + Object.keys(schedule).length, 0);
      onEvent({ kind: 'started', schedules: count });
      if (busy.length === 0) onEvent({ kind: 'idle', next: instantOf(next) });
    }
    return { busy, next };
  });
}

/** The same for employers that this process may change. */
async function lookWriting(
  host: RunHost,
  order: LookOrder,
  attempts: MonitorAttempts,
  announced: boolean,
): Promise<number | undefined> {
  const { loaded, employers, storeFolder, stateFile, startedMs, onEvent } = order;
  const nowMs = () => host.context.clock.nowMs();
  const epoch = () => Math.floor(nowMs() / 1000);
  const startedEpoch = Math.floor(startedMs / 1000);
  const employerIds = employers.map((key) => configOf(loaded, key).employer.employerId);
  const place = { loaded, storeFolder, employerIds, mode: 'write', nowMs } as const;
  const done = await withStore(place, async (store) => {
    const context = scheduleContext(host, loaded, store, countedYears(nowMs()));
    const schedules = await schedulesOrNotices(host, store, order, context);
    if (!announced) onEvent({ kind: 'started', schedules: schedules.length });
    const due = dueWork(store, schedules, epoch(), startedEpoch);
    await runAllDue(due, (time) => runOneDue(host, store, order, time));
    if (dueDeliveries(store, nowMs()).length > 0)
      await (await loadRuns()).retryDeliveries(host, store, order);
    return { schedules, hasRun: due.length > 0, next: nextEvent(store, schedules, epoch()) };
  });
  const next = earliest([done.next, await monitorAllDue(host, order, attempts)]);
  const { schedules } = done;
  if (stateFile !== undefined)
    await withStore(place, (store) => writeState(stateFile, { store, schedules, nowMs: nowMs(), next }));
  if (!announced || done.hasRun) onEvent({ kind: 'idle', next: instantOf(next) });
  return next;
}

/** The schedules of the employers; the owner of an employer without them is told why. */
async function schedulesOrNotices(
  host: RunHost,
  store: Store,
  order: LookOrder,
  context: ScheduleContext,
): Promise<readonly ConfiguredSchedule[]> {
  const { loaded, employers, onEvent } = order;
  const { schedules, failures } = await schedulesOfEach(loaded, employers, context, host.context.signal);
  for (const employer of employers) {
    const config = configOf(loaded, employer);
    const failure = failures.get(employer);
    if (failure === undefined) {
      store.scheduleState.endNotice(causeOfSchedules(config));
      continue;
    }
    onEvent({ kind: 'look-failed', employer, failure });
    noteFirstLook(store, config, Math.floor(order.startedMs / 1000));
    const { notifyUnknownSchedules } = await import('./blockedNotice.js');
    const { silences } = host;
    const { storeFolder } = order;
    await notifyUnknownSchedules(
      { effects: host, silences, store, storeFolder, config, folder: loaded.folder },
      failure,
    );
  }
  return schedules;
}

/** Most looks find nothing to do, so the modules of a run are loaded when something is due. */
function loadRuns() {
  return import('./runScheduled.js');
}

/**
 * After the due runs, because a pass of the monitor can wait. It needs other content of the store than they do, so the
 * store is opened for it again. @returns the time of the next pass, in epoch seconds
 */
async function monitorAllDue(
  host: MonitorHost,
  { loaded, storeFolder, employers, onEvent }: ScheduleOrder,
  attempts: MonitorAttempts,
): Promise<number | undefined> {
  const watched = employers.filter((key) => configOf(loaded, key).monitor !== undefined);
  if (watched.length === 0) return undefined;
  const passes = { loaded, storeFolder, employers: watched };
  await monitorDue(host, passes, attempts, (end) =>
    onEvent('outcome' in end ? { kind: 'monitored', ...end } : { kind: 'not-monitored', ...end }),
  );
  const nextMs = await nextPassOfAll(passes, attempts, () => host.context.clock.nowMs());
  return Number.isFinite(nextMs) ? Math.ceil(nextMs / 1000) : undefined;
}

function passEpoch(store: Store, config: Config, attempts: MonitorAttempts): number | undefined {
  const nextMs = config.monitor && nextPassMs(store, config, attempts);
  return nextMs === undefined ? undefined : Math.ceil(nextMs / 1000);
}

function earliest(epochs: readonly (number | undefined)[]): number | undefined {
  const known = epochs.filter((epoch) => epoch !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Employers in parallel, the times of each in sequence. */
async function runAllDue(
  due: readonly ScheduledRun[],
  runOne: (time: ScheduledRun) => Promise<void>,
): Promise<void> {
  const atOnce = pLimit(EMPLOYERS_AT_ONCE);
  const byEmployer = [...groupBy(due, ({ schedule }) => schedule.employer).values()];
  const results = await Promise.allSettled(
    byEmployer.map((times) =>
      atOnce(async () => {
        for (const time of times) await runOne(time);
      }),
    ),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function runOneDue(
  host: RunHost,
  store: Store,
  order: ScheduleOrder,
  time: ScheduledRun,
): Promise<void> {
  host.context.signal.throwIfAborted();
  const about = aboutOf(time);
  order.onEvent({ kind: 'due', ...about });
  const { runScheduled } = await loadRuns();
  const end = await runScheduled(
    { ...host, takenPaths: new Map(), addressees: new Map() },
    store,
    order,
    time,
  );
  // Work that needs more content than was copied is repeated: what is done stays done.
  await store.shared?.checkIn();
  order.onEvent({ ...end, ...about });
}

function aboutOf({ schedule, due }: ScheduledRun): AboutTime {
  return { employer: schedule.employer, schedule: schedule.name, due: formatInstant(due, schedule.zone) };
}
