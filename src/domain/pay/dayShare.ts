import { groupBy } from '../groupBy.js';
import { allocate } from '../time/allocate.js';
import { dateOfDay } from '../time/dayOf.js';
import type { Attribution } from '../time/dayParts.js';
import type { LocalDate } from '../time/localDate.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import type { Piece } from './cell.js';
import type { EntryTime } from './entryTime.js';
import type { DayShare, PaidShift } from './paidShift.js';
import type { Rounding } from './payRules.js';
import { roundMinutes } from './roundMinutes.js';

/** Shares an entry's minutes over the local days on which it was worked. @param landsOn see {@link wholeDateOf} */
export function dayShares(
  { pieces, minutes }: Pick<EntryTime, 'pieces' | 'minutes'>,
  landsOn: LocalDate | undefined,
): DayShare[] {
  const [first] = pieces;
  if (first !== undefined && first.epochDay === pieces[pieces.length - 1]?.epochDay) {
    return [{ date: landsOn ?? first.date, pieces, minutes, change: 0 }];
  }
  const days = byLocalDay(pieces);
  const shares = allocate(minutes, days.map(weightSecondsOf));
  return days.map((own, index) => ({
    date: landsOn ?? dateOfDay(own[0]?.epochDay ?? 0),
    pieces: own,
    minutes: shares[index] ?? 0,
    change: 0,
  }));
}

/** Pieces are in order of time, and local days do not run backwards. */
function byLocalDay(pieces: readonly Piece[]): (readonly Piece[])[] {
  const days: (readonly Piece[])[] = [];
  let begin = 0;
  for (let end = 1; end <= pieces.length; end += 1) {
    if (pieces[end]?.epochDay === pieces[begin]?.epochDay) continue;
    days.push(pieces.slice(begin, end));
    begin = end;
  }
  return days;
}

/** The day that all of an entry counts for; undefined where each minute counts for its own. */
export function wholeDateOf(
  { parts, entry, isKeptOnWorkDate }: WorkedEntry,
  { unplaced }: Pick<EntryTime, 'unplaced'>,
  attribution: Attribution,
): LocalDate | undefined {
  const isWhole = attribution !== 'split' || unplaced !== undefined || isKeptOnWorkDate === true;
  return isWhole ? (parts[0]?.date ?? entry.workDate) : undefined;
}

export function weightSecondsOf(pieces: readonly Piece[]): number {
  let weight = 0;
  for (const piece of pieces) weight += piece.weightSeconds;
  return weight;
}

/**
 * Rounds each day's total of one employee. The day's last minutes carry the difference, as if the person had left
 * earlier or later: nothing else of the day changes.
 */
export function roundDays(shifts: readonly PaidShift[], rounding: Rounding): void {
  const shares = shifts.flatMap((shift) => shift.days.map((share) => ({ shift, share })));
  for (const day of groupBy(shares, ({ share }) => share.date).values()) {
    const minutes = day.reduce((sum, { share }) => sum + share.minutes, 0);
    let left = roundMinutes(minutes, rounding) - minutes;
    for (const { shift, share } of day.reverse()) {
      if (left === 0 || share.minutes === 0) continue;
      share.change = left > 0 ? left : Math.max(left, -share.minutes);
      left -= share.change;
      adjust(shift, 'day-rounding', share.change);
    }
  }
}

/** An entry over two days can be rounded, or be the last, on both: one adjustment tells the sum. */
export function adjust(
  { adjustments }: PaidShift,
  reason: 'day-rounding' | 'minimum-paid',
  minutes: number,
): void {
  const known = adjustments.findIndex((adjustment) => adjustment.reason === reason);
  const sum = minutes + (adjustments[known]?.minutes ?? 0);
  if (known >= 0) adjustments.splice(known, 1);
  if (sum !== 0) adjustments.push({ reason, minutes: sum });
}
