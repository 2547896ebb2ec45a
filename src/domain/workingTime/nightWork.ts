import { SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import type { NightWindow } from './legalPack.js';

/** Elapsed seconds of work at which the local clock shows an hour of the night. */
export function nightSeconds(start: number, end: number, clock: Zone, { from, to }: NightWindow): number {
  if (end <= start) return 0;
  const [opens, closes] = [secondsOfDay(from), secondsOfDay(to)];
  const length = (closes - opens + SECONDS_PER_DAY) % SECONDS_PER_DAY;
  const changes = clock.transitionsBetween(start, end).map(({ epochSeconds }) => epochSeconds);
  const cuts = [start, ...changes.filter((at) => at < end), end];
  let total = 0;
  for (let index = 1; index < cuts.length; index += 1) {
    const [first = start, last = end] = [cuts[index - 1], cuts[index]];
    const offset = clock.offsetAt(first);
    total += nightOnClock(first + offset, last + offset, opens, length);
  }
  return total;
}

/** Of a stretch without a clock change, in seconds of the local clock. */
function nightOnClock(start: number, end: number, opens: number, length: number): number {
  let total = 0;
  const firstNight = Math.floor(start / SECONDS_PER_DAY) - 1;
  for (let night = firstNight * SECONDS_PER_DAY + opens; night < end; night += SECONDS_PER_DAY)
    total += Math.max(0, Math.min(end, night + length) - Math.max(start, night));
  return total;
}

function secondsOfDay(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return hours * 3600 + minutes * 60;
}

/** Whether so much work at night makes the work of a day night work. */
export function isNightWork(seconds: number, { atLeast, over }: NightWindow): boolean {
  return over === undefined ? seconds >= (atLeast ?? 180) * 60 : seconds > over * 60;
}
