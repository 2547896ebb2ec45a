import type { Text } from '../../i18n/message.js';
import { compareText, groupBy } from '../collections.js';
import { isInside } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { Shift, TimeEntry } from '../records/records.js';
import { addDays, isoWeekStart, type LocalDate, toEpochDay } from '../time/localDate.js';
import { entryFromShift } from '../timesheet/estimates.js';
import type { Limits } from './limits.js';
import { isNightWork, nightSeconds } from './nightWork.js';
import type { PersonWorkingTime } from './workingTime.js';

export type WorkingTimeCode =
  | 'WT_DAY_LENGTH'
  | 'WT_WEEK_LENGTH'
  | 'WT_WEEK_AVERAGE'
  | 'WT_DAILY_REST'
  | 'WT_WEEKLY_REST'
  | 'WT_DAYS_IN_ROW'
  | 'WT_BREAK'
  | 'WT_NIGHT';

/** A limit that was not kept, with the figures that show it. */
export interface Breach {
  readonly code: WorkingTimeCode;
  readonly employeeId: string;
  readonly date: LocalDate;
  /** The entry that alone bears it; else the employee. */
  readonly record: string;
  readonly facts: Readonly<Record<string, Text>>;
}

function breach(
  code: WorkingTimeCode,
  about: Omit<Breach, 'code' | 'facts'>,
  facts: Breach['facts'],
): Breach {
  return { code, ...about, facts };
}

/** A day with at least one entry. */
interface WorkDay {
  readonly date: LocalDate;
  /** By start. */
  readonly entries: readonly [TimeEntry, ...TimeEntry[]];
  readonly workedMinutes: number;
}

/**
 * Every breach that stands on a day of the period, at most one of a code for each day (docs/working-time.md): for each
 * day, then for each week, in order of time. Pure; the same entries give the same breaches in any order.
 */
export function findBreaches(person: PersonWorkingTime, period: Days): Breach[] {
  const entries = person.entries.filter(({ status }) => status === 'Completed').sort(byTime);
  const work = new Work(person, entries);
  const days = [...work.days.values()].filter(({ date }) => isInside(date, period));
  const found = [
    ...days.flatMap((day) => [
      ...dayLength(work, day),
      ...breakLength(work, day),
      ...nightLength(work, day),
      ...daysInRow(work, day),
    ]),
    ...dailyRest(work).filter(({ date }) => isInside(date, period)),
    ...sundaysOf(period).flatMap((sunday) => [
      ...weekLength(work, sunday),
      ...weekAverage(work, sunday),
      ...weeklyRest(work, sunday),
    ]),
  ];
  return found.sort((a, b) => compareText(a.date, b.date));
}

/** Sundays of a period. */
export function sundaysOf({ from, to }: Days): LocalDate[] {
  const found: LocalDate[] = [];
  for (let sunday = addDays(isoWeekStart(from), 6); sunday <= to; sunday = addDays(sunday, 7))
    found.push(sunday);
  return found;
}

class Work {
  readonly person: PersonWorkingTime;
  readonly entries: readonly TimeEntry[];
  readonly days: ReadonlyMap<LocalDate, WorkDay>;

  constructor(person: PersonWorkingTime, entries: readonly TimeEntry[]) {
    this.person = person;
    this.entries = entries;
    const byDate = groupBy(entries, ({ workDate }) => workDate);
    const days = [...byDate].flatMap(([date, [first, ...rest]]) =>
      first === undefined ? [] : [[date, workDay(date, [first, ...rest])] as const],
    );
    this.days = new Map(days);
  }

  isWorked(date: LocalDate): boolean {
    return (this.days.get(date)?.workedMinutes ?? 0) > 0;
  }

  week(sunday: LocalDate): readonly WorkDay[] {
    return [6, 5, 4, 3, 2, 1, 0].flatMap((back) => this.days.get(addDays(sunday, -back)) ?? []);
  }

  limitsAt({ establishmentId }: TimeEntry): Limits {
    return this.person.limitsOf(establishmentId);
  }

  about(date: LocalDate, record: TimeEntry | undefined): Omit<Breach, 'code' | 'facts'> {
    const { employeeId } = this.person;
    return { employeeId, date, record: record?.id ?? employeeId };
  }
}

function workDay(date: LocalDate, entries: readonly [TimeEntry, ...TimeEntry[]]): WorkDay {
  return { date, entries, workedMinutes: sumMinutes(entries) };
}

function sumMinutes(entries: readonly TimeEntry[]): number {
  return entries.reduce((sum, { workedMinutes }) => sum + (workedMinutes ?? 0), 0);
}

