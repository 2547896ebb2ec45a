import { dateOfDay } from './dayOf.js';
import { daySpans } from './dayParts.js';
import type { LocalDate } from './localDate.js';
import type { Zone } from './zone.js';

/** A piece of time with one offset and on one local day. Instants in epoch seconds, the end not included. */
export interface Segment {
  readonly date: LocalDate;
  readonly epochDay: number;
  readonly startEpoch: number;
  readonly endEpoch: number;
  /** `startEpoch + offsetSeconds` is the reading of the clock on the wall. */
  readonly offsetSeconds: number;
}

export interface SegmentZones {
  /** Gives the offsets. */
  readonly zone: Zone;
  /** Gives the local days; the same as `zone` unless the stamps contradict the table (`EntryZone.dayZone`). */
  readonly dayZone: Zone;
}

/**
 * Cuts a span where local days begin and where the clocks change. Windows of clock time are laid over these: in a
 * repeated hour both passes count, and a skipped hour is in no segment. A span without length has no segment.
 * Where the clocks go back over midnight, the clock of a segment may read the evening before `date`.
 * @throws PaytallyError ZONE_BEYOND_TABLE.
 */
export function segments(startEpoch: number, endEpoch: number, zones: SegmentZones): Segment[] {
  if (endEpoch <= startEpoch) return [];
  return daySpans(startEpoch, endEpoch, zones.dayZone).flatMap((span) => {
    const changes = zones.zone.transitionsBetween(span.startEpoch, span.endEpoch - 1);
    const starts = [span.startEpoch, ...changes.map((change) => change.epochSeconds)];
    return starts.map((start, index) => ({
      date: dateOfDay(span.epochDay),
      epochDay: span.epochDay,
      startEpoch: start,
      endEpoch: starts[index + 1] ?? span.endEpoch,
      offsetSeconds: zones.zone.offsetAt(start),
    }));
  });
}
