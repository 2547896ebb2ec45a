import type { Text, ValuesOf } from '../../i18n/message.js';
import { sortIfNeeded } from '../collections.js';
import type { MappedEmployees } from '../mapping/employeeRows.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { TimeEntry } from '../records/records.js';
import { addDays, clampToComputed, isoWeekStart, type LocalDate } from '../time/localDate.js';
import type { Zone } from '../time/zone.js';
import {
  checksWorkingTime,
  greatestLimit,
  type Limits,
  type LimitsOfPerson,
  type NumberKey,
  reductionDays,
  type WorkingTimeSettings,
} from './limits.js';

/** A person's worked minutes on days of other reads. */
export interface WorkedHistory {
  /** Whether all of these days were read as a whole. */
  readonly knows: (days: Days) => boolean;
  /** By day, for days outside the period's own read. */
  readonly minutesOf: (employeeId: string) => ReadonlyMap<LocalDate, number>;
}

/** The work of one employee as the service returned it, with the other input of the limits. */
export interface PersonWorkingTime {
  readonly employeeId: string;
  /** Completed entries of the whole read, including those that the period needs only for working-time limits. */
  readonly entries: readonly TimeEntry[];
  readonly limitsOf: LimitsOfPerson;
  /** The clock of an entry; undefined if its zone is unknown. */
  readonly clockOf: (entry: TimeEntry) => Zone | undefined;
  /** The days that were read as a whole. */
  readonly known: Days;
  readonly history: WorkedHistory;
  /** Calendar days of leave and sickness; undefined without an absences file. */
  readonly absentDays: ReadonlySet<LocalDate> | undefined;
}

/** Chains of work can cross midnight, and so can the rest between two days. */
const LEAST_DAYS = 2;

/**
 * The days whose entries the limits need: from the days of a weekly rest and of consecutive working days before the
 * Monday, to the days of a weekly rest after the period.
 * @param counted the days that a run reads in any case
 * @returns only these if no limit is set
 */
export function workingTimeWindow(
  period: Days,
  counted: Days,
  settings: WorkingTimeSettings,
  mapping: MappedEmployees,
): Days {
  if (!checksWorkingTime(settings, mapping.extraColumns)) return { from: counted.from, to: counted.to };
  const needed = neededDays(period, settings, mapping);
  return clampToComputed(earlier(counted.from, needed.from), later(counted.to, needed.to));
}

/** The days whose entries can cause a breach in the period; averages need earlier days too. */
export function neededDays(
  { from, to }: Days,
  settings: WorkingTimeSettings,
  mapping: MappedEmployees,
): Days {
  const rows = [...mapping.byId.values()].flat();
  const greatest = (key: NumberKey) => greatestLimit(key, settings, rows);
  const weeklyRest = greatest('minWeeklyRestHours');
  const restDays = weeklyRest === 0 ? 0 : Math.max(LEAST_DAYS, Math.ceil((weeklyRest - 24) / 24) + 1);
  // Days before those of a reduction: its work, and the chain of that work.
  const reduced = reductionDays(settings);
  const reducedDays = reduced === 0 ? 0 : reduced + 1 + LEAST_DAYS;
  const rowDays = Math.max(LEAST_DAYS, greatest('maxDaysInRow'), reducedDays);
  const starts = earlier(addDays(isoWeekStart(from), -restDays), addDays(from, -rowDays));
  const lastSunday = addDays(isoWeekStart(addDays(to, 1)), -1);
  return { from: starts, to: later(to, addDays(lastSunday, restDays)) };
}

function earlier(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b;
}

function later(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? b : a;
}

export type WorkingTimeCode =
  | 'WT_DAY_LENGTH'
  | 'WT_WEEK_LENGTH'
  | 'WT_WEEK_AVERAGE'
  | 'WT_DAILY_REST'
  | 'WT_WEEKLY_REST'
  | 'WT_DAYS_IN_ROW'
  | 'WT_BREAK'
  | 'WT_NIGHT';

/** A breach of a limit, with its figures. */
export interface Breach {
  readonly code: WorkingTimeCode;
  readonly employeeId: string;
  readonly date: LocalDate;
  /** The only entry that caused it; otherwise the employee. */
  readonly record: string;
  readonly facts: Readonly<Record<string, Text>>;
}

/** A day with at least one entry. */
export interface WorkDay {
  readonly date: LocalDate;
  /** By start. */
  readonly entries: readonly [TimeEntry, ...TimeEntry[]];
  readonly workedMinutes: number;
}

/** The completed work of one employee, by day and week. */
export class PersonWork {
  readonly person: PersonWorkingTime;
  /** Completed entries by start. */
  readonly entries: readonly TimeEntry[];
  readonly days: ReadonlyMap<LocalDate, WorkDay>;
  readonly #weeks = new Map<LocalDate, readonly WorkDay[]>();
  readonly #rowStarts = new Map<LocalDate, LocalDate>();
  #freeTimes: readonly FreeTime[] | undefined;

