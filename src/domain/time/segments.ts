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

/**
 * Cuts a span where local days of its clock begin and where that clock changes. Windows of clock time are laid over
 * these: in a repeated hour both passes count, and a skipped hour is in no segment. A span without length has no
 * segment. Where the clocks go back over midnight, the clock of a segment may read the evening before `date`.
 * @throws PaytallyError ZONE_BEYOND_TABLE.
 */
export function segments(startEpoch: number, endEpoch: number, clock: Zone): Segment[] {
  if (endEpoch <= startEpoch) return [];
  return daySpans(startEpoch, endEpoch, clock).flatMap((span) => {
    const changes = clock.transitionsBetween(span.startEpoch, span.endEpoch - 1);
    const starts = [span.startEpoch, ...changes.map((change) => change.epochSeconds)];
    return starts.map((start, index) => ({
      date: dateOfDay(span.epochDay),
      epochDay: span.epochDay,
      startEpoch: start,
      endEpoch: starts[index + 1] ?? span.endEpoch,
      offsetSeconds: clock.offsetAt(start),
    }));
  });
}
