import { groupBy } from '../collections.js';
import type { Period } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import {
  addDays,
  clampToService,
  dateOfEpochDay,
  type LocalDate,
  toEpochDay,
  weekdayNumber,
} from '../time/localDate.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import { type Opening, type PayRules, WEEKDAYS, type Weekday } from './payRules.js';
import { applicableOpening, counterYear, referencePeriodAt } from './referencePeriod.js';

/**
 * The days whose entries pay rules need: the period itself, or, where a rule counts weekly hours or days in a row,
 * every week that the period touches, whole, but for days of which the service knows nothing. Where entries are
 * joined, or working days begin later than midnight, a day more. The margin of the attribution comes on
 * top of it.
 */
export function payWindow(
  period: { readonly from: LocalDate; readonly to: LocalDate },
  { base, loadings, counts = [], weekStartsOn, dayStart, join }: PayRules,
): { readonly from: LocalDate; readonly to: LocalDate } {
  const countsWeeks =
    base.some(({ over }) => over?.week !== undefined) ||
    [...base, ...loadings, ...counts].some(({ consecutiveDay }) => consecutiveDay !== undefined);
  // Before the hour at which working days begin, minutes of a week's first day are the week's before; joined entries
  // count on the day of the first one, which must be there whole, and so must the last one.
  const early = dayStart === undefined && join === undefined ? 0 : -1;
  const late = join === undefined ? 0 : 1;
  if (!countsWeeks) return clampToService(addDays(period.from, early), addDays(period.to, late));
  const first = addDays(
    weekStart(addDays(period.from, dayStart === undefined ? 0 : -1), weekStartsOn),
    early,
  );
  return clampToService(first, addDays(weekStart(period.to, weekStartsOn), 6 + late));
}

type Asking = Pick<PayRules, 'reference' | 'counters' | 'notWorked'>;

/**
 * The days before a period that limits over several weeks and counters of a year look at; undefined if there are none.
 * What an opening of the mapping covers is not asked for.
 */
export function balanceDays({ from }: { readonly from: LocalDate }, rules: Asking): Days | undefined {
  const begins = [
    ...(rules.reference === undefined
      ? []
      : [afterOpening(referencePeriodAt(from, rules.reference), rules.reference.opening, from)]),
    ...(rules.counters ?? []).map((counter) =>
      afterOpening(counterYear(from, counter.from), counter.opening, from),
    ),
  ];
  return daysBefore(from, begins);
}

/** The same, with the weeks before, which holidays by the average look at. */
export function earlierDays(period: { readonly from: LocalDate }, rules: Asking): Days | undefined {
  const { from } = period;
  const weeks = Math.max(0, ...(rules.notWorked ?? []).map((rule) => rule.weeks ?? 0));
  const balance = balanceDays(period, rules);
  return daysBefore(from, [balance?.from ?? from, addDays(from, -7 * weeks)]);
}

/** The first day of a period that no opening covers. */
function afterOpening(days: Days, opening: Opening | undefined, from: LocalDate): LocalDate {
  const until = applicableOpening(opening, from)?.until;
  return until !== undefined && until >= days.from ? addDays(until, 1) : days.from;
}

function daysBefore(from: LocalDate, begins: readonly LocalDate[]): Days | undefined {
  const [begin = from] = [...begins].sort();
  return begin < from ? { from: begin, to: addDays(from, -1) } : undefined;
}

/** The days with worked minutes, and the how-manieth in a row each is; every week begins anew. */
export function countConsecutiveDays(
  worked: readonly WorkedEntry[],
  weekStartsOn: Weekday,
): ReadonlyMap<LocalDate, number> {
  const parts = worked.flatMap((each) => each.parts.filter(({ minutes }) => minutes > 0));
  const dates = [...groupBy(parts, ({ date }) => date).keys()].sort();
  const streaks = new Map<LocalDate, number>();
  for (const date of dates) {
    const isFirst = weekStart(date, weekStartsOn) === date;
    streaks.set(date, isFirst ? 1 : (streaks.get(addDays(date, -1)) ?? 0) + 1);
  }
  return streaks;
}

/** The first day of the week that a day lies in. */
export function weekStart(date: LocalDate, weekStartsOn: Weekday): LocalDate {
  const first = WEEKDAYS.indexOf(weekStartsOn) + 1;
  return dateOfEpochDay(toEpochDay(date) - ((weekdayNumber(date) - first + 7) % 7));
}

/**
 * A period up to the end of the last reference period that it touches: what changes in it moves the limits of all days
 * that follow there.
 */
export function extendToReferencePeriod(period: Period, { reference }: Pick<PayRules, 'reference'>): Period {
  if (reference === undefined) return period;
  const { to } = referencePeriodAt(period.to, reference);
  return to > period.to ? { ...period, to } : period;
}
