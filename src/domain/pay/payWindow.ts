import { addDays, type LocalDate } from '../time/localDate.js';
import { inService } from '../time/serviceDays.js';
import { weekOf } from './baseParts.js';
import type { PayRules } from './payRules.js';

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
  if (!countsWeeks) return inService(addDays(period.from, early), addDays(period.to, late));
  const first = addDays(weekOf(addDays(period.from, dayStart === undefined ? 0 : -1), weekStartsOn), early);
  return inService(first, addDays(weekOf(period.to, weekStartsOn), 6 + late));
}
