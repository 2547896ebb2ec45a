import { allocate } from './allocate.js';
import { dateOfEpochDay, type LocalDate } from './localDate.js';
import type { Zone } from './zone.js';

/** The input from a completed entry: instants in epoch seconds, net minutes, and the service's own day. */
export interface WorkedSpan {
  readonly startEpoch: number;
  readonly endEpoch: number;
  /** The day that `start` assigns. */
  readonly workDate: LocalDate;
  /** The date of the published shift that the entry names, for `shift`. */
  readonly shiftDate?: LocalDate | undefined;
  /** The service's net minutes: divided, never recomputed. */
  readonly workedMinutes: number;
}

/** The share of an entry that counts for one local day. */
export interface DayPart {
  readonly date: LocalDate;
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly elapsedSeconds: number;
  readonly minutes: number;
}

/** The part of a span on one local day. */
interface DaySpan {
  readonly epochDay: number;
  readonly startEpoch: number;
  readonly endEpoch: number;
}

/**
 * Assigns an entry's worked minutes to local days. `start`: all on `workDate`. `split`: cut at the start of the zone's
 * days, minutes in proportion to elapsed seconds (`allocate`). `end`: all on the day of the last worked second.
 * `majority`: all on the day with most elapsed seconds, the earliest of equal ones. `shift`: all on the date of the
 * entry's shift, without one on `workDate`. The minutes of the parts always add up to `workedMinutes`; parts are in order
 * of time and cover the entry without a gap.
 * @param zone the entry's clock, with the days that totals use (`Zone.withDayStart`)
 * @throws RangeError if the entry ends before it starts, or if minutes to share are not whole (the reader of records
 * refuses such entries). @throws PaytallyError ZONE_BEYOND_TABLE.
 */
export function attributeMinutes(span: WorkedSpan, zone: Zone, attribution: Attribution): DayPart[] {
  if (span.endEpoch < span.startEpoch) throw new RangeError('the entry ends before it starts');
  if (attribution === 'split') return splitParts(span, zone);
  return [wholePart(span, wholeDay(span, zone, attribution))];
}

/** The local days of a span, each with its part; a span without length has one day. */
function splitAtMidnights(startEpoch: number, endEpoch: number, zone: Zone): DaySpan[] {
  const lastDay = zone.dayAt(Math.max(startEpoch, endEpoch - 1));
  const spans: DaySpan[] = [];
  let epochDay = zone.dayAt(startEpoch);
  let start = startEpoch;
  while (epochDay < lastDay) {
    const end = zone.dayStart(epochDay + 1);
    spans.push({ epochDay, startEpoch: start, endEpoch: end });
    start = end;
    // Not always the next day: if that day does not exist, the one after it begins here.
    epochDay = zone.dayAt(end);
  }
  spans.push({ epochDay: lastDay, startEpoch: start, endEpoch });
  return spans;
}

function splitParts(span: WorkedSpan, zone: Zone): DayPart[] {
  const spans = splitAtMidnights(span.startEpoch, span.endEpoch, zone);
  const [first] = spans;
  if (spans.length === 1 && first !== undefined) return [wholePart(span, dateOfEpochDay(first.epochDay))];
  const shares = allocate(
    span.workedMinutes,
    spans.map(({ startEpoch, endEpoch }) => endEpoch - startEpoch),
  );
  return spans.map(({ epochDay, startEpoch, endEpoch }, index) => ({
    date: dateOfEpochDay(epochDay),
    startEpoch,
    endEpoch,
    elapsedSeconds: endEpoch - startEpoch,
    minutes: shares[index] ?? 0,
  }));
}

function wholePart({ startEpoch, endEpoch, workedMinutes }: WorkedSpan, date: LocalDate): DayPart {
  return { date, startEpoch, endEpoch, elapsedSeconds: endEpoch - startEpoch, minutes: workedMinutes };
}

function wholeDay(span: WorkedSpan, zone: Zone, attribution: Exclude<Attribution, 'split'>): LocalDate {
  switch (attribution) {
    case 'start':
      return span.workDate;
    case 'shift':
      return span.shiftDate ?? span.workDate;
    case 'end':
      return dateOfEpochDay(zone.dayAt(Math.max(span.startEpoch, span.endEpoch - 1)));
    case 'majority':
      return dateOfEpochDay(longestDay(splitAtMidnights(span.startEpoch, span.endEpoch, zone)));
  }
}

function longestDay(spans: readonly DaySpan[]): number {
  let longest = Number.NaN;
  let most = -1;
  for (const { epochDay, startEpoch, endEpoch } of spans) {
    if (endEpoch - startEpoch <= most) continue;
    longest = epochDay;
    most = endEpoch - startEpoch;
  }
  return longest;
}

/** Which local day minutes count for (docs/time.md). */
export const ATTRIBUTIONS = ['start', 'split', 'end', 'majority', 'shift'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];

/** A segment of time with one offset and on one local day. Instants in epoch seconds; the end is exclusive. */
export interface Segment {
  readonly date: LocalDate;
  readonly epochDay: number;
  readonly startEpoch: number;
  readonly endEpoch: number;
  /** `startEpoch + offsetSeconds` is the local clock time. */
  readonly offsetSeconds: number;
}

/**
 * Cuts a span at the start of local days and at clock changes. Windows of clock time apply to the result: a repeated
 * hour counts twice, and a skipped hour is in no segment. A span without length has no segment. If the clocks go back
 * across midnight, the clock time of a segment may be in the evening before `date`.
 * @throws PaytallyError ZONE_BEYOND_TABLE.
 */
export function splitIntoSegments(startEpoch: number, endEpoch: number, clock: Zone): Segment[] {
  if (endEpoch <= startEpoch) return [];
  return splitAtMidnights(startEpoch, endEpoch, clock).flatMap((span) => {
    const changes = clock.transitionsBetween(span.startEpoch, span.endEpoch - 1);
    const starts = [span.startEpoch, ...changes.map((change) => change.epochSeconds)];
    return starts.map((start, index) => ({
      date: dateOfEpochDay(span.epochDay),
      epochDay: span.epochDay,
      startEpoch: start,
      endEpoch: starts[index + 1] ?? span.endEpoch,
      offsetSeconds: clock.offsetAt(start),
    }));
  });
}
