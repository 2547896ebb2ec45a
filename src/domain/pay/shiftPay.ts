import type { TimeEntry } from '../records/records.js';
import type { ShiftPay } from './payRules.js';

/** The time of an entry that counts, in epoch seconds, and the elapsed seconds cut off before and after its shift. */
export interface CountedSpan {
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly beforeSeconds: number;
  readonly afterSeconds: number;
}

/**
 * An entry without the time before its published shift (`from`) and after it (`until`). The grace is paid only with
 * `early` or `late`. An entry without a shift, or without an end, counts whole; one that does not touch its shift has no
 * time left.
 */
export function countedSpan({ start, end, shift }: TimeEntry, pay: ShiftPay | undefined): CountedSpan {
  const startEpoch = start.epochSeconds;
  const endEpoch = Math.max(end?.epochSeconds ?? startEpoch, startEpoch);
  if (pay === undefined || shift === undefined || end === null) {
    return { startEpoch, endEpoch, beforeSeconds: 0, afterSeconds: 0 };
  }
  const graceOf = (isPaid: boolean): number => (isPaid ? pay.grace * 60 : 0);
  const first = shift.start.epochSeconds - graceOf(pay.early === 'paid');
  const last = shift.end.epochSeconds + graceOf(pay.late === 'paid');
  const from = pay.from === undefined ? startEpoch : Math.min(Math.max(startEpoch, first), endEpoch);
  const until = pay.until === undefined ? endEpoch : Math.max(Math.min(endEpoch, last), from);
  return {
    startEpoch: from,
    endEpoch: until,
    beforeSeconds: from - startEpoch,
    afterSeconds: endEpoch - until,
  };
}

/** Whole minutes that the shift cuts off an entry. */
export function cutMinutes({ beforeSeconds, afterSeconds }: CountedSpan): number {
  return Math.floor((beforeSeconds + afterSeconds) / 60);
}