  constructor(person: PersonWorkingTime) {
    this.person = person;
    const completed = person.entries.filter(({ status }) => status === 'Completed');
    this.entries = sortIfNeeded(completed, byTime);
    const days = new Map<
      LocalDate,
      { date: LocalDate; entries: [TimeEntry, ...TimeEntry[]]; workedMinutes: number }
    >();
    for (const entry of this.entries) {
      const { workDate: date, workedMinutes } = entry;
      const day = days.get(date);
      if (day === undefined) days.set(date, { date, entries: [entry], workedMinutes: workedMinutes ?? 0 });
      else {
        day.entries.push(entry);
        day.workedMinutes += workedMinutes ?? 0;
      }
    }
    this.days = days;
  }

  /** The first of the worked days in a row up to this one. */
  rowStart(date: LocalDate): LocalDate {
    const known = this.#rowStarts.get(date);
    if (known !== undefined) return known;
    const before = addDays(date, -1);
    const isWorked = (this.days.get(before)?.workedMinutes ?? 0) > 0;
    const start = isWorked ? this.rowStart(before) : date;
    this.#rowStarts.set(date, start);
    return start;
  }

  week(sunday: LocalDate): readonly WorkDay[] {
    const known = this.#weeks.get(sunday);
    if (known !== undefined) return known;
    const week: WorkDay[] = [];
    for (const date of datesOfWeek(sunday)) {
      const day = this.days.get(date);
      if (day !== undefined) week.push(day);
    }
    this.#weeks.set(sunday, week);
    return week;
  }

  /** Times without work, including those before the first and after the last entry. */
  get freeTimes(): readonly FreeTime[] {
    this.#freeTimes ??= freeTimes(this.entries);
    return this.#freeTimes;
  }

  limitsAt({ establishmentId, workDate }: TimeEntry): Limits {
    return this.person.limitsOf(establishmentId, workDate);
  }

  /** The limits of the week that ends on a Sunday, at the place of one of its entries. */
  limitsOfWeek(sunday: LocalDate, entry: TimeEntry | undefined): Limits {
    return this.person.limitsOf(entry?.establishmentId ?? null, { from: addDays(sunday, -6), to: sunday });
  }

  /**
   * @param record the only entry that caused it, if there is one
   * @param facts exactly the values of the message of the code
   */
  breach<Code extends WorkingTimeCode, Given>(
    code: Code,
    date: LocalDate,
    record: TimeEntry | undefined,
    ...[facts]: ValuesOf<`exceptions.${Code}`, Given>
  ): Breach {
    const { employeeId } = this.person;
    return { code, employeeId, date, record: record?.id ?? employeeId, facts: facts as Breach['facts'] };
  }
}

let latest: PersonWork | undefined;

/** The work of an employee. That of the latest one is kept, because several checks of an employee need it. */
export function workOf(person: PersonWorkingTime): PersonWork {
  if (latest?.person !== person) latest = new PersonWork(person);
  return latest;
}

const weeks = new Map<LocalDate, readonly LocalDate[]>();
const MAX_KEPT_WEEKS = 10_000;

/** The dates from Monday to the Sunday. Cached, because everyone has the same weeks. */
function datesOfWeek(sunday: LocalDate): readonly LocalDate[] {
  const dates = weeks.get(sunday) ?? [6, 5, 4, 3, 2, 1, 0].map((back) => addDays(sunday, -back));
  if (weeks.size < MAX_KEPT_WEEKS) weeks.set(sunday, dates);
  return dates;
}

/** The only entry of a day. */
export function onlyEntry({ entries }: WorkDay): TimeEntry | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

export function lastEntry({ entries }: WorkDay): TimeEntry {
  return entries[entries.length - 1] ?? entries[0];
}

function byTime(a: TimeEntry, b: TimeEntry): number {
  return (
    a.start.epochSeconds - b.start.epochSeconds ||
    endOf(a) - endOf(b) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** If the end is missing, the start: MISSING_END reports it. */
export function endOf({ start, end }: TimeEntry): number {
  return end?.epochSeconds ?? start.epochSeconds;
}

interface FreeTime {
  readonly start: number;
  readonly end: number;
}

/** An entry without length has none. */
function freeTimes(entries: readonly TimeEntry[]): FreeTime[] {
  const free: { start: number; end: number }[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    if (endOf(entry) <= entry.start.epochSeconds) continue;
    if (entry.start.epochSeconds > latest) free.push({ start: latest, end: entry.start.epochSeconds });
    latest = Math.max(latest, endOf(entry));
  }
  return [...free, { start: latest, end: Number.POSITIVE_INFINITY }];
}
