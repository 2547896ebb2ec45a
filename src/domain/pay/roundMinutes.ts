import type { Zone } from '../time/zone.js';
import { secondsOfDay } from './clockTime.js';
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
 * The instant (epoch seconds) at which a clock shows the rounded time. It is the minutes of the local clock that are
 * rounded, after seconds are cut off (08:00:01 is 08:00, also with "up"): minutes of UTC would be beside the quarter
 * in zones such as +05:45.
 */
export function roundStamp(epochSeconds: number, clock: Zone, rounding: Rounding): number {
  const reading = secondsOfDay(epochSeconds + clock.offsetAt(epochSeconds));
  const minutes = Math.floor(reading / 60);
  return epochSeconds - reading + roundMinutes(minutes, rounding) * 60;
}
