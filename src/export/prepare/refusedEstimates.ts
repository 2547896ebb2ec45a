import { isInside, type Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';

/** @throws PaytallyError USAGE where the plan is to stand in from a day that the period does not have */
export function refuseEstimatesOutside(estimateFrom: LocalDate | undefined, period: Period): void {
  if (estimateFrom === undefined || isInside(estimateFrom, period)) return;
  throw new PaytallyError(
    'USAGE',
    `--estimate-from ${estimateFrom}: the period is ${period.from} to ${period.to}.`,
    { record: estimateFrom, remedy: 'Name a day of the period.' },
  );
}

/** Without planning there is nothing to estimate by. @throws PaytallyError USAGE */
export function refuseEstimatesWithoutPlan(estimateFrom: LocalDate | undefined, hasPlanning: boolean): void {
  if (estimateFrom === undefined || hasPlanning) return;
  throw new PaytallyError(
    'USAGE',
    `--estimate-from ${estimateFrom}: the planning of this employer cannot be read.`,
    {
      record: estimateFrom,
      remedy: 'Give the integration the permission to read planning, or leave out --estimate-from.',
    },
  );
}
