import { groupBy } from '../groupBy.js';
import { allocateNested } from '../time/allocate.js';
import type { Attribution } from '../time/attribution.js';
import type { LocalDate } from '../time/localDate.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import type { EntryTime } from './entryTime.js';
import { cutAtTimes, type Piece } from './piece.js';

/** Whole paid minutes of one entry for which every rule but overtime has one answer. */
export interface Slice {
  /** The day that the minutes count for. */
  readonly date: LocalDate;
  readonly piece: Piece;
  readonly minutes: number;
}

/**
 * Cuts an entry at the times of its rules and shares its minutes: first over the local days on which it was worked,
 * then inside each day, so that a rule more never changes a day's total. Slices without a minute are left out.
 */
export function slicesOf(
  worked: WorkedEntry,
  time: EntryTime,
  times: readonly number[],
  attribution: Attribution,
): Slice[] {
  const wholeDate = attribution === 'split' ? undefined : (worked.parts[0]?.date ?? worked.entry.workDate);
  const days = [...groupBy(cutAtTimes(time.pieces, times), (piece) => piece.epochDay).values()];
  const shares = allocateNested(
    time.minutes,
    days.map((pieces) => pieces.map((piece) => piece.weightSeconds)),
  );
  return days.flatMap((pieces, day) =>
    pieces.flatMap((piece, index) => {
      const minutes = shares[day]?.[index] ?? 0;
      return minutes === 0 ? [] : [{ date: wholeDate ?? piece.date, piece, minutes }];
    }),
  );
}

/** The slice's minutes from `skip` on, `count` of them, with their part of its time. */
export function partOfSlice(slice: Slice, skip: number, count: number): Slice {
  if (skip === 0 && count === slice.minutes) return slice;
  const { fromEpoch, toEpoch } = slice.piece;
  const at = (minutes: number): number =>
    fromEpoch + Math.round(((toEpoch - fromEpoch) * minutes) / slice.minutes);
  return {
    ...slice,
    piece: { ...slice.piece, fromEpoch: at(skip), toEpoch: at(skip + count) },
    minutes: count,
  };
}
