import type { Stamp } from './stamp.js';
import { fixedZone, type Zone } from './zone.js';

/**
 * Where an entry's zone came from: its establishment, the only zone that the employer has, the offsets of its own
 * stamps compared with the employer's zones, or only the offset of its stamps.
 */
export type ZoneSource = 'establishment' | 'only-zone' | 'fitting-zone' | 'own-offset';

/** A stamp whose offset differs from the zone's table at that instant. The instant is unaffected. */
interface OffsetMismatch {
  readonly which: 'start' | 'end';
  readonly stamp: Stamp;
  readonly tableOffsetSeconds: number;
}

export interface EntryZone {
  readonly zone: Zone;
  readonly source: ZoneSource;
  /** The entry's clock for days and windows: `zone`, or the stamps' own offset if both contradict it. */
  readonly clock: Zone;
  readonly mismatches: readonly OffsetMismatch[];
}

interface ZoneCandidates {
  readonly start: Stamp;
  /** null while the entry is open. */
  readonly end: Stamp | null;
  /** The zone of the entry's establishment; undefined if the entry names none or its zone is unknown. */
  readonly establishmentZone: Zone | undefined;
  /** The zones of all the employer's establishments; may contain duplicates. */
  readonly employerZones: readonly Zone[];
}

/**
 * The zone of an entry, from the first of these that is known: its establishment's; the only one of the employer; those
 * of the employer whose offsets match the stamps, if they agree on midnight; the offset of both stamps. undefined if
 * none is known: the caller reports the record.
 * @throws PaytallyError ZONE_BEYOND_TABLE.
 */
export function resolveEntryZone(question: ZoneCandidates): EntryZone | undefined {
  const { start, end, establishmentZone } = question;
  if (establishmentZone !== undefined) return fromTable(establishmentZone, 'establishment', start, end);
  const zones = distinctZones(question.employerZones);
  const [only] = zones;
  if (only !== undefined && zones.length === 1) return fromTable(only, 'only-zone', start, end);
  const fitting = zones.filter((zone) => offsetMismatches(start, end, zone).length === 0);
  const [first] = fitting;
  if (first !== undefined && fitting.every((zone) => haveSameMidnights(zone, first, start, end))) {
    return fromTable(first, 'fitting-zone', start, end);
  }
  if (end !== null && end.offsetSeconds !== start.offsetSeconds) return undefined;
  const zone = fixedZone(start.offsetSeconds);
  return { zone, source: 'own-offset', clock: zone, mismatches: [] };
}

/** The stamps whose offset differs from the table's; usually none. @throws PaytallyError ZONE_BEYOND_TABLE. */
export function offsetMismatches(start: Stamp, end: Stamp | null, zone: Zone): readonly OffsetMismatch[] {
  const ofStart = offsetMismatch('start', start, zone);
  const ofEnd = end === null ? undefined : offsetMismatch('end', end, zone);
  return [ofStart, ofEnd].filter((mismatch) => mismatch !== undefined);
}

function offsetMismatch(which: 'start' | 'end', stamp: Stamp, zone: Zone): OffsetMismatch | undefined {
  const tableOffsetSeconds = zone.offsetAt(stamp.epochSeconds);
  return tableOffsetSeconds === stamp.offsetSeconds ? undefined : { which, stamp, tableOffsetSeconds };
}

function fromTable(zone: Zone, source: ZoneSource, start: Stamp, end: Stamp | null): EntryZone {
  const mismatches = offsetMismatches(start, end, zone);
  const ownOffset = mismatches.length > 0 && end?.offsetSeconds === start.offsetSeconds;
  return { zone, source, clock: ownOffset ? fixedZone(start.offsetSeconds) : zone, mismatches };
}

/** Cached, because the caller passes the same list for many entries. */
const distinctByList = new WeakMap<readonly Zone[], readonly Zone[]>();

/** One zone under two names counts once. Sorted, so that the order of establishments has no effect. */
function distinctZones(zones: readonly Zone[]): readonly Zone[] {
  const known = distinctByList.get(zones);
  if (known !== undefined) return known;
  const seen = new Set<string>();
  const distinct = [...zones]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ canonicalName }) => !seen.has(canonicalName) && seen.add(canonicalName));
  distinctByList.set(zones, distinct);
  return distinct;
}

/** Whether both zones put the entry's seconds on the same local days. */
function haveSameMidnights(zone: Zone, other: Zone, start: Stamp, end: Stamp | null): boolean {
  const startEpoch = start.epochSeconds;
  const lastEpoch = Math.max(startEpoch, (end ?? start).epochSeconds - 1);
  const firstDay = zone.dayAt(startEpoch);
  const lastDay = zone.dayAt(lastEpoch);
  if (firstDay !== other.dayAt(startEpoch) || lastDay !== other.dayAt(lastEpoch)) return false;
  for (let day = firstDay + 1; day <= lastDay; day += 1) {
    if (zone.dayStart(day) !== other.dayStart(day)) return false;
  }
  return true;
}
