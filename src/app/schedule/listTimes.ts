import type { LoadedConfig } from '../../config/config.js';
import { upcomingTimes } from '../../domain/schedule/dueTimes.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { formatInstant } from '../../domain/time/stamp.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { withStore } from '../../sources/staging/withStore.js';
import type { PeopleHost } from '../people/employeesListing.js';
import {
  type ConfiguredSchedule,
  periodDue,
  type SchedulesOfEach,
  schedulesOfEach,
} from './employerSchedules.js';
import type { ScheduleOrder } from './keepSchedules.js';
import { scheduleContext } from './scheduleContext.js';

/** A time at which a schedule of an employer is due. */
export interface ListedTime {
  readonly name: string;
  readonly employer: string;
  /** Local time of the schedule's zone, with its offset. */
  readonly at: string;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
}

const DEFAULT_COUNT = 10;

/** The times of the employers whose schedules can be determined, and why those of the others cannot. */
export interface ListedTimes {
  readonly times: readonly ListedTime[];
  readonly failures: SchedulesOfEach['failures'];
}

/**
 * The next times after an instant (epoch seconds): with a count this many of all schedules together, without it the
 * next ten of each. A fault of an employer leaves the others as they are.
 */
export async function listTimes(
  host: PeopleHost,
  { loaded, storeFolder, employers }: Pick<ScheduleOrder, 'loaded' | 'storeFolder' | 'employers'>,
  afterEpoch: number,
  count: number | undefined,
): Promise<ListedTimes> {
  const nowMs = () => host.context.clock.nowMs();
  const place = { loaded, storeFolder, mode: storeMode(loaded), nowMs };
  const years = yearsFrom(afterEpoch, count ?? DEFAULT_COUNT);
  const { signal } = host.context;
  const found = await withStore(place, (store) =>
    schedulesOfEach(loaded, employers, scheduleContext(host, loaded, store, { years }), signal),
  );
  const failures = new Map([...found.failures, ...neverDue(found.schedules, afterEpoch)]);
  const schedules = found.schedules.filter(({ employer }) => !failures.has(employer));
  const times =
    count === undefined
      ? schedules.flatMap((schedule) => nextTimes([schedule], afterEpoch, DEFAULT_COUNT))
      : nextTimes(schedules, afterEpoch, count);
  return { times, failures };
}

/** Only holidays are stored, so that the next list does not need the service. */
function storeMode({ config }: LoadedConfig): 'read' | 'write' {
  const schedules = Object.values(config.employers).flatMap(({ schedule }) => Object.values(schedule));
  return schedules.some(({ workday }) => workday !== undefined) ? 'write' : 'read';
}

/** A working-day schedule runs once a month. */
function yearsFrom(afterEpoch: number, count: number): number[] {
  const first = new Date(afterEpoch * 1000).getUTCFullYear();
  const last = Math.min(2100, first + Math.ceil(count / 12) + 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** The next `count` times of all schedules together, strictly after an instant (epoch seconds). */
function nextTimes(
  schedules: readonly ConfiguredSchedule[],
  afterEpoch: number,
  count: number,
): ListedTime[] {
  const found: ListedTime[] = [];
  for (const time of upcomingTimes(schedules, afterEpoch)) {
    if (found.length >= count) break;
    const { schedule, due } = time;
    const { from, to } = periodDue(time);
    const { name, employer, zone } = schedule;
    found.push({ name, employer, at: formatInstant(due, zone), period: { from, to } });
  }
  return found;
}

/** The first schedule of each employer whose day never comes, such as 30 February. */
function neverDue(
  schedules: readonly ConfiguredSchedule[],
  afterEpoch: number,
): ReadonlyMap<string, PaytallyError> {
  const never = schedules.filter((schedule) => nextTimes([schedule], afterEpoch, 1).length === 0);
  return new Map(
    [...never].reverse().map(({ employer, name, settings }) => {
      const values = { employer, name, when: settings.cron ?? `workday ${settings.workday}` };
      const text = message('schedule.never', values);
      return [employer, new PaytallyError('CONFIG_INVALID', text, { record: name })];
    }),
  );
}
