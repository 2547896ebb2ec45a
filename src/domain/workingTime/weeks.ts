import { type Message, message } from '../../i18n/message.js';
import { isInside } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import { addDays, isoWeekStart, type LocalDate, toEpochDay } from '../time/localDate.js';
import {
  type Breach,
  lastEntry,
  type PersonWork,
  type PersonWorkingTime,
  type WorkDay,
  workOf,
} from './workingTime.js';

/** Sundays of a period. */
export function sundaysOf({ from, to }: Days): LocalDate[] {
  const found: LocalDate[] = [];
  for (let sunday = addDays(isoWeekStart(from), 6); sunday <= to; sunday = addDays(sunday, 7))
    found.push(sunday);
  return found;
}

export function sumOfWeek(week: readonly WorkDay[]): number {
  return week.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0);
}

/** undefined if the week was not read as a whole: its sum would be too small. */
export function weekLength(work: PersonWork, sunday: LocalDate): Breach | undefined {
  const week = work.week(sunday);
  const last = week.at(-1);
  const from = addDays(sunday, -6);
  if (last === undefined || from < work.person.known.from) return undefined;
  const facts = work.limitsOfWeek(sunday, lastEntry(last)).excess('maxWeekHours', sumOfWeek(week));
  return facts && work.breach('WT_WEEK_LENGTH', sunday, undefined, { ...facts, from });
}

/** The weeks up to a Sunday whose average is limited; undefined if none is. */
function averagedWeeks(work: PersonWork, sunday: LocalDate) {
  const day = work.week(sunday).at(-1);
  const last =
    day === undefined ? work.entries.findLast(({ workDate }) => workDate <= sunday) : lastEntry(day);
  const limits = work.limitsOfWeek(sunday, last);
  const [limit, weeks] = [limits.get('maxAverageWeekHours'), limits.get('averageWeeks')];
  if (limit === undefined || weeks === undefined) return undefined;
  const days = { from: addDays(sunday, 1 - 7 * weeks), to: sunday };
  const isRead = work.person.history.knows(days);
  return { days, weeks, isRead, limitMinutes: limit * 60, basis: limits.basisOf('maxAverageWeekHours') };
}

/** The first of the averaged weeks' days, if not all of them were read; otherwise undefined. */
export function unknownAverageFrom(work: PersonWork, sunday: LocalDate): LocalDate | undefined {
  const averaged = averagedWeeks(work, sunday);
  return averaged?.isRead === false ? averaged.days.from : undefined;
}

/**
 * The average of the weeks that end with a Sunday: undefined if none is limited; null if a day of the weeks was never
 * read, or all of them are absences.
 */
export function averageOf(work: PersonWork, sunday: LocalDate) {
  const averaged = averagedWeeks(work, sunday);
  if (averaged === undefined) return undefined;
  const { days, weeks, isRead, limitMinutes, basis } = averaged;
  if (!isRead) return null;
  const { history, employeeId, absentDays = [] } = work.person;
  let sum = 0;
  for (const { date, workedMinutes } of work.days.values()) if (isInside(date, days)) sum += workedMinutes;
  for (const [date, minutes] of history.minutesOf(employeeId)) if (isInside(date, days)) sum += minutes;
  const absent = [...absentDays].filter((date) => isInside(date, days)).length;
  const countedDays = 7 * weeks - absent;
  if (countedDays <= 0) return null;
  return {
    minutes: Math.floor((sum * 7) / countedDays),
    weeks,
    from: days.from,
    absentDays: absent,
    limitMinutes,
    basis,
    /** In sevenths of a minute per week, so that no division needs rounding. */
    isOver: sum * 7 > limitMinutes * countedDays,
  };
}

export function weekAverage(work: PersonWork, sunday: LocalDate): Breach | undefined {
  const average = averageOf(work, sunday);
  if (average?.isOver !== true) return undefined;
  const { isOver: _, ...figures } = average;
  const hasAbsences = work.person.absentDays === undefined ? 'no' : 'yes';
  return work.breach('WT_WEEK_AVERAGE', sunday, undefined, { ...figures, hasAbsences });
}

