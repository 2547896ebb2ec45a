import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { isInside, type Period } from '../period/period.js';
import type { Tally } from '../timesheet/controlTotals.js';
import type { Pay } from './computePay.js';
import { ADJUSTMENT_REASONS, type AdjustmentReason, isPaid, type PaidEntry } from './payLine.js';

/** The entries, and the signed minutes by which one reason changed the paid minutes. */
export interface PaidDifference extends Tally {
  /**
   * `period-edge`: entries that cross the edge of the period, whose adjustments belong to both sides. `not-worked`:
   * lines paid without work, and their minutes.
   */
  readonly reason: AdjustmentReason | 'period-edge' | 'not-worked';
}

/** The steps from the service's minutes to the paid minutes of the period. */
export interface PaidTotals {
  readonly workedMinutes: number;
  /** In the order in which the reasons apply; reasons that did not occur are left out. */
  readonly differences: readonly PaidDifference[];
  /** Entries with a paid minute; all paid minutes: `workedMinutes` plus all differences. */
  readonly paid: Tally;
}

/**
 * Adds up the paid minutes, adjustment by adjustment, and compares it with the pay lines of the period.
 * @throws PaytallyError CONTROL_MISMATCH if exported, adjusted and paid minutes do not agree
 */
export function sumPaidTotals(pay: Pay, period: Period, exportedMinutes: number): PaidTotals {
  const differences = new Map<PaidDifference['reason'], { entries: number; minutes: number }>();
  const paid = { entries: 0, minutes: 0 };
  let workedMinutes = 0;
  for (const entry of pay.entries) {
    const days = entry.days.filter(({ date }) => isInside(date, period));
    const worked = days.reduce((sum, day) => sum + day.workedMinutes, 0);
    const paidMinutes = days.reduce((sum, day) => sum + day.paidMinutes, 0);
    workedMinutes += worked;
    paid.minutes += paidMinutes;
    if (paidMinutes !== 0) paid.entries += 1;
    for (const { reason, minutes } of differencesOf(entry, days.length, paidMinutes - worked)) {
      const tally = differences.get(reason) ?? { entries: 0, minutes: 0 };
      differences.set(reason, { entries: tally.entries + 1, minutes: tally.minutes + minutes });
    }
  }
  const notWorked = notWorkedTally(pay);
  if (notWorked.entries > 0) differences.set('not-worked', notWorked);
  paid.minutes += notWorked.minutes;
  const totals = { workedMinutes, differences: ordered(differences), paid };
  verifyPaidTotals(totals, pay, exportedMinutes);
  return totals;
}

function notWorkedTally({ lines }: Pay): Tally {
  const notWorked = lines.filter(({ kind }) => kind === 'not-worked');
  return { entries: notWorked.length, minutes: notWorked.reduce((sum, { minutes }) => sum + minutes, 0) };
}

export const NOTHING_PAID: PaidTotals = {
  workedMinutes: 0,
  differences: [],
  paid: { entries: 0, minutes: 0 },
};

/** The totals of two groups of people as one. */
export function addPaidTotals(a: PaidTotals, b: PaidTotals): PaidTotals {
  const differences = new Map(a.differences.map((each) => [each.reason, each]));
  for (const each of b.differences) {
    const { entries, minutes } = differences.get(each.reason) ?? { entries: 0, minutes: 0 };
    differences.set(each.reason, {
      reason: each.reason,
      entries: entries + each.entries,
      minutes: minutes + each.minutes,
    });
  }
  return {
    workedMinutes: a.workedMinutes + b.workedMinutes,
    differences: ordered(differences),
    paid: { entries: a.paid.entries + b.paid.entries, minutes: a.paid.minutes + b.paid.minutes },
  };
}

function differencesOf(
  { adjustments, days }: PaidEntry,
  daysInside: number,
  difference: number,
): readonly { readonly reason: PaidDifference['reason']; readonly minutes: number }[] {
  if (daysInside === days.length) return adjustments;
  return difference === 0 ? [] : [{ reason: 'period-edge', minutes: difference }];
}

function ordered(differences: ReadonlyMap<PaidDifference['reason'], Tally>): PaidDifference[] {
  return [...ADJUSTMENT_REASONS, 'period-edge' as const, 'not-worked' as const].flatMap((reason) => {
    const tally = differences.get(reason);
    return tally ? [{ ...tally, reason }] : [];
  });
}

function verifyPaidTotals(
  { workedMinutes, differences, paid }: PaidTotals,
  { lines }: Pay,
  exportedMinutes: number,
): void {
  const lineMinutes = lines.filter(({ kind }) => isPaid(kind)).reduce((sum, { minutes }) => sum + minutes, 0);
  const explained = differences.reduce((sum, { minutes }) => sum + minutes, workedMinutes);
  assertEqualMinutes('exported minutes: minutes given to pay rules', exportedMinutes, workedMinutes);
  assertEqualMinutes('paid minutes: minutes of pay lines', paid.minutes, lineMinutes);
  assertEqualMinutes('paid minutes: worked minutes with adjustments', paid.minutes, explained);
}

function assertEqualMinutes(what: string, first: number, second: number): void {
  if (first === second) return;
  throw new PaytallyError('CONTROL_MISMATCH', message('control.differs', { what, first, second }), {
    record: what,
  });
}

/** Worked minutes, without the shifts that replace entries. */
export function withoutEstimates(pay: Pay): Pay {
  if (!pay.entries.some(({ isEstimate }) => isEstimate)) return pay;
  return {
    ...pay,
    lines: pay.lines.filter(({ isEstimated }) => isEstimated !== true),
    entries: pay.entries.filter(({ isEstimate }) => !isEstimate),
  };
}
