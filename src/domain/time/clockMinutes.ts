import { clockSecondsOf, type Stamp } from './stamp.js';

/** Whole minutes between two instants; seconds that do not fill a minute are cut off. */
export function elapsedMinutes(start: Stamp, end: Stamp): number {
  return Math.trunc((end.epochSeconds - start.epochSeconds) / 60);
}

/**
 * Whole minutes between two readings of the clock on the wall: what a person or a service gets who subtracts clock
 * times. Over a clock change it differs from {@link elapsedMinutes}, and it can be negative.
 */
export function clockMinutes(start: Stamp, end: Stamp): number {
  return Math.trunc((clockSecondsOf(end) - clockSecondsOf(start)) / 60);
}
