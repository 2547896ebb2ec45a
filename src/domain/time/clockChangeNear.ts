import { PaytallyError } from '../../errors.js';
import { SECONDS_PER_DAY, type Zone } from './zone.js';

/** An instant, and the offset that it is written with. */
export interface WrittenInstant {
  readonly epochSeconds: number;
  readonly offsetSeconds: number;
}

/**
 * Whether the clocks change within a day of an instant: what a clock shows then does not say which instant is meant,
 * unless its offset stands beside it. Of several zones those count whose offset the instant is written with. Also true
 * where no zone has that offset, or its changes are not known.
 */
export function clockChangeNear(
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
