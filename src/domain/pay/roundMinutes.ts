import { clockSecondsOf, type Stamp } from '../time/stamp.js';
import type { Rounding } from './payRules.js';

/** Rounds a number of minutes from 0 on to a multiple of `step`; halves go up. */
export function roundMinutes(minutes: number, { step, mode, grace }: Omit<Rounding, 'level'>): number {
  const past = minutes % step;
  if (past === 0) return minutes;
  const below = minutes - past;
  switch (mode) {
    case 'nearest':
      return past * 2 < step ? below : below + step;
    case 'up':
      return past <= grace ? below : below + step;
    case 'down':
      return step - past <= grace ? below + step : below;
  }
}

/**
 * The instant (epoch seconds) of a stamp whose clock time is rounded. It is the minutes of the local clock that are
 * rounded, seconds cut off: minutes of UTC would be beside the quarter in zones such as +05:45.
 */
export function roundStamp(stamp: Stamp, rounding: Rounding): number {
  const clock = clockSecondsOf(stamp);
  const seconds = ((clock % 60) + 60) % 60;
  const minutes = (clock - seconds) / 60;
  return stamp.epochSeconds - seconds + (roundMinutes(minutes, rounding) - minutes) * 60;
}
