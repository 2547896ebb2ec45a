import { PaytallyError } from '../../errors.js';
import type { WrittenInstant } from './clockChangeNear.js';
import { SECONDS_PER_DAY, type Zone } from './zone.js';

/**
 * Whether a clock shows the same twice, so that its reading alone does not say which instant is meant: in the hour
 * that comes again when the clocks go back. Of several zones those count whose offset the instant is written with. Also
 * true where no zone has that offset, or its changes are not known.
 */
export function isAmbiguous(zones: readonly Zone[], instant: WrittenInstant): boolean {
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
