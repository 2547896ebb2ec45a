import type { Days } from '../period/repeatingPeriod.js';
import type { TimeEntry } from '../records/records.js';
import { addDays, clampToService, isoWeekStart, type LocalDate } from '../time/localDate.js';
import type { Zone } from '../time/zone.js';
import type { NumberKey } from './legalPack.js';
import {
  checksWorkingTime,
  type LimitsOfPerson,
  type MappedLimits,
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
 * The days whose entries the limits need: back to the Monday, and before it the days of a weekly rest and of
 * consecutive working days; after the period, the days of a weekly rest.
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
