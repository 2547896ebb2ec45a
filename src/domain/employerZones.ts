import type { PeriodData } from './periodData.js';
import type { Zone } from './zone.js';
import { zoneNamed } from './zoneNamed.js';

/** The zones of an employer's establishments, as far as they are known. @throws PaytallyError ZONE_UNKNOWN */
export function employerZones({ establishments }: Pick<PeriodData, 'establishments'>): Zone[] {
  return establishments.flatMap(({ zone }) => (zone === undefined ? [] : [zoneNamed(zone)]));
}
