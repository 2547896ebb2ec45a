import type { Text, ValuesOf } from '../../i18n/message.js';
import { groupBy } from '../collections.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { TimeEntry } from '../records/records.js';
import { addDays, clampToService, isoWeekStart, type LocalDate } from '../time/localDate.js';
import type { Zone } from '../time/zone.js';
import {
  checksWorkingTime,
  type Limits,
  type LimitsOfPerson,
  type MappedLimits,
  type NumberKey,
  reductionDays,
  valuesOfLimit,
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
  mapping: LimitColumns,
): Days {
  if (!checksWorkingTime(settings, mapping.extraColumns)) return { from: counted.from, to: counted.to };
  const needed = neededDays(period, settings, mapping);
  return clampToService(first(counted.from, needed.from), last(counted.to, needed.to));
}

/** The columns of the mapping file that can set limits. */
export interface LimitColumns {
  readonly extraColumns: readonly string[];
  readonly byId: ReadonlyMap<string, MappedLimits>;
}

/** The days whose entries can cause a breach in the period; averages need earlier days too. */
export function neededDays({ from, to }: Days, settings: WorkingTimeSettings, mapping: LimitColumns): Days {
  const greatest = (key: NumberKey): number =>
    Math.max(0, ...valuesOfLimit(key, settings, mapping.byId.values()));
  const weeklyRest = greatest('minWeeklyRestHours');
  const restDays = weeklyRest === 0 ? 0 : Math.max(LEAST_DAYS, Math.ceil((weeklyRest - 24) / 24) + 1);
  const reduced = reductionDays(settings);
  // Days before those of a reduction: its work, and the chain of that work.
  const rowDays = Math.max(
    LEAST_DAYS,
    greatest('maxDaysInRow'),
    reduced === 0 ? 0 : reduced + 1 + LEAST_DAYS,
  );
  const starts = first(addDays(isoWeekStart(from), -restDays), addDays(from, -rowDays));
  return { from: starts, to: addDays(to, restDays) };
}

function first(...days: readonly [LocalDate, LocalDate]): LocalDate {
  return [...days].sort()[0] ?? days[0];
}

function last(...days: readonly [LocalDate, LocalDate]): LocalDate {
  return [...days].sort()[1] ?? days[1];
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

/** The facts are exactly the values of the message of the code. */
export function breach<Code extends WorkingTimeCode, Given>(
  code: Code,
  about: Omit<Breach, 'code' | 'facts'>,
  ...[facts]: ValuesOf<`exceptions.${Code}`, Given>
): Breach {
  return { code, ...about, facts: facts as Breach['facts'] };
}

/** A day with at least one entry. */
export interface WorkDay {
  readonly date: LocalDate;
  /** By start. */
  readonly entries: readonly [TimeEntry, ...TimeEntry[]];
  readonly workedMinutes: number;
}

export class PersonWork {
  readonly person: PersonWorkingTime;
  readonly entries: readonly TimeEntry[];
  readonly days: ReadonlyMap<LocalDate, WorkDay>;
  /** Cached, because the three weekly limits use the same week. */
  #week: { readonly sunday: LocalDate; readonly days: readonly WorkDay[] } | undefined;
  #freeTimes: readonly FreeTime[] | undefined;

  constructor(person: PersonWorkingTime) {
    this.person = person;
    this.entries = person.entries.filter(({ status }) => status === 'Completed').sort(byTime);
    const byDate = groupBy(this.entries, ({ workDate }) => workDate);
    const days = [...byDate].flatMap(([date, [first, ...rest]]) =>
      first === undefined ? [] : [[date, workDay(date, [first, ...rest])] as const],
    );
    this.days = new Map(days);
  }

  isWorked(date: LocalDate): boolean {
    return (this.days.get(date)?.workedMinutes ?? 0) > 0;
  }

  week(sunday: LocalDate): readonly WorkDay[] {
    if (this.#week?.sunday !== sunday) {
      const days = [6, 5, 4, 3, 2, 1, 0].flatMap((back) => this.days.get(addDays(sunday, -back)) ?? []);
      this.#week = { sunday, days };
    }
    return this.#week.days;
  }

  /** Times without work, including those before the first and after the last entry. */
  get freeTimes(): readonly FreeTime[] {
    this.#freeTimes ??= freeTimes(this.entries);
    return this.#freeTimes;
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

export function sumMinutes(entries: readonly TimeEntry[]): number {
  return entries.reduce((sum, { workedMinutes }) => sum + (workedMinutes ?? 0), 0);
}

/** The only entry of a day. */
export function onlyEntry({ entries }: WorkDay): TimeEntry | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

export function lastEntry({ entries }: WorkDay): TimeEntry {
  return entries[entries.length - 1] ?? entries[0];
}

export function byTime(a: TimeEntry, b: TimeEntry): number {
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
