import { createRequire } from 'node:module';
import { distance } from 'fastest-levenshtein';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { LocalDate } from './localDate.js';
import { localDateAt, type Transitions, Zone } from './zone.js';

interface PackedData {
  readonly version: string;
  /** A row per zone, as moment-timezone packs it. */
  readonly zones: readonly string[];
  /** `zone|other name of it`. */
  readonly links: readonly string[];
}

/**
 * The packed data of moment-timezone, which release/vendor.mjs copies. `require`, because importing JSON prints a
 * warning on Node 20. The system's ICU is not used: its version differs between machines.
 */
const data: PackedData = createRequire(import.meta.url)('#tzdata');

/** The version of the IANA time zone database that all results are based on, for example `2026f`. */
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

/** All zone names, including links, sorted. */
export const zoneNames: readonly string[] = [...namesByLowerCase.values()].sort();

/** The name in its proper spelling; undefined if there is no such zone. */
export function properZoneName(name: string): string | undefined {
  return namesByLowerCase.get(name.toLowerCase());
}

/** The zone of a name: links such as Europe/Amsterdam lead to the zone that has the data. */
function canonicalZoneName(properName: string): string {
  return targetsByName.get(properName) ?? properName;
}

/** The packed row of a canonical zone name. */
function packedZoneRow(canonicalName: string): string {
  const row = rowsByName.get(canonicalName);
  if (row === undefined) throw new RangeError(`no packed data for the zone ${canonicalName}`);
  return row;
}

/**
 * Decodes a row of moment-timezone's packed data: `name|abbreviations|offsets|indices|differences|…`. Offsets are
 * minutes west of UTC; the differences between instants are minutes; both in base 60, where a digit after the
 * point counts seconds. Changes of the abbreviation alone are left out.
 */
function unpackTransitions(row: string): Transitions {
  const [, , packedOffsets = '', indices = '', differences = ''] = row.split('|');
  const offsets = packedOffsets.split(' ').map((packed) => 0 - secondsOf(packed));
  const instants = differences === '' ? [] : differences.split(' ').map(secondsOf);
  const at: number[] = [];
  const after = [offsetOf(offsets, indices, 0)];
  let instant = 0;
  instants.forEach((difference, index) => {
    instant += difference;
    const offset = offsetOf(offsets, indices, index + 1);
    if (offset === after.at(-1)) return;
    at.push(instant);
    after.push(offset);
  });
  return { at: Float64Array.from(at), offsets: Int32Array.from(after) };
}

function offsetOf(offsets: readonly number[], indices: string, position: number): number {
  const offset = offsets[digitOf(indices.charCodeAt(position))];
  if (offset === undefined) throw new RangeError(`packed zone data: no offset at position ${position}`);
  return offset;
}

/** Digits are 0-9, a-z, A-X. */
function digitOf(code: number): number {
  if (code > 96) return code - 87;
  return code > 64 ? code - 29 : code - 48;
}

function secondsOf(packed: string): number {
  const negative = packed.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? packed.slice(1) : packed).split('.');
  let minutes = 0;
  for (let i = 0; i < whole.length; i += 1) minutes = minutes * 60 + digitOf(whole.charCodeAt(i));
  const seconds = minutes * 60 + (fraction === '' ? 0 : digitOf(fraction.charCodeAt(0)));
  return negative ? 0 - seconds : seconds;
}

const zonesByName = new Map<string, Zone>();

/**
 * The zone of an IANA name or link, in any letter case. Each zone is decoded once and cached.
 * @throws PaytallyError ZONE_UNKNOWN, with the nearest name.
 */
export function zoneByName(name: string): Zone {
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
  const values = { name: JSON.stringify(name), nearest: nearestZoneName(name) };
  return new PaytallyError('ZONE_UNKNOWN', message('zones.unknown', values), { record: name });
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

/** The date at an instant in an employer's zone; in UTC if the zone is unknown. */
export function todayIn(zone: string | undefined, nowMs: number): LocalDate {
  return localDateAt(Math.floor(nowMs / 1000), zoneByName(zone ?? 'Etc/UTC'));
}