/** The entry that alone makes a day what it is. */
function onlyEntry({ entries }: WorkDay): TimeEntry | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

function lastEntry({ entries }: WorkDay): TimeEntry {
  return entries[entries.length - 1] ?? entries[0];
}

function byTime(a: TimeEntry, b: TimeEntry): number {
  return (
    a.start.epochSeconds - b.start.epochSeconds ||
    endOf(a) - endOf(b) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** Where the end is missing, where it starts: MISSING_END reports it. */
function endOf({ start, end }: TimeEntry): number {
  return end?.epochSeconds ?? start.epochSeconds;
}

function dayLength(work: Work, day: WorkDay): Breach[] {
  const limits = work.limitsAt(day.entries[0]);
  const limit = limits.get('maxDayHours');
  if (limit === undefined || day.workedMinutes <= limit * 60) return [];
  const facts = {
    minutes: day.workedMinutes,
    limitMinutes: limit * 60,
    basis: limits.basisOf('maxDayHours'),
  };
  return [breach('WT_DAY_LENGTH', work.about(day.date, onlyEntry(day)), facts)];
}

/** Pauses inside entries and the gaps between them; of several lines that are not kept, the longest break is named. */
function breakLength(work: Work, day: WorkDay): Breach[] {
  const limits = work.limitsAt(day.entries[0]);
  if (limits.breaks.length === 0 || day.entries.some(({ end }) => end === null)) return [];
  const { workedMinutes } = day;
  const spanSeconds = Math.max(...day.entries.map(endOf)) - day.entries[0].start.epochSeconds;
  const breakSeconds = spanSeconds - workedMinutes * 60;
  const [line] = limits.breaks
    .filter(({ afterHours, minMinutes }) => workedMinutes > afterHours * 60 && breakSeconds < minMinutes * 60)
    .sort((a, b) => b.minMinutes - a.minMinutes);
  if (line === undefined) return [];
  const facts = {
    minutes: workedMinutes,
    breakMinutes: Math.max(0, Math.floor(breakSeconds / 60)),
    afterMinutes: line.afterHours * 60,
    limitMinutes: line.minMinutes,
    basis: limits.basisOf('breaks'),
  };
  return [breach('WT_BREAK', work.about(day.date, onlyEntry(day)), facts)];
}

function nightLength(work: Work, day: WorkDay): Breach[] {
  const limits = work.limitsAt(day.entries[0]);
  const limit = limits.get('maxNightHours');
  if (limit === undefined || day.workedMinutes <= limit * 60) return [];
  const { night } = limits;
  const seconds = day.entries.reduce((sum, entry) => {
    const clock = work.person.clockOf(entry);
    return clock === undefined
      ? sum
      : sum + nightSeconds(entry.start.epochSeconds, endOf(entry), clock, night);
  }, 0);
  if (!isNightWork(seconds, night)) return [];
  const facts = {
    minutes: day.workedMinutes,
    nightMinutes: Math.floor(seconds / 60),
    from: night.from,
    to: night.to,
    limitMinutes: limit * 60,
    basis: limits.basisOf('maxNightHours'),
  };
  return [breach('WT_NIGHT', work.about(day.date, onlyEntry(day)), facts)];
}

function daysInRow(work: Work, day: WorkDay): Breach[] {
  const limits = work.limitsAt(lastEntry(day));
  const limit = limits.get('maxDaysInRow');
  if (limit === undefined || day.workedMinutes <= 0) return [];
  let first = day.date;
  while (work.isWorked(addDays(first, -1))) first = addDays(first, -1);
  const count = toEpochDay(day.date) - toEpochDay(first) + 1;
  if (count <= limit) return [];
  const facts = { count, from: first, limit, basis: limits.basisOf('maxDaysInRow') };
  return [breach('WT_DAYS_IN_ROW', work.about(day.date, onlyEntry(day)), facts)];
}

const DAY_SECONDS = 24 * 3600;

/** Work without the daily rest in between, as far as the entry that was looked at last. */
interface Chain {
  readonly first: TimeEntry;
  /** The latest end of all entries so far, of earlier chains too. */
  readonly latest: TimeEntry;
  /** The longest time between two of its entries. */
  readonly longestGap: number;
}

function dailyRest(work: Work): Breach[] {
  const byDate = new Map<LocalDate, Breach>();
  let chain: Chain | undefined;
  for (const entry of work.entries) {
    const limits = work.limitsAt(entry);
    const limit = limits.get('minDailyRestHours');
    // Without a limit at its place an entry begins anew.
    chain = extendChain(chain, entry, limit === undefined ? Number.NEGATIVE_INFINITY : limit * 3600);
    if (limit === undefined || byDate.has(entry.workDate)) continue;
    const spanSeconds = endOf(entry) - chain.first.start.epochSeconds;
    if (spanSeconds <= DAY_SECONDS - limit * 3600) continue;
    const restSeconds = Math.max(chain.longestGap, DAY_SECONDS - spanSeconds, 0);
    const facts = {
      earlierStart: chain.first.start.text,
      end: (entry.end ?? entry.start).text,
      minutes: Math.floor(restSeconds / 60),
      limitMinutes: limit * 60,
      basis: limits.basisOf('minDailyRestHours'),
    };
    byDate.set(entry.workDate, breach('WT_DAILY_REST', work.about(entry.workDate, entry), facts));
  }
  return [...byDate.values()];
}

function extendChain(chain: Chain | undefined, entry: TimeEntry, restSeconds: number): Chain {
  if (chain === undefined) return { first: entry, latest: entry, longestGap: 0 };
  const gap = entry.start.epochSeconds - endOf(chain.latest);
  const latest = endOf(entry) > endOf(chain.latest) ? entry : chain.latest;
  return gap < restSeconds
    ? { first: chain.first, latest, longestGap: Math.max(chain.longestGap, gap) }
    : { first: entry, latest, longestGap: 0 };
}

/** Nothing where the week was not read whole: its sum would be too small. */
function weekLength(work: Work, sunday: LocalDate): Breach[] {
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

function weekAverage(work: Work, sunday: LocalDate): Breach[] {
  const average = averageOf(work.person, work.entries, sunday);
  if (average?.isOver !== true) return [];
  const { isOver: _, ...figures } = average;
  const hasAbsences = work.person.absentDays === undefined ? 'no' : 'yes';
  return [breach('WT_WEEK_AVERAGE', work.about(sunday, undefined), { ...figures, hasAbsences })];
}

/** How much of a weekly rest lies within the week itself. */
const WITHIN_WEEK_HOURS = 24;

function weeklyRest(work: Work, sunday: LocalDate): Breach[] {
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

/** Times without work, those before the first and after the last entry included. An entry without length takes none. */
function freeTimes(entries: readonly TimeEntry[]): { readonly start: number; readonly end: number }[] {
  const free: { start: number; end: number }[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    if (endOf(entry) <= entry.start.epochSeconds) continue;
    if (entry.start.epochSeconds > latest) free.push({ start: latest, end: entry.start.epochSeconds });
    latest = Math.max(latest, endOf(entry));
  }
  return [...free, { start: latest, end: Number.POSITIVE_INFINITY }];
}

/**
 * The breaches that published shifts would make after the work so far, beside those that stand already.
 * @param shifts of the employee, none of them worked yet
 */
export function breachesAhead(person: PersonWorkingTime, shifts: readonly Shift[], period: Days): Breach[] {
  const standing = new Set(findBreaches(person, period).map(({ code, date }) => `${code} ${date}`));
  const planned = [...person.entries, ...shifts.map(entryFromShift)];
  const ahead = findBreaches({ ...person, entries: planned }, period);
  return ahead.filter(({ code, date }) => !standing.has(`${code} ${date}`));
}

/** A week of an employee beside its limits. */
export interface WorkingWeek {
  readonly employeeId: string;
  /** Its Monday. */
  readonly from: LocalDate;
  /** Its Sunday. */
  readonly to: LocalDate;
  readonly minutes: number;
  readonly limitMinutes: number | undefined;
  /** null where not all of its weeks were read; undefined where no average is limited. */
  readonly average: WeekAverage | null | undefined;
  readonly breaches: readonly Breach[];
}

/** The weeks whose Sunday is in the period, with work or an average; the breaches are those on days of the period. */
export function workingWeeks(person: PersonWorkingTime, period: Days): WorkingWeek[] {
  const work = new Work(person, person.entries.filter(({ status }) => status === 'Completed').sort(byTime));
  const breaches = findBreaches(person, period);
  return sundaysOf(period).flatMap((to) => {
    const week = work.week(to);
    const last = week.at(-1);
    const average = averageOf(person, work.entries, to);
    if (last === undefined && (average?.minutes ?? 0) === 0) return [];
    const from = addDays(to, -6);
    const limits = person.limitsOf(last === undefined ? null : lastEntry(last).establishmentId);
    const limit = limits.get('maxWeekHours');
    return [
      {
        ...{ employeeId: person.employeeId, from, to, average },
        minutes: week.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0),
        limitMinutes: limit === undefined ? undefined : limit * 60,
        breaches: breaches.filter(({ date }) => date >= from && date <= to),
      },
    ];
  });
}
