import { offsetName, type Zone } from '../time/zone.js';

/** An instant as clocks of the zone show it, with their offset: `2026-11-03T06:00:00+01:00`. */
export function instantText(epochSeconds: number, zone: Zone): string {
  const offset = zone.offsetAt(epochSeconds);
  return `${new Date((epochSeconds + offset) * 1000).toISOString().slice(0, 19)}${offsetName(offset)}`;
}
