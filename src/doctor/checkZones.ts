import type { Config, WholeConfig } from '../config/config.js';
import { didYouMean } from '../config/input/nearestName.js';
import type { Establishment } from '../domain/records/records.js';
import { tzdataVersion, zoneByName } from '../domain/time/tzdata.js';
import { PaytallyError } from '../errors.js';
import type { EmployerRead } from '../read/reading/readEmployer.js';
import { contradictingZones } from '../read/staging/storedFacts.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

/** The zone of every establishment, against the pinned tz data. */
export function checkZones(read: EmployerRead, config: Config, employer: string): DoctorFinding[] {
  const placed = read.establishments.map((establishment) => ({
    establishment,
    zone: establishment.zone ?? config.zones[establishment.id],
  }));
  const problems = placed.flatMap(({ establishment, zone }) =>
    zone === undefined ? [problemFinding('zones', noZone(establishment, read), employer)] : [],
  );
  const zones = placed.flatMap(({ zone }) => zone ?? []);
  const contradiction = contradictingZones(read.establishments, config.zones);
  if (contradiction !== undefined) problems.push(problemFinding('zones', contradiction, employer));
  return [...problems, ...(zones.length > 0 ? [ok('zones', countsText(zones), employer)] : [])];
}

/** Zones that the configuration names itself. @throws PaytallyError ZONE_UNKNOWN */
export function checkConfiguredZones({ employers }: WholeConfig): DoctorFinding[] {
  const named = Object.values(employers).flatMap(({ zones, zone }) =>
    [...Object.values(zones), zone ?? []].flat(),
  );
  for (const zone of named) zoneByName(zone);
  return named.length === 0
    ? []
    : [ok('configuration', `Zones of the configuration: ${[...new Set(named)].join(', ')}`)];
}

/** @param establishments ids by employer; undefined where an employer's could not be read: then nothing can be told */
export function checkZoneIds(
  { employers }: WholeConfig,
  establishments: readonly (readonly string[] | undefined)[],
): DoctorFinding[] {
  if (establishments.includes(undefined)) return [];
  const listed = establishments.flatMap((ids) => ids ?? []);
  const named = new Set(Object.values(employers).flatMap(({ zones }) => Object.keys(zones)));
  return [...named]
    .filter((id) => !listed.includes(id))
    .map((id) =>
      warning(
        'zones',
        `zones: no employer lists the establishment ${id}.${didYouMean(id, listed)}`,
        STRAY_ID,
      ),
    );
}

const STRAY_ID =
  'Correct the id under "zones" in the configuration, or take it out. It is right as it is only for an establishment that records name and the service no longer lists.';

function noZone({ id, label }: Establishment, { invalid }: EmployerRead): PaytallyError {
  const name = label === undefined ? id : `${label} (${id})`;
  const said = invalid.find((record) => record.list === 'establishments' && record.id === id)?.problems[0];
  const message =
    said === undefined
      ? `The establishment ${name} has no time zone.`
      : `The establishment ${name} has a time zone that tz data ${tzdataVersion} does not know: ${said}.`;
  return new PaytallyError('ZONE_UNKNOWN', message, {
    record: id,
    remedy: `Name its zone in the configuration: zones: { ${id}: Europe/Brussels }, with the zone that is right.`,
  });
}

function countsText(zones: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const shown = [...counts].map(([zone, count]) => `${zone} (${count})`).sort();
  return `${zones.length} ${zones.length === 1 ? 'establishment' : 'establishments'}: ${shown.join(', ')}`;
}
