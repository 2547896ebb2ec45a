import type { PeriodData } from '../records/periodData.js';
import type { Zone } from '../time/zone.js';
import { zoneNamed } from '../time/zoneNamed.js';

/** The zones of an employer's establishments, as far as they are known. @throws PaytallyError ZONE_UNKNOWN */
export function employerZones({ establishments }: Pick<PeriodData, 'establishments'>): Zone[] {
  return establishments.flatMap(({ zone }) => (zone === undefined ? [] : [zoneNamed(zone)]));
}
