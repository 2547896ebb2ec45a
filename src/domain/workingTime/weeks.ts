import type { Text } from '../../i18n/message.js';
import { isInside } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import { addDays, isoWeekStart, type LocalDate, toEpochDay } from '../time/localDate.js';
import type { WorkingTimeSettings } from './limits.js';
import {
  type Breach,
  breach,
  type LimitColumns,
  lastEntry,
  neededDays,
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
  const limits = work.limitsAt(lastEntry(last));
  const limit = limits.get('maxWeekHours');
  const minutes = sumOfWeek(week);
  if (limit === undefined || minutes <= limit * 60) return undefined;
  const facts = { minutes, from, limitMinutes: limit * 60, basis: limits.basisOf('maxWeekHours') };
  return breach('WT_WEEK_LENGTH', work.about(sunday, undefined), facts);
}

/** The average of the weeks that end with a Sunday. */
export interface WeekAverage {
  readonly minutes: number;
  readonly weeks: number;
  readonly from: LocalDate;
  readonly absentDays: number;
  readonly limitMinutes: number;
  readonly basis: Text;
  /** In sevenths of a minute per week, so that no division needs rounding. */
  readonly isOver: boolean;
}

function averagedWeeks(work: PersonWork, sunday: LocalDate) {
  const day = work.week(sunday).at(-1);
  const last =
    day === undefined ? work.entries.findLast(({ workDate }) => workDate <= sunday) : lastEntry(day);
  const limits = work.person.limitsOf(last?.establishmentId ?? null);
  const [limit, weeks] = [limits.get('maxAverageWeekHours'), limits.get('averageWeeks')];
  if (limit === undefined || weeks === undefined) return undefined;
  return { limits, limit, weeks, from: addDays(sunday, 1 - 7 * weeks) };
}

/** Sundays of the period whose average needs days that were never read, each with the first of these days. */
export function unknownAverages(
  person: PersonWorkingTime,
  period: Days,
): { readonly sunday: LocalDate; readonly from: LocalDate }[] {
  return sundaysOf(period).flatMap((sunday) => {
    const from = averagedWeeks(workOf(person), sunday)?.from;
    return from === undefined || person.history.knows({ from, to: sunday }) ? [] : [{ sunday, from }];
  });
}

/** undefined if no average is limited; null if a day of the weeks was never read, or all of them are absences. */
export function averageOf(work: PersonWork, sunday: LocalDate): WeekAverage | null | undefined {
  const averaged = averagedWeeks(work, sunday);
  if (averaged === undefined) return undefined;
  const { person } = work;
  const { limits, limit, weeks, from } = averaged;
  const days = { from, to: sunday };
  if (!person.history.knows(days)) return null;
  let sum = 0;
  for (const { date, workedMinutes } of work.days.values()) if (isInside(date, days)) sum += workedMinutes;
  for (const [date, minutes] of person.history.minutesOf(person.employeeId))
    if (isInside(date, days)) sum += minutes;
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

export function weekAverage(work: PersonWork, sunday: LocalDate): Breach | undefined {
  const average = averageOf(work, sunday);
  if (average?.isOver !== true) return undefined;
  const { isOver: _, ...figures } = average;
  const hasAbsences = work.person.absentDays === undefined ? 'no' : 'yes';
  return breach('WT_WEEK_AVERAGE', work.about(sunday, undefined), { ...figures, hasAbsences });
}

/** The part of a weekly rest within the week itself. */
const WITHIN_WEEK_HOURS = 24;

export function weeklyRest(work: PersonWork, sunday: LocalDate): Breach | undefined {
  const week = work.week(sunday);
  const [first, last] = [week[0], week.at(-1)];
  if (first === undefined || last === undefined || week.every(({ workedMinutes }) => workedMinutes <= 0))
    return undefined;
  const limits = work.limitsAt(lastEntry(last));
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
  return breach('WT_WEEKLY_REST', work.about(sunday, undefined), facts);
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

/** Collects the gaps over all employees. */
export class GapCollector {
  readonly #period: Days;
  readonly #settings: WorkingTimeSettings;
  readonly #mapping: LimitColumns;
  readonly #sundays = new Set<LocalDate>();
  #from: LocalDate | undefined;
  #known: Days | undefined;

  constructor(period: Days, settings: WorkingTimeSettings, mapping: LimitColumns) {
    this.#period = period;
    this.#settings = settings;
    this.#mapping = mapping;
  }

  add(person: PersonWorkingTime): void {
    this.#known = person.known;
    if (person.entries.length === 0) return;
    for (const { sunday, from } of unknownAverages(person, this.#period)) {
      this.#sundays.add(sunday);
      if (this.#from === undefined || from < this.#from) this.#from = from;
    }
  }

  /** undefined if all days were known, or no limit is set. */
  gaps(): WorkingTimeGaps | undefined {
    const known = this.#known;
    if (known === undefined) return undefined;
    const needed = neededDays(this.#period, this.#settings, this.#mapping);
    const isCut = needed.from < known.from || needed.to > known.to;
    if (!isCut && this.#from === undefined) return undefined;
    return {
      known: { from: known.from, to: known.to },
      ...(isCut ? { needed } : {}),
      ...(this.#from === undefined
        ? {}
        : { averages: { sundays: [...this.#sundays].sort(), from: this.#from } }),
    };
  }
}
