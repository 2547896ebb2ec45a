import { compareText } from '../collections.js';
import { isInside } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { Shift, TimeEntry } from '../records/records.js';
import { splitIntoSegments } from '../time/attribution.js';
import { addDays, daysBetween, type LocalDate } from '../time/localDate.js';
import { SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import { entryFromShift } from '../timesheet/estimates.js';
import type { BreakLine, Limits, NightWindow, ReducedRest } from './limits.js';
import {
  averageOf,
  sumOfWeek,
  sundaysOf,
  unknownAverageFrom,
  weekAverage,
  weekLength,
  weeklyRest,
} from './weeks.js';
import {
  type Breach,
  endOf,
  lastEntry,
  onlyEntry,
  type PersonWork,
  type PersonWorkingTime,
  type WorkDay,
  workOf,
} from './workingTime.js';

/**
 * Every breach on a day of the period, at most one of each code per day (docs/working-time.md): for each day, then for
 * each week, in order of time. Pure; the same entries give the same breaches in any order.
 */
export function findBreaches(person: PersonWorkingTime, period: Days): Breach[] {
  const work = workOf(person);
  const found: Breach[] = [];
  const add = (one: Breach | undefined): void => {
    if (one !== undefined) found.push(one);
  };
  for (const day of work.days.values()) {
    if (!isInside(day.date, period)) continue;
    const limits = work.limitsAt(day.entries[0]);
    add(dayLength(work, day, limits));
    add(breakLength(work, day, limits));
    add(nightLength(work, day, limits));
    add(daysInRow(work, day));
  }
  for (const one of dailyRest(work)) if (isInside(one.date, period)) found.push(one);
  for (const sunday of sundaysOf(period)) {
    add(weekLength(work, sunday));
    add(weekAverage(work, sunday));
    add(weeklyRest(work, sunday));
  }
  return found.sort((a, b) => compareText(a.date, b.date));
}

function dayLength(work: PersonWork, day: WorkDay, limits: Limits): Breach | undefined {
  const facts = limits.excess('maxDayHours', day.workedMinutes);
  return facts && work.breach('WT_DAY_LENGTH', day.date, onlyEntry(day), facts);
}

/**
 * Breaks inside entries and the gaps between them; if several thresholds are not met, the longest required break is
 * reported.
 */
function breakLength(work: PersonWork, day: WorkDay, limits: Limits): Breach | undefined {
  const { entries, workedMinutes } = day;
  if (limits.breaks.length === 0 || entries.some(({ end }) => end === null)) return undefined;
  const last = entries.reduce((latest, entry) => Math.max(latest, endOf(entry)), 0);
  const breakSeconds = last - entries[0].start.epochSeconds - workedMinutes * 60;
  let line: BreakLine | undefined;
  for (const each of limits.breaks)
    if (workedMinutes > each.afterHours * 60 && breakSeconds < each.minMinutes * 60)
      if (line === undefined || each.minMinutes > line.minMinutes) line = each;
  if (line === undefined) return undefined;
  const facts = {
    minutes: workedMinutes,
    breakMinutes: Math.max(0, Math.floor(breakSeconds / 60)),
    afterMinutes: line.afterHours * 60,
    limitMinutes: line.minMinutes,
    basis: limits.basisOf('breaks'),
  };
  return work.breach('WT_BREAK', day.date, onlyEntry(day), facts);
}

function nightLength(work: PersonWork, day: WorkDay, limits: Limits): Breach | undefined {
  const facts = limits.excess('maxNightHours', day.workedMinutes);
  if (facts === undefined) return undefined;
  const { night } = limits;
  const seconds = day.entries.reduce((sum, entry) => {
    const clock = work.person.clockOf(entry);
    return clock === undefined
      ? sum
      : sum + nightSeconds(entry.start.epochSeconds, endOf(entry), clock, night);
  }, 0);
  if (!isNightWork(seconds, night)) return undefined;
  const { from, to } = night;
  const nightMinutes = Math.floor(seconds / 60);
  return work.breach('WT_NIGHT', day.date, onlyEntry(day), { ...facts, nightMinutes, from, to });
}

/** Elapsed seconds of work in night hours of the local clock. */
function nightSeconds(start: number, end: number, clock: Zone, { from, to }: NightWindow): number {
  const [opens, closes] = [secondsOfDay(from), secondsOfDay(to)];
  const length = (closes - opens + SECONDS_PER_DAY) % SECONDS_PER_DAY;
  return splitIntoSegments(start, end, clock).reduce(
    (sum, { startEpoch, endEpoch, offsetSeconds }) =>
      sum + nightOnClock(startEpoch + offsetSeconds, endEpoch + offsetSeconds, opens, length),
    0,
  );
}

/** For a span without a clock change, in seconds of the local clock. */
function nightOnClock(start: number, end: number, opens: number, length: number): number {
  let total = 0;
  const firstNight = Math.floor(start / SECONDS_PER_DAY) - 1;
  for (let night = firstNight * SECONDS_PER_DAY + opens; night < end; night += SECONDS_PER_DAY)
    total += Math.max(0, Math.min(end, night + length) - Math.max(start, night));
  return total;
}

function secondsOfDay(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return hours * 3600 + minutes * 60;
}

/** Whether these hours at night make a day's work night work. */
function isNightWork(seconds: number, { atLeast, over }: NightWindow): boolean {
  return over === undefined ? seconds >= (atLeast ?? 180) * 60 : seconds > over * 60;
}

function daysInRow(work: PersonWork, day: WorkDay): Breach | undefined {
  const limits = work.limitsAt(lastEntry(day));
  const limit = limits.get('maxDaysInRow');
  if (limit === undefined || day.workedMinutes <= 0) return undefined;
  const from = work.rowStart(day.date);
  const count = daysBetween(from, day.date) + 1;
  if (count <= limit) return undefined;
  const facts = { count, from, limit, basis: limits.basisOf('maxDaysInRow') };
  return work.breach('WT_DAYS_IN_ROW', day.date, onlyEntry(day), facts);
}

/**
 * The breaches that published shifts would cause after the work so far, in addition to the existing ones.
 * @param shifts of the employee, none of them worked yet
 */
export function breachesAhead(person: PersonWorkingTime, shifts: readonly Shift[], period: Days): Breach[] {
  const known = new Set(findBreaches(person, period).map(({ code, date }) => `${code} ${date}`));
  const planned = [...person.entries, ...shifts.map((shift) => entryFromShift(shift))];
  const ahead = findBreaches({ ...person, entries: planned }, period);
  return ahead.filter(({ code, date }) => !known.has(`${code} ${date}`));
}

/** An employee's week compared with its limits. */
export type WorkingWeek = ReturnType<typeof workingWeeks>[number];

/** The weeks whose Sunday is in the period, with work or an average; with the breaches on days of the period. */
export function workingWeeks(person: PersonWorkingTime, period: Days) {
  const work = workOf(person);
  const breaches = findBreaches(person, period);
  return sundaysOf(period).flatMap((to) => {
    const week = work.week(to);
    const last = week.at(-1);
    const average = averageOf(work, to);
    if (last === undefined && (average?.minutes ?? 0) === 0) return [];
    const from = addDays(to, -6);
    const limits = work.limitsOfWeek(to, last && lastEntry(last));
    const limit = limits.get('maxWeekHours');
    return [
      {
        employeeId: person.employeeId,
        from,
        to,
        average,
        unknownFrom: unknownAverageFrom(work, to),
        /** Whether every day of the week was read. */
        isWhole: person.known.from <= from && to <= person.known.to,
        minutes: sumOfWeek(week),
        limitMinutes: limit === undefined ? undefined : limit * 60,
        breaches: breaches.filter(({ date }) => date >= from && date <= to),
      },
    ];
  });
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** A chain of work without a daily rest, up to the last processed entry. */
class Chain {
  first: TimeEntry | undefined;
  /** The latest end of all entries so far, of earlier chains too. */
  #latestEnd = Number.NEGATIVE_INFINITY;
  /** The longest time between two of its entries. */
  longestGap = 0;

  /** Without a limit at its place, an entry starts a new chain. */
  add(entry: TimeEntry, restHours: number | undefined): TimeEntry {
    const gap = entry.start.epochSeconds - this.#latestEnd;
    this.#latestEnd = Math.max(this.#latestEnd, endOf(entry));
    if (this.first !== undefined && restHours !== undefined && gap < restHours * HOUR_SECONDS)
      this.longestGap = Math.max(this.longestGap, gap);
    else [this.first, this.longestGap] = [entry, 0];
    return this.first;
  }
}

/** The first entry of each day that leaves less than the daily rest in the 24 hours from the start of its chain. */
export function dailyRest(work: PersonWork): Breach[] {
  const byDate = new Map<LocalDate, Breach>();
  const reductions = new Reductions(work);
  const chain = new Chain();
  for (const entry of work.entries) {
    const limits = work.limitsAt(entry);
    const limit = limits.get('minDailyRestHours');
    const first = chain.add(entry, limit);
    reductions.add(entry, limits.reducedRest);
    if (limit === undefined) continue;
    const spanSeconds = endOf(entry) - first.start.epochSeconds;
    if (spanSeconds <= DAY_SECONDS - limit * HOUR_SECONDS) continue;
    const isReduced = reductions.allow(entry, first, limits.reducedRest, limit);
    if (isReduced || byDate.has(entry.workDate)) continue;
    const restSeconds = Math.max(chain.longestGap, DAY_SECONDS - spanSeconds, 0);
    const facts = {
      earlierStart: first.start.text,
      end: (entry.end ?? entry.start).text,
      minutes: Math.floor(restSeconds / 60),
      limitMinutes: limit * 60,
      basis: limits.basisOf('minDailyRestHours'),
    };
    byDate.set(entry.workDate, work.breach('WT_DAILY_REST', entry.workDate, entry, facts));
  }
  return [...byDate.values()];
}

/**
 * Daily rests that the law allows to be shorter (docs/working-time.md, "Shorter daily rest"). Each is identified by the
 * start of its work: the work after it, or the work before it if that alone is too long.
 */
class Reductions {
  readonly #work: PersonWork;
  /** The chain with the shorter rest. */
  readonly #chain = new Chain();
  readonly #used: number[] = [];

  constructor(work: PersonWork) {
    this.#work = work;
  }

  add(entry: TimeEntry, reduced: ReducedRest | undefined): void {
    this.#chain.add(entry, reduced?.minHours);
  }

  /** Whether a reduction covers the short rest of the entry that was added last. */
  allow(entry: TimeEntry, wholeFirst: TimeEntry, reduced: ReducedRest | undefined, limit: number): boolean {
    const { first } = this.#chain;
    if (reduced === undefined || first === undefined) return false;
    const at = first.start.epochSeconds;
    const span = endOf(entry) - at;
    if (span > DAY_SECONDS - reduced.minHours * HOUR_SECONDS) return false;
    if (this.#used.at(-1) !== at) this.#used.push(at);
    // The rest before this work is short, and so is the one after it: two reductions.
    if (first !== wholeFirst && span > DAY_SECONDS - limit * HOUR_SECONDS) return false;
    const since = at - reduced.withinDays * DAY_SECONDS;
    const used = this.#used.filter((other) => other > since).length;
    if (reduced.times !== undefined) return used <= reduced.times;
    return used <= this.#longRests(since, at, (reduced.compensationHours ?? 0) * HOUR_SECONDS);
  }

  #longRests(since: number, until: number, seconds: number): number {
    return this.#work.freeTimes.filter(
      ({ start, end }) => Math.min(end, until) - Math.max(start, since) >= seconds,
    ).length;
  }
}