/** The part of a weekly rest within the week itself. */
const WITHIN_WEEK_HOURS = 24;

export function weeklyRest(work: PersonWork, sunday: LocalDate): Breach | undefined {
  const week = work.week(sunday);
  const [first, last] = [week[0], week.at(-1)];
  if (first === undefined || last === undefined || week.every(({ workedMinutes }) => workedMinutes <= 0))
    return undefined;
  const limits = work.limitsOfWeek(sunday, lastEntry(last));
  const limit = limits.get('minWeeklyRestHours');
  const clock = limit === undefined ? undefined : work.person.clockOf(first.entries[0]);
  if (limit === undefined || clock === undefined) return undefined;
  const starts = clock.dayStart(toEpochDay(sunday) - 6);
  const ends = clock.dayStart(toEpochDay(sunday) + 1);
  const within = Math.min(WITHIN_WEEK_HOURS, limit) * 3600;
  let longest = 0;
  for (const { start, end } of work.freeTimes) {
    const inside = Math.min(end, ends) - Math.max(start, starts);
    if (end - start >= limit * 3600 && inside >= within) return undefined;
    longest = Math.max(longest, inside);
  }
  const facts = {
    minutes: Math.floor(longest / 60),
    from: addDays(sunday, -6),
    limitMinutes: limit * 60,
    withinMinutes: within / 60,
    basis: limits.basisOf('minWeeklyRestHours'),
  };
  return work.breach('WT_WEEKLY_REST', sunday, undefined, facts);
}

/** The days that limits could not check. */
export interface WorkingTimeGaps {
  /** The days of the read. */
  readonly known: Days;
  /** The days that limits need, if not all of them were read. */
  readonly needed?: Days | undefined;
  /** Sundays whose average needs weeks that no run has read, with the first day of these weeks. */
  readonly averages?: { readonly sundays: readonly LocalDate[]; readonly from: LocalDate } | undefined;
}

/** The gaps in words. */
export function gapMessages({ known, needed, averages }: WorkingTimeGaps): Message[] {
  return [
    ...(needed === undefined
      ? []
      : [message('terminal.summary.daysNotRead', { ...needed, first: known.from, last: known.to })]),
    ...(averages === undefined
      ? []
      : [
          message('terminal.summary.averageUnknown', {
            weeks: averages.sundays.length,
            from: averages.from,
          }),
        ]),
  ];
}

/** Collects the gaps over all employees. */
export class GapCollector {
  readonly #period: Days;
  readonly #neededDays: () => Days;
  /** Sundays without an average -> the first day of their weeks. */
  readonly #unknown = new Map<LocalDate, LocalDate>();
  #known: Days | undefined;

  /** @param neededDays the days that limits need */
  constructor(period: Days, neededDays: () => Days) {
    this.#period = period;
    this.#neededDays = neededDays;
  }

  add(person: PersonWorkingTime): void {
    this.#known = person.known;
    if (person.entries.length === 0) return;
    for (const sunday of sundaysOf(this.#period)) {
      const from = unknownAverageFrom(workOf(person), sunday);
      if (from !== undefined && from <= (this.#unknown.get(sunday) ?? from)) this.#unknown.set(sunday, from);
    }
  }

  /** undefined if all days were known, or no limit is set. */
  gaps(): WorkingTimeGaps | undefined {
    if (this.#known === undefined) return undefined;
    const { from, to } = this.#known;
    const needed = this.#neededDays();
    const isCut = needed.from < from || needed.to > to;
    const [first] = [...this.#unknown.values()].sort();
    if (!isCut && first === undefined) return undefined;
    return {
      known: { from, to },
      ...(isCut ? { needed } : {}),
      ...(first === undefined
        ? {}
        : { averages: { sundays: [...this.#unknown.keys()].sort(), from: first } }),
    };
  }
}
