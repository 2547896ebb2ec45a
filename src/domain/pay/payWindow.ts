import type { Days } from '../period/repeatingPeriod.js';
import {
  addDays,
  clampToComputed,
  dateOfEpochDay,
  type LocalDate,
  toEpochDay,
  weekdayNumber,
} from '../time/localDate.js';
import { type Opening, type PayRules, WEEKDAYS, type Weekday } from './payRules.js';
import { applicableOpening, counterYear, referencePeriodAt } from './referencePeriod.js';

/**
 * The days whose entries pay rules need: the period itself, or, if a rule counts weekly hours or consecutive days, all
 * weeks of the period as a whole, except days for which the service has no data. If entries are joined, working days
 * begin later than midnight, shifts limit what is paid, or rests are counted, more days. The margin of the attribution is added to it.
 */
export function payWindow(
  period: { readonly from: LocalDate; readonly to: LocalDate },
  rules: PayRules,
): { readonly from: LocalDate; readonly to: LocalDate } {
  const { counts = [], weekStartsOn, dayStart, join, shiftPay } = rules;
  // Before the hour at which working days begin, minutes of a week's first day belong to the previous week. Joined
  // entries count on the day of the first one; both the first and the last entry must be read as a whole. The shift of
  // an entry may be dated before it, or after it.
  const isWider = join !== undefined || shiftPay !== undefined;
  const early = Math.min(dayStart === undefined && !isWider ? 0 : -1, -daysBeforeRest(counts));
  const late = isWider ? 1 : 0;
  if (!countsWeeks(rules)) return clampToComputed(addDays(period.from, early), addDays(period.to, late));
  const first = addDays(
    weekStart(addDays(period.from, dayStart === undefined ? 0 : -1), weekStartsOn),
    early,
  );
  return clampToComputed(first, addDays(weekStart(period.to, weekStartsOn), 6 + late));
}

/** Whether a rule counts the hours, or the consecutive days, of a week. */
export function countsWeeks({ base, loadings, counts = [] }: PayRules): boolean {
  return (
    base.some(({ over }) => over?.week !== undefined) ||
    [...base, ...loadings, ...counts].some(({ consecutiveDay }) => consecutiveDay !== undefined)
  );
}

/**
 * The days before a period whose entries may precede a rest that counts in it: the entry before the rest, and the one
 * after it, may each have begun a day earlier.
 */
export function daysBeforeRest(counts: NonNullable<PayRules['counts']>): number {
  const rests = counts.flatMap(({ per, minutes = 0 }) => (per === 'rest' ? [minutes] : []));
  return rests.length === 0 ? 0 : 1 + Math.ceil(Math.max(...rests) / MINUTES_PER_DAY);
}

const MINUTES_PER_DAY = 1440;

type Asking = Pick<PayRules, 'reference' | 'counters'>;

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

/**
 * The same, with the previous weeks that averages of holidays need, also of those before the period whose minutes count
 * in one of its weeks.
 */
export function earlierDays(period: Days, rules: PayRules): Days | undefined {
  const { from } = period;
  const weeks = Math.max(0, ...(rules.notWorked ?? []).map((rule) => rule.weeks ?? 0));
  const balance = balanceDays(period, rules);
  const first = weeks === 0 ? from : addDays(payWindow(period, rules).from, -7 * weeks);
  return daysBefore(from, [balance?.from ?? from, first]);
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

/**
 * The position of each day with worked minutes in its run of consecutive days; counts restart every week.
 * @param worked days and their worked minutes, in any order
 */
export function countConsecutiveDays(
  worked: readonly { readonly countsOn: LocalDate; readonly minutes: number }[],
  weekStartsOn: Weekday,
): ReadonlyMap<LocalDate, number> {
  const dates = new Set(worked.filter(({ minutes }) => minutes > 0).map(({ countsOn }) => countsOn));
  const streaks = new Map<LocalDate, number>();
  for (const date of [...dates].sort()) {
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
