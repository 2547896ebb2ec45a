/** How a balance stands to its limits. */
export type AccountState = 'surplus' | 'over' | 'below' | 'near-max' | 'near-min' | 'within';

/** From this part of a limit on, a balance is near it. */
const NEAR = 0.8;

interface Balance {
  /** Minutes. */
  readonly after: number;
  readonly max: number | null;
  readonly min: number | null;
  /** Minutes that left the account above the limit in the period. */
  readonly surplus: number;
}

/** Whether a balance has reached a limit or is near it: from four fifths of the limit on. */
export function accountState({ after, max, min, surplus }: Balance): AccountState {
  if (surplus > 0) return 'surplus';
  if (max !== null && after > max) return 'over';
  if (min !== null && after < min) return 'below';
  if (max !== null && max > 0 && after >= max * NEAR) return 'near-max';
  if (min !== null && min < 0 && after <= min * NEAR) return 'near-min';
  return 'within';
}
