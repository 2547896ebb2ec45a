import type { Period } from '../period/period.js';
import type { Attribution } from '../time/attribution.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import type { PayRules } from './payRules.js';
import { countsWeeks, daysBeforeRest, weekStart } from './payWindow.js';
import { referencePeriodAt } from './referencePeriod.js';

/**
 * A period with the later days whose pay a change in it can move, also in the next final: those that rules count
 * together with its last day, that average its work for a holiday, and the rest of the week and of the reference period
 * that these are in, as far as rules limit them.
 */
export function extendToLimits(period: Period, rules: PayRules, attribution: Attribution): Period {
  const { notWorked = [], reference, dayStart, weekStartsOn } = rules;
  const weeks = Math.max(0, ...notWorked.map((rule) => rule.weeks ?? 0));
  const last = addDays(period.to, daysTogether(rules, attribution) + 7 * weeks);
  // Where working days begin later than midnight, a week's last one ends on the next date.
  const lateDays = dayStart === undefined ? 0 : 1;
  const week: LocalDate = countsWeeks(rules) ? addDays(weekStart(last, weekStartsOn), 6 + lateDays) : last;
  const to = reference === undefined ? week : referencePeriodAt(week, reference).to;
  return to > period.to ? { ...period, to } : period;
}

/**
 * The days after a day whose work rules of days and entries see together with its own: an entry over midnight with
 * minutes on both, or with a break that depends on other entries of its work date; joined entries, shifts, working days
 * and nights over midnight; the rest before the next work.
 */
function daysTogether(rules: PayRules, attribution: Attribution): number {
  const { join, shiftPay, dayStart, counts = [], breaks } = rules;
  const isOverMidnight =
    attribution === 'split' ||
    (attribution !== 'start' && breaks.deduct !== undefined) ||
    [join, shiftPay, dayStart].some((rule) => rule !== undefined) ||
    counts.some(({ per }) => per === 'night');
  return Math.max(isOverMidnight ? 1 : 0, daysBeforeRest(counts));
}
