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
 * The days whose entries pay rules need: the period itself, or, if a rule counts weekly hours or consecutive days, all
 * weeks of the period as a whole, except days for which the service has no data. If entries are joined, or working days
 * begin later than midnight, one more day. The margin of the attribution is added to it.
 */
export function payWindow(
  period: { readonly from: LocalDate; readonly to: LocalDate },
  { base, loadings, counts = [], weekStartsOn, dayStart, join }: PayRules,
): { readonly from: LocalDate; readonly to: LocalDate } {
  const countsWeeks =
    base.some(({ over }) => over?.week !== undefined) ||
    [...base, ...loadings, ...counts].some(({ consecutiveDay }) => consecutiveDay !== undefined);
  // Before the hour at which working days begin, minutes of a week's first day belong to the previous week. Joined
  // entries count on the day of the first one; both the first and the last entry must be read as a whole.
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
 * The days before a period that limits over several weeks and yearly counters need; undefined if there are none. Days
 * covered by an opening balance of the mapping are not requested.
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

/** The same, with the previous weeks that holiday averages need. */
export function earlierDays(period: { readonly from: LocalDate }, rules: Asking): Days | undefined {
  const { from } = period;
  const weeks = Math.max(0, ...(rules.notWorked ?? []).map((rule) => rule.weeks ?? 0));
  const balance = balanceDays(period, rules);
  return daysBefore(from, [balance?.from ?? from, addDays(from, -7 * weeks)]);
}

/** The first day of a period without an opening balance. */
function afterOpening(days: Days, opening: Opening | undefined, from: LocalDate): LocalDate {
  const until = applicableOpening(opening, from)?.until;
  return until !== undefined && until >= days.from ? addDays(until, 1) : days.from;
}

function daysBefore(from: LocalDate, begins: readonly LocalDate[]): Days | undefined {
  const [begin = from] = [...begins].sort();
  return begin < from ? { from: begin, to: addDays(from, -1) } : undefined;
}

/** The days with worked minutes, and the position of each in its run of consecutive days; counts restart every week. */
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

/** The first day of a day's week. */
export function weekStart(date: LocalDate, weekStartsOn: Weekday): LocalDate {
  const first = WEEKDAYS.indexOf(weekStartsOn) + 1;
  return dateOfEpochDay(toEpochDay(date) - ((weekdayNumber(date) - first + 7) % 7));
}

/**
 * A period up to the end of the last reference period that it touches: a change in it affects the limits of all later
 * days of that reference period.
 */
export function extendToReferencePeriod(period: Period, { reference }: Pick<PayRules, 'reference'>): Period {
  if (reference === undefined) return period;
  const { to } = referencePeriodAt(period.to, reference);
  return to > period.to ? { ...period, to } : period;
}
