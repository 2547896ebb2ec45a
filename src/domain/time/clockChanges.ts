import { PaytallyError } from '../../errors.js';
import { type ClockChange, SECONDS_PER_DAY, type Zone } from './zone.js';

/** No zone was ever further from UTC, with a day to spare for changes near a reading. */
const REACH_SECONDS = 18 * 3600 + SECONDS_PER_DAY;
/** How far to look back: across a day that does not exist, and one more. */
const DAYS_BACK = 4;

/**
 * The instants of a clock time (seconds since 1970-01-01T00:00:00 on that clock), in order: two if it is repeated; the
 * end of the gap if it is skipped.
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
 * The last instant before `limit` at which a clock showed a time of day (seconds since midnight). A skipped time is the
 * end of the gap.
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

/** An instant and its written offset. */
interface WrittenInstant {
  readonly epochSeconds: number;
  readonly offsetSeconds: number;
}

/**
 * Whether the clocks change within a day of an instant: a clock time is then ambiguous without its offset. Of several
 * zones, those with the written offset are checked. Also true if no zone has that offset, or its changes are unknown.
 */
export function isNearClockChange(zones: readonly Zone[], instant: WrittenInstant): boolean {
  return isTrueOfZones(zones, instant, (zone) => changesAround(zone, instant).length > 0);
}

/**
 * Whether a clock time occurs twice and is therefore ambiguous: in the repeated hour when the clocks go back. Zones are
 * chosen, and unknown ones treated, as in {@link isNearClockChange}.
 */
export function isAmbiguousReading(zones: readonly Zone[], instant: WrittenInstant): boolean {
  return isTrueOfZones(zones, instant, (zone) => comesTwice(zone, instant));
}

function isTrueOfZones(
  zones: readonly Zone[],
  { epochSeconds, offsetSeconds }: WrittenInstant,
  isTrue: (zone: Zone) => boolean,
): boolean {
  try {
    const fitting = zones.filter((zone) => zone.offsetAt(epochSeconds) === offsetSeconds);
    return fitting.length === 0 || fitting.some(isTrue);
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'ZONE_BEYOND_TABLE') return true;
    throw failure;
  }
}

function changesAround(zone: Zone, { epochSeconds }: WrittenInstant): readonly ClockChange[] {
  return zone.transitionsBetween(epochSeconds - SECONDS_PER_DAY, epochSeconds + SECONDS_PER_DAY);
}

function comesTwice(zone: Zone, instant: WrittenInstant): boolean {
  const { epochSeconds, offsetSeconds } = instant;
  return changesAround(zone, instant)
    .flatMap(({ changeSeconds }) => [epochSeconds + changeSeconds, epochSeconds - changeSeconds])
    .some((other) => other + zone.offsetAt(other) === epochSeconds + offsetSeconds);
}
