import { distance } from 'fastest-levenshtein';
import { PaytallyError } from '../../errors.js';
import { unpackTransitions } from './transitions.js';
import { canonicalZoneName, packedZoneRow, properZoneName, zoneNames } from './tzdata.js';
import { Zone } from './zone.js';

const zonesByName = new Map<string, Zone>();

/**
 * The zone of an IANA name, in any letter case, links included. Each zone is decoded once and then kept.
 * @throws PaytallyError ZONE_UNKNOWN, with the nearest name there is.
 */
export function zoneNamed(name: string): Zone {
  const known = zonesByName.get(name);
  if (known !== undefined) return known;
  const proper = properZoneName(name);
  if (proper === undefined) throw unknownZone(name);
  const canonical = canonicalZoneName(proper);
  const zone =
    zonesByName.get(proper) ?? new Zone(proper, canonical, unpackTransitions(packedZoneRow(canonical)));
  zonesByName.set(proper, zone);
  zonesByName.set(name, zone);
  return zone;
}

function unknownZone(name: string): PaytallyError {
  const nearest = nearestZoneName(name);
  return new PaytallyError('ZONE_UNKNOWN', `There is no time zone ${JSON.stringify(name)}.`, {
    record: name,
    remedy: `Use an IANA time zone name; the nearest one is ${nearest}.`,
  });
}

/** Compares with whole names and with the part after the last slash, so that `Brussels` finds Europe/Brussels. */
function nearestZoneName(name: string): string {
  const wanted = name.slice(0, 64).toLowerCase().replaceAll(' ', '_');
  let nearest = 'Etc/UTC';
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of zoneNames) {
    const whole = candidate.toLowerCase();
    const city = whole.slice(whole.lastIndexOf('/') + 1);
    const edits = Math.min(distance(wanted, whole), distance(wanted, city) + 0.5);
    if (edits < least) {
      least = edits;
      nearest = candidate;
    }
  }
  return nearest;
}
