import type { Establishment } from '../../domain/records/records.js';
import { zoneNamed } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';

type Zones = Readonly<Record<string, string>>;

/**
 * Zones of the configuration fill gaps, and add establishments that the service does not list.
 * @throws PaytallyError CONFIG_INVALID where the two contradict each other: minutes would land on other days
 */
export function withConfiguredZones(listed: readonly Establishment[], zones: Zones): Establishment[] {
  const contradiction = contradictingZones(listed, zones);
  if (contradiction !== undefined) throw contradiction;
  const known = new Set(listed.map(({ id }) => id));
  const added = Object.entries(zones).filter(([id]) => !known.has(id));
  return [
    ...listed.map((establishment) => ({
      ...establishment,
      zone: establishment.zone ?? zones[establishment.id],
    })),
    ...added.map(([id, zone]) => ({ id, zone, label: undefined })),
  ];
}

/** Establishments for which the configuration names another zone than the service does, all in one error. */
export function contradictingZones(
  listed: readonly Establishment[],
  zones: Zones,
): PaytallyError | undefined {
  const lines = listed.flatMap(({ id, zone, label }) => {
    const configured = zones[id];
    if (zone === undefined || configured === undefined || isSameZone(zone, configured)) return [];
    const name = label === undefined ? id : `${label} (${id})`;
    return `The configuration says ${configured} for the establishment ${name}, the service says ${zone}.`;
  });
  if (lines.length === 0) return undefined;
  return new PaytallyError('CONFIG_INVALID', lines.join('\n'), {
    record: 'zones',
    remedy:
      'Take the establishment out of "zones" if the service is right; if not, have the zone corrected in the service.',
  });
}

/** Old and new names of a zone are the same zone. */
function isSameZone(one: string, other: string): boolean {
  return zoneNamed(one).canonicalName === zoneNamed(other).canonicalName;
}
