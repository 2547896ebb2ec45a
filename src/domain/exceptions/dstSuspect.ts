import type { Zone } from '../time/zone.js';

/**
 * By how many seconds the clocks moved after `startEpoch` and up to `endEpoch`: 3600 where they went forward by an
 * hour, -3600 back, 0 where they did not change. An end right at the change counts, because its stamp is written
 * in the new offset. @throws PaytallyError ZONE_BEYOND_TABLE.
 */
export function transitionSpanned(startEpoch: number, endEpoch: number, zone: Zone): number {
  return zone.offsetAt(endEpoch) - zone.offsetAt(startEpoch);
}

export interface DstEvidence {
  readonly elapsedSeconds: number;
  /** The service's net minutes. */
  readonly workedMinutes: number;
  /** Of the shift that was worked on; 0 where there is none. */
  readonly plannedBreakMinutes: number;
  /** See {@link transitionSpanned}. */
  readonly transitionSeconds: number;
}

/**
 * Whether an entry's minutes look as if the service had subtracted clock times: it spans a clock change, and what
 * is missing from its elapsed time beside the planned break is the change itself, forward or back. Services round
 * to minutes, so less than a minute of difference is none.
 */
export function dstSuspect(evidence: DstEvidence): boolean {
  const { elapsedSeconds, workedMinutes, plannedBreakMinutes, transitionSeconds } = evidence;
  if (transitionSeconds === 0) return false;
  const unexplainedSeconds = elapsedSeconds - (workedMinutes + plannedBreakMinutes) * 60;
  return Math.abs(Math.abs(unexplainedSeconds) - Math.abs(transitionSeconds)) < 60;
}
