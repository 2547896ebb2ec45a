import { PaytallyError } from '../../errors.js';
import { dateOfEpochDay } from '../time/localDate.js';
import { SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import type { TimesOfDay } from './cron.js';

/** February has five Fridays once in 28 years: what does not come within these days never does. */
const LONGEST_SEARCH_DAYS = 29 * 366;

/**
 * The instants, in epoch seconds and ascending, at which a schedule is due after `afterEpoch` (itself not counted).
 * A time in a gap of the clock is due once, at the end of the gap; a time in a repeated hour the first time alone.
 * Ends where nothing comes any more, or where the zone's table does.
 */
export function* dueTimes(times: TimesOfDay, zone: Zone, afterEpoch: number): Generator<number> {
  let last = afterEpoch;
  let lastDay = zone.dayAt(afterEpoch) - 1;
  for (let day = lastDay; day - lastDay < LONGEST_SEARCH_DAYS; day += 1) {
    if (!times.isOn(dateOfEpochDay(day))) continue;
    for (const minute of times.minutesOfDay) {
      const due = withinTable(() => firstShowing(day * SECONDS_PER_DAY + minute * 60, zone));
      if (due === undefined) return;
      if (due <= last) continue;
      yield due;
      last = due;
      lastDay = day;
    }
  }
}

/** No zone has moved its clocks by more than a day. */
const WIDEST_SECONDS = 2 * SECONDS_PER_DAY;

/**
 * The first instant at which clocks show this local time or a later one.
 * @param shown seconds since 1970 as if the local time were UTC
 */
export function firstShowing(shown: number, zone: Zone): number {
  let from = shown - WIDEST_SECONDS;
  for (const { epochSeconds } of zone.transitionsBetween(from, shown + WIDEST_SECONDS)) {
    const at = shown - zone.offsetAt(from);
    if (at < epochSeconds) return Math.max(at, from);
    from = epochSeconds;
  }
  return Math.max(shown - zone.offsetAt(from), from);
}

function withinTable(read: () => number): number | undefined {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'ZONE_BEYOND_TABLE') return undefined;
    throw failure;
  }
}
