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
  { base, weekStartsOn }: PayRules,
): { readonly from: LocalDate; readonly to: LocalDate } {
  if (!base.some(({ over }) => over?.week !== undefined)) return { from: period.from, to: period.to };
  return inService(weekOf(period.from, weekStartsOn), addDays(weekOf(period.to, weekStartsOn), 6));
}
