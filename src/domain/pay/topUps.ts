import { groupBy } from '../groupBy.js';
import { lineOf } from './lineOf.js';
import type { PaidShift } from './paidShift.js';
import type { PayLine } from './payLine.js';
import type { MinimumPaid } from './payRules.js';
import type { Slice } from './slice.js';

interface Place {
  readonly shift: PaidShift;
  readonly slice: Slice;
}

/**
 * What is missing to the minimum of each entry, or of each day of an employee, as a line of its own on the day and
 * entry of the last minutes. Where not a minute was worked there is nothing to add to. It is also written down as
 * the adjustment of its entry.
 */
export function topUps(shifts: readonly PaidShift[], minimum: MinimumPaid | undefined): PayLine[] {
  if (minimum === undefined) return [];
  const places = shifts.flatMap((shift) => shift.slices.map((slice) => ({ shift, slice })));
  const isPerEntry = 'entry' in minimum;
  const least = isPerEntry ? minimum.entry : minimum.day;
  const groups = groupBy(places, ({ shift, slice }) => (isPerEntry ? shift.worked.entry.id : slice.date));
  return [...groups.values()].flatMap((group) => topUp(group, least, minimum.code));
}

function topUp(group: readonly Place[], least: number, code: string): PayLine[] {
  const last = group.at(-1);
  const minutes = least - group.reduce((sum, { slice }) => sum + slice.minutes, 0);
  if (last === undefined || minutes <= 0) return [];
  const { shift, slice } = last;
  addAdjustment(shift, minutes);
  const { toEpoch } = slice.piece;
  const added = { ...slice, piece: { ...slice.piece, fromEpoch: toEpoch }, minutes };
  return [lineOf(shift, added, { kind: 'topup', rule: { path: 'minimumPaid', code } })];
}

/** An entry over two days can end both of them. */
function addAdjustment({ adjustments }: PaidShift, minutes: number): void {
  const known = adjustments.findIndex(({ reason }) => reason === 'minimum-paid');
  const before = adjustments[known]?.minutes ?? 0;
  if (known >= 0) adjustments.splice(known, 1);
  adjustments.push({ reason: 'minimum-paid', minutes: before + minutes });
}
