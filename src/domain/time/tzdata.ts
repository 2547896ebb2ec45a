import { createRequire } from 'node:module';

interface PackedData {
  readonly version: string;
  /** A row per zone (see transitions.ts). */
  readonly zones: readonly string[];
  /** `zone|other name of it`. */
  readonly links: readonly string[];
}

/**
 * The data file alone; none of the package's code runs. `require`, because importing JSON prints a warning on
 * Node 20. The machine's own ICU is never asked: its version differs between machines.
 */
const data: PackedData = createRequire(import.meta.url)('moment-timezone/data/packed/latest.json');

/** The version of the IANA time zone database that every result rests on, for example `2026f`. */
export const tzdataVersion: string = data.version;

const rowsByName = new Map(data.zones.map((row) => [row.slice(0, row.indexOf('|')), row]));
const targetsByName = new Map(
  data.links.map((link) => {
    const bar = link.indexOf('|');
    return [link.slice(bar + 1), link.slice(0, bar)];
  }),
);
const namesByLowerCase = new Map(
  [...rowsByName.keys(), ...targetsByName.keys()].map((name) => [name.toLowerCase(), name]),
);

/** Every zone name there is, links included, sorted. */
export const zoneNames: readonly string[] = [...namesByLowerCase.values()].sort();

/** The name in its proper spelling; undefined where there is no such zone. */
export function properZoneName(name: string): string | undefined {
  return namesByLowerCase.get(name.toLowerCase());
}

/** The zone that a name stands for: links such as Europe/Amsterdam lead to the zone that has the data. */
export function canonicalZoneName(properName: string): string {
  return targetsByName.get(properName) ?? properName;
}

/** The packed row of a canonical zone name. */
export function packedZoneRow(canonicalName: string): string {
  const row = rowsByName.get(canonicalName);
  if (row === undefined) throw new RangeError(`no packed data for the zone ${canonicalName}`);
  return row;
}
