import type { Config } from '../../config/config.js';
import { type DueTime, dueBetween, latestPerPeriod, upcomingTimes } from '../../domain/schedule/dueTimes.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { ScheduleMark } from '../../store/scheduleState.js';
import type { Store } from '../../store/store.js';
import { absolutePeriodText, type ConfiguredSchedule } from './employerSchedules.js';

export type ScheduledRun = DueTime<ConfiguredSchedule>;

/** Service units start the program every quarter of an hour: times in the last one are due at the first start. */
const FIRST_LOOK_BACK_SECONDS = 15 * 60;

/**
 * The due runs, by time: times since the last one, each period once, and those that wait for a retry or were
 * interrupted by the end of a process.
 * @param startedEpoch when the process began: an employer without an earlier look counts as looked at then, however long
 * the employers before it took
 */
export function dueWork(
  store: Store,
  schedules: readonly ConfiguredSchedule[],
  nowEpoch: number,
  startedEpoch: number,
): ScheduledRun[] {
  const due = schedules.flatMap((schedule) => {
    const marks = store.scheduleState.marks(schedule.employer, schedule.name);
    const last = marks.at(-1)?.due ?? firstLook(store, schedule, startedEpoch);
    const times = latestPerPeriod(dueBetween([schedule], last, nowEpoch), absolutePeriodText);
    for (const time of times)
      markRun(store, time, { state: 'waiting', nextTryAt: new Date(nowEpoch * 1000) });
    const noted = times.length === 0 ? marks : store.scheduleState.marks(schedule.employer, schedule.name);
    return noted.filter((mark) => isToDo(mark, nowEpoch)).map((mark) => ({ schedule, due: mark.due }));
  });
  return due.sort((a, b) => a.due - b.due);
}

/** Whether `dueWork` would find or note anything, from the marks alone. */
export function hasDueWork(
  store: Store,
  schedules: readonly ConfiguredSchedule[],
  nowEpoch: number,
): boolean {
  return schedules.some((schedule) => {
    const marks = store.scheduleState.marks(schedule.employer, schedule.name);
    const last = marks.at(-1)?.due;
    if (last === undefined || marks.some((mark) => isToDo(mark, nowEpoch))) return true;
    return dueBetween([schedule], last, nowEpoch).length > 0;
  });
}

/**
 * Notes that the schedules of an employer are looked at for the first time, also if they cannot be determined yet: times
 * since the start of the process are caught up.
 */
export function noteFirstLook(store: Store, { employerKey, schedule }: Config, startedEpoch: number): void {
  for (const name of Object.keys(schedule))
    if (store.scheduleState.marks(employerKey, name).length === 0)
      firstLook(store, { employer: employerKey, name }, startedEpoch);
}

function firstLook(store: Store, schedule: ScheduleRef, startedEpoch: number): number {
  const since = startedEpoch - FIRST_LOOK_BACK_SECONDS;
  markRun(store, { schedule, due: since }, { state: 'covered' });
  return since;
}

type ScheduleRef = Pick<ConfiguredSchedule, 'employer' | 'name'>;

/** `running` was left by a dead process, because only one runs schedules at a time. */
function isToDo({ state, nextTryAt }: ScheduleMark, nowEpoch: number): boolean {
  return state === 'running' || (state === 'waiting' && (nextTryAt?.getTime() ?? 0) <= nowEpoch * 1000);
}

export function markRun(
  store: Store,
  {
    schedule: { employer: employerKey, name },
    due,
  }: { readonly schedule: ScheduleRef; readonly due: number },
  mark: Pick<ScheduleMark, 'state'> & Partial<Pick<ScheduleMark, 'runId' | 'problem' | 'nextTryAt'>>,
): void {
  const { state, runId, problem, nextTryAt } = mark;
  store.scheduleState.mark({ employerKey, name, due, state, runId, problem, nextTryAt });
}

/** The subject of notices that an employer's schedules cannot be determined. */
export function causeOfSchedules({ employerKey }: Pick<Config, 'employerKey'>): string {
  return `schedules ${employerKey}`;
}

/** The next time that something is due, in epoch seconds: the next scheduled time or retry; undefined for never. */
export function nextEvent(
  store: Store,
  schedules: readonly ConfiguredSchedule[],
  nowEpoch: number,
): number | undefined {
  const [next] = upcomingTimes(schedules, nowEpoch);
  const tries = schedules
    .flatMap(({ employer, name }) => store.scheduleState.marks(employer, name))
    .flatMap(({ state, nextTryAt }) => (state === 'waiting' && nextTryAt !== undefined ? [nextTryAt] : []));
  const waiting = [...store.outbox.waiting(), ...store.outbox.awaitingReceipt()];
  const deliveries = waiting.flatMap(({ nextTryAt }) => nextTryAt ?? []);
  const epochs = [...tries, ...deliveries].map((at) => Math.ceil(at.getTime() / 1000));
  // Remaining work, such as a delivery of an employer that is no longer configured, is checked the next time.
  const all = [...(next === undefined ? [] : [next.due]), ...epochs].filter((epoch) => epoch > nowEpoch);
  return all.length === 0 ? undefined : Math.min(...all);
}

/**
 * Deliveries that need attention now. Those with an unknown outcome are never sent again automatically, but the owner
 * must be notified of them.
 */
export function dueDeliveries(store: Store, nowMs: number): readonly DeliveryItem[] {
  const isDue = ({ state, nextTryAt }: DeliveryItem) =>
    nextTryAt === undefined ? state === 'pending' : nextTryAt.getTime() <= nowMs;
  return [
    ...store.outbox.waiting().filter(isDue),
    ...store.outbox.orphans(),
    ...store.outbox.unknown(),
    ...store.outbox.awaitingReceipt().filter(isDue),
  ];
}
