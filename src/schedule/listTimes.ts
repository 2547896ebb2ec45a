import { upcomingTimes } from '../domain/schedule/dueTimes.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { formatInstant } from '../domain/time/stamp.js';
import { PaytallyError } from '../errors.js';
import { type ConfiguredSchedule, periodDue } from './employerSchedules.js';

/** A time at which a schedule of an employer is due. */
export interface ListedTime {
  readonly name: string;
  readonly employer: string;
  /** Local time of the schedule's zone, with its offset. */
  readonly at: string;
  readonly period: { readonly from: LocalDate; readonly to: LocalDate };
}

/** The next `count` times of all schedules together, strictly after an instant (epoch seconds). */
export function nextTimes(
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

/** @throws PaytallyError CONFIG_INVALID for a schedule whose day never comes, such as 30 February */
export function refuseNever(schedules: readonly ConfiguredSchedule[], afterEpoch: number): void {
  const never = schedules.find((schedule) => nextTimes([schedule], afterEpoch, 1).length === 0);
  if (never === undefined) return;
  throw new PaytallyError(
    'CONFIG_INVALID',
    `${never.employer}: schedule.${never.name}: ${never.settings.cron ?? `workday ${never.settings.workday}`} never comes.`,
    { record: never.name, remedy: 'Correct day and month of the schedule.' },
  );
}
