import { PaytallyError } from '../../errors.js';
import { SECONDS_PER_DAY, type Zone } from './zone.js';

/** No zone was ever further from UTC, with a day to spare for changes near a reading. */
const REACH_SECONDS = 18 * 3600 + SECONDS_PER_DAY;
/** Looks back over a day that does not exist, and over one more. */
const DAYS_BACK = 4;

/**
 * The instants at which a clock shows a reading (seconds since 1970-01-01T00:00:00 on that clock), in order: two
 * where it is repeated; where it is skipped, the end of the gap.
 */
export function instantsAtReading(reading: number, clock: Zone): number[] {
  const changes = clock.transitionsBetween(reading - REACH_SECONDS, reading + REACH_SECONDS);
  let offset = clock.offsetAt(reading - REACH_SECONDS);
  let from = Number.NEGATIVE_INFINITY;
  const found: number[] = [];
  for (const { epochSeconds, changeSeconds } of changes) {
    const instant = reading - offset;
    if (instant >= from && instant < epochSeconds) found.push(instant);
    const last = epochSeconds + offset;
    offset += changeSeconds;
    if (reading >= last && reading < epochSeconds + offset) found.push(epochSeconds);
    from = epochSeconds;
  }
  if (reading - offset >= from) found.push(reading - offset);
  return found;
}

/**
 * The last instant before `limit` at which a clock showed a time of the day (seconds since midnight). A time that
 * spring skips is the end of the gap.
 */
export function lastInstantBefore(secondsOfDay: number, limit: number, clock: Zone): number {
  const day = Math.floor((limit + clock.offsetAt(limit)) / SECONDS_PER_DAY) + 1;
  for (let back = 0; back <= DAYS_BACK; back += 1) {
    const shown = instantsAtReading((day - back) * SECONDS_PER_DAY + secondsOfDay, clock);
    const earlier = shown.filter((instant) => instant < limit);
    if (earlier.length > 0) return Math.max(...earlier);
  }
  return limit - SECONDS_PER_DAY;
}

/** An instant, and the offset that it is written with. */
interface WrittenInstant {
  readonly epochSeconds: number;
  readonly offsetSeconds: number;
}

/**
 * Whether the clocks change within a day of an instant: what a clock shows then does not say which instant is meant,
 * unless its offset stands beside it. Of several zones those count whose offset the instant is written with. Also true
 * where no zone has that offset, or its changes are not known.
 */
export function isNearClockChange(
  zones: readonly Zone[],
  { epochSeconds, offsetSeconds }: WrittenInstant,
): boolean {
  try {
    const fitting = zones.filter((zone) => zone.offsetAt(epochSeconds) === offsetSeconds);
    return fitting.length === 0 || fitting.some((zone) => changesAround(zone, epochSeconds));
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'ZONE_BEYOND_TABLE') return true;
    throw failure;
  }
}

function changesAround(zone: Zone, epochSeconds: number): boolean {
  const changes = zone.transitionsBetween(epochSeconds - SECONDS_PER_DAY, epochSeconds + SECONDS_PER_DAY);
  return changes.length > 0;
}

/**
 * Whether a clock shows the same twice, so that its reading alone does not say which instant is meant: in the hour
 * that comes again when the clocks go back. Of several zones those count whose offset the instant is written with. Also
 * true where no zone has that offset, or its changes are not known.
 */
export function isAmbiguousReading(zones: readonly Zone[], instant: WrittenInstant): boolean {
  try {
    const fitting = zones.filter((zone) => zone.offsetAt(instant.epochSeconds) === instant.offsetSeconds);
    return fitting.length === 0 || fitting.some((zone) => comesTwice(zone, instant));
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'ZONE_BEYOND_TABLE') return true;
    throw failure;
  }
}

function comesTwice(zone: Zone, { epochSeconds, offsetSeconds }: WrittenInstant): boolean {
  const reading = epochSeconds + offsetSeconds;
  const changes = zone.transitionsBetween(epochSeconds - SECONDS_PER_DAY, epochSeconds + SECONDS_PER_DAY);
  return changes
    .flatMap(({ changeSeconds }) => [epochSeconds + changeSeconds, epochSeconds - changeSeconds])
    .some((other) => other + zone.offsetAt(other) === reading);
}
