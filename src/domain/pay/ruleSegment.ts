import { type Segment, segments } from '../time/attribution.js';
import type { LocalDate } from '../time/localDate.js';
import { dateOfDay, SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import { type CompiledRule, lastReadingOf } from './compiledRules.js';

/** The pieces of real time: in a repeated hour both passes are there, a skipped hour is in none. */
export function elapsedPieces(startEpoch: number, endEpoch: number, clock: Zone): Piece[] {
  return segments(startEpoch, endEpoch, clock).map(pieceOfSegment);
}

/**
 * The hours that the clock shows, from its reading at the start to its reading at the end, as if it had not changed:
 * a skipped hour is there, and a repeated one is there once. None where the end reads no later than the start.
 */
export function wallclockPieces(startEpoch: number, endEpoch: number, clock: Zone): Piece[] {
  const elapsed = elapsedPieces(startEpoch, endEpoch, clock);
  const clockFrom = startEpoch + clock.offsetAt(startEpoch);
  const clockUntil = endEpoch + clock.offsetAt(endEpoch);
  if (clockUntil <= clockFrom) return [];
  const epochAt = (reading: number): number => epochShowing(reading, elapsed, endEpoch);
  // Also where the clocks change, so that each piece lies in real time or at one instant of it.
  const changes = elapsed.flatMap((piece) => [piece.clockFrom, piece.clockUntil]);
  const cuts = [...midnightsInside(clockFrom, clockUntil), ...changes].filter(
    (reading) => reading > clockFrom && reading < clockUntil,
  );
  const bounds = [clockFrom, ...[...new Set(cuts)].sort((a, b) => a - b), clockUntil];
  return bounds.slice(1).map((until, index) => {
    const from = bounds[index] ?? clockFrom;
    const epochDay = Math.floor(from / SECONDS_PER_DAY);
    const fromEpoch = epochAt(from);
    return {
      date: dateOfDay(epochDay),
      epochDay,
      clockFrom: from,
      clockUntil: until,
      fromEpoch,
      toEpoch: until === clockUntil ? endEpoch : Math.min(fromEpoch + until - from, epochAt(until)),
      weightSeconds: until - from,
    };
  });
}

/** A piece without length, for an entry that has none or whose end is not known. */
export function pointPiece(epoch: number, clock: Zone): Piece {
  const epochDay = clock.dayAt(epoch);
  const reading = epoch + clock.offsetAt(epoch);
  return {
    date: dateOfDay(epochDay),
    epochDay,
    clockFrom: reading,
    clockUntil: reading,
    fromEpoch: epoch,
    toEpoch: epoch,
    weightSeconds: 0,
  };
}

/** Cuts a piece at times of the day, given in seconds since midnight. */
export function cutAtTimes(piece: Piece, times: readonly number[]): readonly Piece[] {
  const cuts: number[] = [];
  for (const time of times) pushReadingsInside(cuts, piece, time);
  if (cuts.length === 0) return [piece];
  return cutPiece(
    piece,
    [...new Set(cuts)].sort((a, b) => a - b),
  );
}

/** The part of a piece between two shares of it, with a weight of its own; readings are whole seconds. */
export function partOfPiece(piece: Piece, fromShare: number, untilShare: number, weight: number): Piece {
  if (fromShare === 0 && untilShare === 1) return { ...piece, weightSeconds: weight };
  const at = (from: number, until: number, share: number): number =>
    from + Math.round((until - from) * share);
  return {
    ...piece,
    clockFrom: at(piece.clockFrom, piece.clockUntil, fromShare),
    clockUntil: at(piece.clockFrom, piece.clockUntil, untilShare),
    fromEpoch: at(piece.fromEpoch, piece.toEpoch, fromShare),
    toEpoch: at(piece.fromEpoch, piece.toEpoch, untilShare),
    weightSeconds: weight,
  };
}

/** Takes the weight from what lies in a break, given in seconds that count since the first piece began. */
export function withBreak(pieces: readonly Piece[], breakFrom: number, breakUntil: number): Piece[] {
  let passed = 0;
  return pieces.flatMap((piece) => {
    const toReading = piece.clockFrom - passed;
    passed += piece.clockUntil - piece.clockFrom;
    const [from, until] = [breakFrom + toReading, breakUntil + toReading];
    return cutPiece(piece, [from, until]).map((part) => {
      const isBreak = part.clockFrom >= from && part.clockUntil <= until;
      return isBreak ? { ...part, weightSeconds: 0 } : part;
    });
  });
}

function pieceOfSegment({ date, epochDay, startEpoch, endEpoch, offsetSeconds }: Segment): Piece {
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

/** The first instant of the work at which the clock had reached the reading. */
function epochShowing(reading: number, elapsed: readonly Piece[], endEpoch: number): number {
  const reached = elapsed.find(({ clockUntil }) => clockUntil > reading);
  return reached === undefined ? endEpoch : reached.fromEpoch + Math.max(reading - reached.clockFrom, 0);
}

function midnightsInside(clockFrom: number, clockUntil: number): number[] {
  const midnights: number[] = [];
  const first = Math.floor(clockFrom / SECONDS_PER_DAY) + 1;
  for (let day = first; day * SECONDS_PER_DAY < clockUntil; day += 1) midnights.push(day * SECONDS_PER_DAY);
  return midnights;
}

/** Readings strictly inside the piece whose time of day is `time`. */
function pushReadingsInside(readings: number[], piece: Piece, time: number): void {
  for (
    let reading = lastReadingOf(time, piece.clockUntil - 1);
    reading > piece.clockFrom;
    reading -= SECONDS_PER_DAY
  ) {
    readings.push(reading);
  }
}

/** Cuts at ascending readings of the clock; those at or beyond the ends cut nothing off. */
function cutPiece(piece: Piece, readings: readonly number[]): Piece[] {
  const inside = readings.filter((reading) => reading > piece.clockFrom && reading < piece.clockUntil);
  if (inside.length === 0) return [piece];
  const bounds = [piece.clockFrom, ...inside, piece.clockUntil];
  return bounds.slice(1).map((clockUntil, index) => {
    const clockFrom = bounds[index] ?? piece.clockFrom;
    const isLast = clockUntil === piece.clockUntil;
    return {
      ...piece,
      clockFrom,
      clockUntil,
      fromEpoch: Math.min(piece.fromEpoch + clockFrom - piece.clockFrom, piece.toEpoch),
      toEpoch: isLast
        ? piece.toEpoch
        : Math.min(piece.fromEpoch + clockUntil - piece.clockFrom, piece.toEpoch),
      weightSeconds: piece.weightSeconds === 0 ? 0 : clockUntil - clockFrom,
    };
  });
}

/** A stretch of an entry on one local day, with one offset. */
export interface Piece {
  /** The local day on which it was worked. */
  readonly date: LocalDate;
  readonly epochDay: number;
  /** Readings of the clock on the wall, in seconds since 1970-01-01T00:00:00 on that clock. */
  readonly clockFrom: number;
  readonly clockUntil: number;
  readonly fromEpoch: number;
  readonly toEpoch: number;
  /** What net minutes are shared by: seconds, or a multiple of them that is one for the whole entry; 0 in a break. */
  readonly weightSeconds: number;
  /** What rules make of it; absent where nobody has looked yet. */
  readonly cell?: PayCell | undefined;
}

/** What rules make of a stretch of a day, whatever entry it belongs to. */
export interface PayCell {
  /** Days since 1970; the local day, unless working days begin later than at midnight. */
  readonly workingDay: number;
  /** Base rules but overtime that can take it, in order. */
  readonly base: readonly Taking[];
  readonly loadings: readonly Taking[];
  /** Where it is the same for every entry. */
  readonly certain: Winners | undefined;
}

/** A rule that takes a piece of entries that began early enough, in epoch seconds; infinite where that is all the same. */
export interface Taking {
  readonly rule: CompiledRule;
  readonly startedBefore: number;
  /** The same for entries that began on the working day before, which reaches to the piece. */
  readonly reachedBefore: number;
}

/** What rules but overtime make of a piece: its base code, and its loadings, of each group the first. */
export interface Winners {
  readonly base: CompiledRule;
  readonly loadings: readonly CompiledRule[];
  readonly workingDate: LocalDate;
}
