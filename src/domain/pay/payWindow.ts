import { addDays, type LocalDate } from '../time/localDate.js';
import { inService } from '../time/serviceDays.js';
import { weekOf } from './baseParts.js';
import type { PayRules } from './payRules.js';

/**
 * The days whose entries pay rules need: the period itself, or, where a rule counts weekly hours, every week that
 * the period touches, whole, but for days of which the service knows nothing. The margin of the attribution comes on
 * top of it.
 */
export function payWindow(
  period: { readonly from: LocalDate; readonly to: LocalDate },
  { base, loadings, counts = [], weekStartsOn, dayStart }: PayRules,
): { readonly from: LocalDate; readonly to: LocalDate } {
  const countsWeeks =
    base.some(({ over }) => over?.week !== undefined) ||
    [...base, ...loadings, ...counts].some(({ consecutiveDay }) => consecutiveDay !== undefined);
  // Before the hour at which working days begin, minutes of a week's first day are the week's before.
  const early = dayStart === undefined ? 0 : -1;
  if (!countsWeeks) return inService(addDays(period.from, early), period.to);
  const first = weekOf(addDays(period.from, early), weekStartsOn);
  return inService(first, addDays(weekOf(period.to, weekStartsOn), 6));
}
