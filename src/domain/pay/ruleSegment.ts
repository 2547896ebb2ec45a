import { type Segment, splitIntoSegments } from '../time/attribution.js';
import { dateOfEpochDay, type LocalDate } from '../time/localDate.js';
import { SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import { type CompiledRule, lastReadingBefore } from './compiledRules.js';

/** The segments of real time: a repeated hour is included twice, a skipped hour is not included. */
export function elapsedSegments(startEpoch: number, endEpoch: number, clock: Zone): RuleSegment[] {
  return splitIntoSegments(startEpoch, endEpoch, clock).map(toRuleSegment);
}

/**
 * The hours by clock time, from the clock time at the start to that at the end, as if there was no clock change: a
 * skipped hour is included, and a repeated one is included once. Empty if the clock time at the end is not later than
 * at the start.
 */
export function wallclockSegments(startEpoch: number, endEpoch: number, clock: Zone): RuleSegment[] {
  const elapsed = elapsedSegments(startEpoch, endEpoch, clock);
  const clockFrom = startEpoch + clock.offsetAt(startEpoch);
  const clockUntil = endEpoch + clock.offsetAt(endEpoch);
  if (clockUntil <= clockFrom) return [];
  const epochAt = (reading: number): number => epochShowing(reading, elapsed, endEpoch);
  // Also cut at clock changes, so that each segment is within real time or at one instant of it.
  const changes = elapsed.flatMap((segment) => [segment.clockFrom, segment.clockUntil]);
  const cuts = [...midnightsInside(clockFrom, clockUntil), ...changes].filter(
    (reading) => reading > clockFrom && reading < clockUntil,
  );
  const bounds = [clockFrom, ...[...new Set(cuts)].sort((a, b) => a - b), clockUntil];
  return bounds.slice(1).map((until, index) => {
    const from = bounds[index] ?? clockFrom;
    const epochDay = Math.floor(from / SECONDS_PER_DAY);
    const fromEpoch = epochAt(from);
    return {
      date: dateOfEpochDay(epochDay),
      epochDay,
      clockFrom: from,
      clockUntil: until,
      fromEpoch,
      toEpoch: until === clockUntil ? endEpoch : Math.min(fromEpoch + until - from, epochAt(until)),
      weightSeconds: until - from,
    };
  });
}

/** A segment without length, for an entry without length or with an unknown end. */
export function emptySegment(epoch: number, clock: Zone): RuleSegment {
  const epochDay = clock.dayAt(epoch);
  const reading = epoch + clock.offsetAt(epoch);
  return {
    date: dateOfEpochDay(epochDay),
    epochDay,
    clockFrom: reading,
    clockUntil: reading,
    fromEpoch: epoch,
    toEpoch: epoch,
    weightSeconds: 0,
  };
}

/** Cuts a segment at times of the day, given in seconds since midnight. */
export function cutAtClockTimes(segment: RuleSegment, times: readonly number[]): readonly RuleSegment[] {
  const cuts: number[] = [];
  for (const time of times) pushReadingsInside(cuts, segment, time);
  if (cuts.length === 0) return [segment];
  return cutAtReadings(
    segment,
    [...new Set(cuts)].sort((a, b) => a - b),
  );
}

/** The part of a segment between two shares of it, with its own weight; clock times are whole seconds. */
export function segmentPart(
  segment: RuleSegment,
  fromShare: number,
  untilShare: number,
  weight: number,
): RuleSegment {
  if (fromShare === 0 && untilShare === 1) return { ...segment, weightSeconds: weight };
  const at = (from: number, until: number, share: number): number =>
    from + Math.round((until - from) * share);
  return {
    ...segment,
    clockFrom: at(segment.clockFrom, segment.clockUntil, fromShare),
    clockUntil: at(segment.clockFrom, segment.clockUntil, untilShare),
    fromEpoch: at(segment.fromEpoch, segment.toEpoch, fromShare),
    toEpoch: at(segment.fromEpoch, segment.toEpoch, untilShare),
    weightSeconds: weight,
  };
}

/** Removes the weight of a break, given in counted seconds since the start of the first segment. */
export function excludeBreak(
  segments: readonly RuleSegment[],
  breakFrom: number,
  breakUntil: number,
): RuleSegment[] {
  let passed = 0;
  return segments.flatMap((segment) => {
    const toReading = segment.clockFrom - passed;
    passed += segment.clockUntil - segment.clockFrom;
    const [from, until] = [breakFrom + toReading, breakUntil + toReading];
    return cutAtReadings(segment, [from, until]).map((part) => {
      const isBreak = part.clockFrom >= from && part.clockUntil <= until;
      return isBreak ? { ...part, weightSeconds: 0 } : part;
    });
  });
}

function toRuleSegment({ date, epochDay, startEpoch, endEpoch, offsetSeconds }: Segment): RuleSegment {
  return {
    date,
    epochDay,
    clockFrom: startEpoch + offsetSeconds,
    clockUntil: endEpoch + offsetSeconds,
    fromEpoch: startEpoch,
    toEpoch: endEpoch,
    weightSeconds: endEpoch - startEpoch,
  };
}

/** The first instant of the work at which the clock showed at least this time. */
function epochShowing(reading: number, elapsed: readonly RuleSegment[], endEpoch: number): number {
  const reached = elapsed.find(({ clockUntil }) => clockUntil > reading);
  return reached === undefined ? endEpoch : reached.fromEpoch + Math.max(reading - reached.clockFrom, 0);
}

function midnightsInside(clockFrom: number, clockUntil: number): number[] {
  const midnights: number[] = [];
  const first = Math.floor(clockFrom / SECONDS_PER_DAY) + 1;
  for (let day = first; day * SECONDS_PER_DAY < clockUntil; day += 1) midnights.push(day * SECONDS_PER_DAY);
  return midnights;
}

/** Clock times strictly inside the segment whose time of day is `time`. */
function pushReadingsInside(readings: number[], segment: RuleSegment, time: number): void {
  for (
    let reading = lastReadingBefore(time, segment.clockUntil - 1);
    reading > segment.clockFrom;
    reading -= SECONDS_PER_DAY
  ) {
    readings.push(reading);
  }
}

/** Cuts at ascending clock times; those at or beyond the ends are ignored. */
function cutAtReadings(segment: RuleSegment, readings: readonly number[]): RuleSegment[] {
  const inside = readings.filter((reading) => reading > segment.clockFrom && reading < segment.clockUntil);
  if (inside.length === 0) return [segment];
  const bounds = [segment.clockFrom, ...inside, segment.clockUntil];
  return bounds.slice(1).map((clockUntil, index) => {
    const clockFrom = bounds[index] ?? segment.clockFrom;
    const isLast = clockUntil === segment.clockUntil;
    return {
      ...segment,
      clockFrom,
      clockUntil,
      fromEpoch: Math.min(segment.fromEpoch + clockFrom - segment.clockFrom, segment.toEpoch),
      toEpoch: isLast
        ? segment.toEpoch
        : Math.min(segment.fromEpoch + clockUntil - segment.clockFrom, segment.toEpoch),
      weightSeconds: segment.weightSeconds === 0 ? 0 : clockUntil - clockFrom,
    };
  });
}

/** A section of an entry on one local day, with one offset. */
export interface RuleSegment {
  /** The local day on which it was worked. */
  readonly date: LocalDate;
  readonly epochDay: number;
  /** Local clock times, in seconds since 1970-01-01T00:00:00 on that clock. */
  readonly clockFrom: number;
  readonly clockUntil: number;
  readonly fromEpoch: number;
  readonly toEpoch: number;
  /** The weight for net minutes: seconds, or a multiple of them that is constant for the entry; 0 in a break. */
  readonly weightSeconds: number;
  /** The result of the rules; absent before they are evaluated. */
  readonly rules?: SegmentRules | undefined;
}

/** The rules of a section of a day, for any entry. */
export interface SegmentRules {
  /** Days since 1970; the local day, unless working days begin after midnight. */
  readonly workingDay: number;
  /** Base rules except overtime that can take it, in order. */
  readonly base: readonly RuleMatch[];
  readonly loadings: readonly RuleMatch[];
  /** Set if it is the same for every entry. */
  readonly sameForAll: AppliedRules | undefined;
}

/**
 * A rule that takes a segment of entries that began before an instant, in epoch seconds; infinite if the start does not
 * matter.
 */
export interface RuleMatch {
  readonly rule: CompiledRule;
  readonly startedBefore: number;
  /** The same for entries that began on the working day before, which extends to the segment. */
  readonly reachedBefore: number;
  /** It takes only segments of people for whom the day is a rest day. */
  readonly needsRestDay: boolean;
}

/** The rules of a segment except overtime: its base code, and the first loading of each group. */
export interface AppliedRules {
  readonly base: CompiledRule;
  readonly loadings: readonly CompiledRule[];
  readonly workingDate: LocalDate;
}
