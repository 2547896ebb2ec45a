import type { Zone } from '../time/zone.js';
import type { TimesOfDay } from './cron.js';
import { dueTimes } from './dueTimes.js';

/** A schedule of one employer. */
export interface EmployerSchedule {
  readonly name: string;
  readonly employer: string;
  readonly times: TimesOfDay;
  readonly zone: Zone;
}

export interface DueTime<Schedule extends EmployerSchedule = EmployerSchedule> {
  readonly schedule: Schedule;
  /** Epoch seconds. */
  readonly due: number;
}

/** The next times of all schedules after an instant (epoch seconds, itself not counted), then in the order given. */
export function* upcoming<Schedule extends EmployerSchedule>(
  schedules: readonly Schedule[],
  afterEpoch: number,
): Generator<DueTime<Schedule>> {
  const queues = schedules.map((schedule) => {
    const times = dueTimes(schedule.times, schedule.zone, afterEpoch);
    return { schedule, times, next: nextOf(times) };
  });
  for (;;) {
    let first: (typeof queues)[number] | undefined;
    for (const queue of queues) {
      if (queue.next !== undefined && queue.next < (first?.next ?? Number.POSITIVE_INFINITY)) first = queue;
    }
    if (first?.next === undefined) return;
    yield { schedule: first.schedule, due: first.next };
    first.next = nextOf(first.times);
  }
}

/** Those from after `afterEpoch` up to `untilEpoch`, itself included. */
export function dueBetween<Schedule extends EmployerSchedule>(
  schedules: readonly Schedule[],
  afterEpoch: number,
  untilEpoch: number,
): DueTime<Schedule>[] {
  const found: DueTime<Schedule>[] = [];
  for (const each of upcoming(schedules, afterEpoch)) {
    if (each.due > untilEpoch) break;
    found.push(each);
  }
  return found;
}

/** The newest time at or before an instant, undefined where there was none within a year and a month. */
export function newestDue<Schedule extends EmployerSchedule>(
  schedules: readonly Schedule[],
  atEpoch: number,
): DueTime<Schedule> | undefined {
  for (const days of [2, 35, 400]) {
    const newest = dueBetween(schedules, atEpoch - days * 86_400, atEpoch).at(-1);
    if (newest !== undefined) return newest;
  }
  return undefined;
}

function nextOf(times: Generator<number>): number | undefined {
  const { done, value } = times.next();
  return done === true ? undefined : value;
}
