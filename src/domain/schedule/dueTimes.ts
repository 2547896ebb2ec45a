import { PaytallyError } from '../../errors.js';
import { instantsAtReading } from '../time/clockChanges.js';
import { dateOfEpochDay } from '../time/localDate.js';
import { SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import type { TimesOfDay } from './cron.js';

/** February has five Fridays once in 28 years: a date that does not occur within these days never does. */
const LONGEST_SEARCH_DAYS = 29 * 366;

/**
 * The instants, in epoch seconds and ascending, at which a schedule is due after `afterEpoch` (exclusive). A time that
 * a clock change skips is due once, at the end of the gap; a time in a repeated hour is due only the first time. Ends
 * after the last due time, or at the end of the zone's table.
 */
export function* dueTimes(times: TimesOfDay, zone: Zone, afterEpoch: number): Generator<number> {
  let last = afterEpoch;
  let lastDay = zone.dayAt(afterEpoch) - 1;
  for (let day = lastDay; day - lastDay < LONGEST_SEARCH_DAYS; day += 1) {
    if (!times.isOn(dateOfEpochDay(day))) continue;
    for (const minute of times.minutesOfDay) {
      const due = withinTable(() => instantsAtReading(day * SECONDS_PER_DAY + minute * 60, zone)[0]);
      if (due === undefined) return;
      if (due <= last) continue;
      yield due;
      last = due;
      lastDay = day;
    }
  }
}

function withinTable(read: () => number | undefined): number | undefined {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'ZONE_BEYOND_TABLE') return undefined;
    throw failure;
  }
}

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

/** The next times of all schedules after an instant (epoch seconds, exclusive); ties in the order given. */
export function* upcomingTimes<Schedule extends EmployerSchedule>(
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

/** Those after `afterEpoch` up to and including `untilEpoch`. */
export function dueBetween<Schedule extends EmployerSchedule>(
  schedules: readonly Schedule[],
  afterEpoch: number,
  untilEpoch: number,
): DueTime<Schedule>[] {
  const found: DueTime<Schedule>[] = [];
  for (const each of upcomingTimes(schedules, afterEpoch)) {
    if (each.due > untilEpoch) break;
    found.push(each);
  }
  return found;
}

/** The newest time at or before an instant, undefined if there was none within a year and a month. */
export function latestDue<Schedule extends EmployerSchedule>(
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

/**
 * After a pause each missed period runs once, at the newest of its times: a daily draft of this month once, a monthly
 * final once for each month.
 * @param times of one schedule, ascending; the result always includes the last one
 */
export function latestPerPeriod<Time>(times: readonly Time[], periodOf: (time: Time) => string): Time[] {
  const newest = new Map(times.map((time) => [periodOf(time), time]));
  return times.filter((time) => newest.get(periodOf(time)) === time);
}
