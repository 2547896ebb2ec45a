import { type Config, configOf, type LoadedConfig } from '../../../config/config.js';
import { employerZone } from '../../../config/employerPeriod.js';
import { intervalSeconds, monitorSettings } from '../../../config/schema/scheduleSchema.js';
import type { Context } from '../../../context.js';
import { parseCron } from '../../../domain/schedule/cron.js';
import { dueTimes } from '../../../domain/schedule/dueTimes.js';
import { zoneByName } from '../../../domain/time/tzdata.js';
import { localDateAt } from '../../../domain/time/zone.js';
import { PaytallyError } from '../../../errors.js';
import { withStore } from '../../../sources/staging/withStore.js';
import type { MirrorScope } from '../../../store/mirror.js';
import { isServerUrl } from '../../../store/postgres/server.js';
import type { Store } from '../../../store/store.js';
import { type WorkLock, waitForWorkLock } from '../../../store/workLock.js';
import type { MonitorHost, MonitorOutcome } from './monitorEmployer.js';

export interface MonitorOrder {
  readonly loaded: LoadedConfig;
  /** Absolute. */
  readonly storeFolder: string;
  readonly employers: readonly string[];
}

/** The result of the pass over one employer. */
export type MonitorEnd =
  | { readonly employer: string; readonly outcome: MonitorOutcome }
  | { readonly employer: string; readonly failure: PaytallyError };

/** When a process last tried a pass over an employer, whether or not it was complete. */
export type MonitorAttempts = Map<string, number>;

/**
 * Runs the passes that are due, one employer at a time. Only one process at a time runs passes of a store: if another
 * one does, there is nothing to do.
 * @throws PaytallyError INTERRUPTED
 */
export async function monitorDue(
  host: MonitorHost,
  { loaded, storeFolder, employers }: MonitorOrder,
  attempts: MonitorAttempts,
  onEnd: (end: MonitorEnd) => Promise<void> | void,
): Promise<void> {
  const nowMs = () => host.context.clock.nowMs();
  const place = { loaded, storeFolder, mode: 'write', nowMs } as const;
  for (const employer of employers) {
    host.context.signal.throwIfAborted();
    const config = configOf(loaded, employer);
    const employerIds = [config.employer.employerId];
    const reading = { ...place, employerIds, mode: 'read', depth: 'due' } as const;
    const scope = await withStore(reading, async (store) => dueScope(store, config, attempts, nowMs()));
    if (scope === undefined) continue;
    attempts.set(employer, nowMs());
    const end = await lockedPass(host, { loaded, storeFolder, scope }, employer, 0);
    if ('failure' in end && end.failure.code === 'STORE_BUSY') return;
    if ('failure' in end) {
      const { notifyOfFailure } = await import('./monitorNotices.js');
      await withStore({ ...place, employerIds }, (store) =>
        notifyOfFailure(
          { effects: host, silences: host.silences, store, storeFolder, config, folder: loaded.folder },
          end.failure,
        ),
      );
    }
    await onEnd(end);
  }
}

interface Pass {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
  readonly scope: MirrorScope;
}

/**
 * One pass, while no other process runs one. @param waitMs how long to wait for it @throws errors that are not a
 * PaytallyError
 */
export async function lockedPass(
  host: MonitorHost,
  pass: Pass,
  employer: string,
  waitMs: number,
): Promise<MonitorEnd> {
  try {
    const lock = await passLock(host.context, pass, waitMs);
    try {
      // Loaded only when a pass is due, like the runs of a schedule.
      const { monitorEmployer } = await import('./monitorEmployer.js');
      return { employer, outcome: await monitorEmployer(host, pass, employer) };
    } finally {
      lock?.release();
    }
  } catch (failure) {
    if (host.context.signal.aborted || !(failure instanceof PaytallyError)) throw failure;
    return { employer, failure };
  }
}

async function passLock(
  { clock, signal }: Pick<Context, 'clock' | 'signal'>,
  { loaded, storeFolder }: Pass,
  longestMs: number,
): Promise<WorkLock | undefined> {
  // There, each employer is handled by one process at a time.
  if (isServerUrl(loaded.config.store)) return undefined;
  const sleep = (durationMs: number) => clock.sleep(durationMs, signal);
  return waitForWorkLock(storeFolder, 'monitor', { longestMs, sleep });
}

/** The scope of the next pass: the finals once a day, the window each time; undefined if none is due. */
function dueScope(
  store: Store,
  config: Config,
  attempts: MonitorAttempts,
  nowMs: number,
): MirrorScope | undefined {
  const next = nextPassMs(store, config, attempts);
  if (next === undefined || next > nowMs) return undefined;
  const whole = store.mirror.reads(config.employer.employerId).find(({ scope }) => scope === 'whole');
  const dayOf = (ms: number) => localDateAt(Math.floor(ms / 1000), zoneOf(store, config));
  return whole !== undefined && dayOf(whole.startedAt.getTime()) === dayOf(nowMs) ? 'window' : 'whole';
}

/** When the next pass over an employer is due; undefined for never. A first pass is due immediately. */
export function nextPassMs(store: Store, config: Config, attempts: MonitorAttempts): number | undefined {
  const [last] = store.mirror.reads(config.employer.employerId);
  const lastMs = Math.max(last?.startedAt.getTime() ?? 0, attempts.get(config.employerKey) ?? 0);
  if (lastMs === 0) return 0;
  const { every } = monitorSettings(config);
  const seconds = intervalSeconds(every);
  if (seconds !== undefined) return lastMs + seconds * 1000;
  const times = parseCron(every);
  if ('problem' in times) throw new PaytallyError('CONFIG_INVALID', times.problem);
  const due = dueTimes(times, zoneOf(store, config), Math.floor(lastMs / 1000)).next();
  return due.done === true ? undefined : due.value * 1000;
}

/** When the next pass over any of these employers is due; infinite for never. */
export function nextPassOfAll(
  { loaded, storeFolder, employers }: MonitorOrder,
  attempts: MonitorAttempts,
  nowMs: () => number,
): Promise<number> {
  const configs = employers.map((key) => configOf(loaded, key));
  const employerIds = configs.map(({ employer }) => employer.employerId);
  const place = { loaded, storeFolder, employerIds, mode: 'read', depth: 'due', nowMs } as const;
  return withStore(place, async (store) => {
    const times = configs.map((config) => nextPassMs(store, config, attempts));
    return Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
  });
}

function zoneOf(store: Store, config: Config) {
  const known = store.known.establishments(config.employer.employerId);
  return zoneByName(employerZone(config, known) ?? 'Etc/UTC');
}
