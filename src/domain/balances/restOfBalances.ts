import type { PayRules } from '../pay/payRules.js';
import { referencePeriodOf } from '../pay/referencePeriod.js';
import type { Period } from '../period/period.js';

/**
 * A period up to the end of the last reference period that it touches: what changes in it moves the limits of all days
 * that follow there.
 */
export function restOfBalances(period: Period, { reference }: Pick<PayRules, 'reference'>): Period {
  if (reference === undefined) return period;
  const { to } = referencePeriodOf(period.to, reference);
  return to > period.to ? { ...period, to } : period;
}
