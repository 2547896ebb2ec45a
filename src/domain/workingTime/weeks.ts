import type { Text } from '../../i18n/message.js';
import { isInside } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { TimeEntry } from '../records/records.js';
import { addDays, isoWeekStart, type LocalDate, toEpochDay } from '../time/localDate.js';
import {
  type Breach,
  breach,
  byTime,
  freeTimes,
  lastEntry,
  type PersonWork,
  sumMinutes,
  type WorkDay,
} from './personWork.js';
import type { PersonWorkingTime } from './workingTime.js';

/** Sundays of a period. */
export function sundaysOf({ from, to }: Days): LocalDate[] {
  const found: LocalDate[] = [];
  for (let sunday = addDays(isoWeekStart(from), 6); sunday <= to; sunday = addDays(sunday, 7))
    found.push(sunday);
  return found;
}

/** Nothing where the week was not read whole: its sum would be too small. */
export function weekLength(work: PersonWork, sunday: LocalDate): Breach[] {
  const week = work.week(sunday);
  const last = week.at(-1);
  if (last === undefined || addDays(sunday, -6) < work.person.known.from) return [];
  const limits = work.limitsAt(lastEntry(last));
  const limit = limits.get('maxWeekHours');
  const minutes = week.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0);
  if (limit === undefined || minutes <= limit * 60) return [];
  const basis = limits.basisOf('maxWeekHours');
  const facts = { minutes, from: addDays(sunday, -6), limitMinutes: limit * 60, basis };
  return [breach('WT_WEEK_LENGTH', work.about(sunday, undefined), facts)];
}

/** The average of the weeks that end with a Sunday. */
export interface WeekAverage {
  readonly minutes: number;
  readonly weeks: number;
  readonly from: LocalDate;
  readonly absentDays: number;
  readonly limitMinutes: number;
  readonly basis: Text;
  /** In sevenths of a minute and a week: no division, so that nothing is rounded. */
  readonly isOver: boolean;
}

/** undefined where no average is limited; null where a day of the weeks was never read, or all of them are absences. */
export function averageOf(
  person: PersonWorkingTime,
  entries: readonly TimeEntry[],
  sunday: LocalDate,
): WeekAverage | null | undefined {
  const last = entries.findLast(({ workDate }) => workDate <= sunday);
  const limits = person.limitsOf(last?.establishmentId ?? null);
  const [limit, weeks] = [limits.get('maxAverageWeekHours'), limits.get('averageWeeks')];
  if (limit === undefined || weeks === undefined) return undefined;
  const from = addDays(sunday, 1 - 7 * weeks);
  const days = { from, to: sunday };
  if (!person.history.knows(days)) return null;
  const own = entries.filter(({ workDate }) => isInside(workDate, days));
  const earlier = [...person.history.minutesOf(person.employeeId)].filter(([date]) => isInside(date, days));
  const sum = earlier.reduce((total, [, minutes]) => total + minutes, sumMinutes(own));
  const absent = [...(person.absentDays ?? [])].filter((date) => isInside(date, days)).length;
  const countedDays = 7 * weeks - absent;
  if (countedDays <= 0) return null;
  return {
    minutes: Math.floor((sum * 7) / countedDays),
    weeks,
    from,
    absentDays: absent,
    limitMinutes: limit * 60,
    basis: limits.basisOf('maxAverageWeekHours'),
    isOver: sum * 7 > limit * 60 * countedDays,
  };
}

export function weekAverage(work: PersonWork, sunday: LocalDate): Breach[] {
  const average = averageOf(work.person, work.entries, sunday);
  if (average?.isOver !== true) return [];
  const { isOver: _, ...figures } = average;
  const hasAbsences = work.person.absentDays === undefined ? 'no' : 'yes';
  return [breach('WT_WEEK_AVERAGE', work.about(sunday, undefined), { ...figures, hasAbsences })];
}

/** How much of a weekly rest lies within the week itself. */
const WITHIN_WEEK_HOURS = 24;

export function weeklyRest(work: PersonWork, sunday: LocalDate): Breach[] {
  const week = work.week(sunday);
  const [first, last] = [week[0], week.at(-1)];
  if (first === undefined || last === undefined || week.every(({ workedMinutes }) => workedMinutes <= 0))
    return [];
  const limits = work.limitsAt(lastEntry(last));
  const limit = limits.get('minWeeklyRestHours');
  const clock = limit === undefined ? undefined : work.person.clockOf(firstEntry(week, first));
  if (limit === undefined || clock === undefined) return [];
  const edges = {
    start: clock.dayStart(toEpochDay(sunday) - 6),
    end: clock.dayStart(toEpochDay(sunday) + 1),
  };
  const within = Math.min(WITHIN_WEEK_HOURS, limit) * 3600;
  const rests = freeTimes(work.entries).map(({ start, end }) => ({
    seconds: end - start,
    inside: Math.min(end, edges.end) - Math.max(start, edges.start),
  }));
  if (rests.some(({ seconds, inside }) => seconds >= limit * 3600 && inside >= within)) return [];
  const facts = {
    minutes: Math.floor(Math.max(0, ...rests.map(({ inside }) => inside)) / 60),
    from: addDays(sunday, -6),
    limitMinutes: limit * 60,
    withinMinutes: within / 60,
    basis: limits.basisOf('minWeeklyRestHours'),
  };
  return [breach('WT_WEEKLY_REST', work.about(sunday, undefined), facts)];
}

/** The entry of the week that starts first: an entry can be filed under another day than that of its start. */
function firstEntry(week: readonly WorkDay[], first: WorkDay): TimeEntry {
  return week.reduce(
    (known, { entries: [entry] }) => (byTime(entry, known) < 0 ? entry : known),
    first.entries[0],
  );
}
