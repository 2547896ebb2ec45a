import { groupBy } from '../groupBy.js';
import type { PaidShift } from './paidShift.js';
import type { Rounding } from './payRules.js';
import { roundMinutes } from './roundMinutes.js';
import { partOfSlice, type Slice } from './slice.js';

/**
 * Rounds each day's total of one employee. The day's last minutes carry the difference, as if the person had left
 * earlier or later: nothing else of the day changes.
 */
export function roundDays(shifts: readonly PaidShift[], rounding: Rounding): void {
  const places = shifts.flatMap((shift) => shift.slices.map((slice) => ({ shift, slice })));
  for (const day of groupBy(places, ({ slice }) => slice.date).values()) {
    const minutes = day.reduce((sum, { slice }) => sum + slice.minutes, 0);
    const change = roundMinutes(minutes, rounding) - minutes;
    if (change > 0) lengthenLast(day, change);
    if (change < 0) shortenFromEnd(day, -change);
  }
}

interface Place {
  readonly shift: PaidShift;
  readonly slice: Slice;
}

function lengthenLast(day: readonly Place[], minutes: number): void {
  const last = day.at(-1);
  if (last === undefined) return;
  replace(last, { ...last.slice, minutes: last.slice.minutes + minutes });
  adjust(last.shift, minutes);
}

function shortenFromEnd(day: readonly Place[], minutes: number): void {
  let left = minutes;
  for (const place of [...day].reverse()) {
    const taken = Math.min(left, place.slice.minutes);
    if (taken === 0) return;
    replace(place, partOfSlice(place.slice, 0, place.slice.minutes - taken));
    adjust(place.shift, -taken);
    left -= taken;
  }
}

function replace({ shift, slice }: Place, changed: Slice): void {
  shift.slices = shift.slices.flatMap((each) => {
    if (each !== slice) return [each];
    return changed.minutes === 0 ? [] : [changed];
  });
}

/** An entry over two days can be rounded on both: one adjustment tells the sum. */
function adjust({ adjustments }: PaidShift, minutes: number): void {
  const known = adjustments.findIndex((adjustment) => adjustment.reason === 'day-rounding');
  const sum = minutes + (adjustments[known]?.minutes ?? 0);
  if (known >= 0) adjustments.splice(known, 1);
  if (sum !== 0) adjustments.push({ reason: 'day-rounding', minutes: sum });
}
