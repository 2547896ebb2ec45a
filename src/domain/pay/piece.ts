import { dateOfDay } from '../time/dayOf.js';
import type { LocalDate } from '../time/localDate.js';
import { type Segment, type SegmentZones, segments } from '../time/segments.js';
import { SECONDS_PER_DAY } from '../time/zone.js';
import { lastReadingOf } from './clockTime.js';

/** A stretch of an entry for which every rule has one answer. */
export interface Piece {
  /** The local day on which it was worked. */
  readonly date: LocalDate;
  readonly epochDay: number;
  /** Readings of the clock on the wall, in seconds since 1970-01-01T00:00:00 on that clock. */
  readonly clockFrom: number;
  readonly clockUntil: number;
  readonly fromEpoch: number;
  readonly toEpoch: number;
  /** Seconds that net minutes are shared by: 0 in a break. */
  readonly weightSeconds: number;
}

/** The pieces of real time: in a repeated hour both passes are there, a skipped hour is in none. */
export function elapsedPieces(startEpoch: number, endEpoch: number, zones: SegmentZones): Piece[] {
  return segments(startEpoch, endEpoch, zones).map(pieceOfSegment);
}

/** A piece without length, for an entry that has none or whose end is not known. */
export function pointPiece(epoch: number, { zone, dayZone }: SegmentZones): Piece {
  const epochDay = dayZone.dayAt(epoch);
  const clock = epoch + zone.offsetAt(epoch);
  return {
    date: dateOfDay(epochDay),
    epochDay,
    clockFrom: clock,
    clockUntil: clock,
    fromEpoch: epoch,
    toEpoch: epoch,
    weightSeconds: 0,
  };
}

/**
 * The pieces as the clock on the wall shows them: a skipped hour is a piece without real time, and of a repeated
 * hour the second pass is left out. Their seconds are those between the readings at start and end.
 */
export function wallclockPieces(elapsed: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  let reached = elapsed[0]?.clockFrom ?? 0;
  for (const piece of elapsed) {
    if (piece.clockFrom > reached) pieces.push(...skippedPieces(reached, piece));
    if (piece.clockUntil > reached) pieces.push(laterPart(piece, Math.max(piece.clockFrom, reached)));
    reached = Math.max(reached, piece.clockUntil);
  }
  return pieces;
}

/** Cuts pieces at times of the day, given in seconds since midnight. */
export function cutAtTimes(pieces: readonly Piece[], times: readonly number[]): Piece[] {
  return pieces.flatMap((piece) => {
    const cuts = times.flatMap((time) => readingsInside(piece, time));
    return cutPiece(
      piece,
      [...new Set(cuts)].sort((a, b) => a - b),
    );
  });
}

/** Takes the weight from what lies in a break (epoch seconds). */
export function withBreak(pieces: readonly Piece[], breakFrom: number, breakUntil: number): Piece[] {
  return pieces.flatMap((piece) => {
    const toClock = piece.clockFrom - piece.fromEpoch;
    const cuts = [breakFrom, breakUntil].filter((epoch) => epoch > piece.fromEpoch && epoch < piece.toEpoch);
    return cutPiece(
      piece,
      cuts.map((epoch) => epoch + toClock),
    ).map((part) => {
      const isBreak =
        part.fromEpoch >= breakFrom && part.toEpoch <= breakUntil && part.toEpoch > part.fromEpoch;
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

/** The readings from `clockFrom` until the piece `next`, cut at midnights: where clocks skip one, two days share it. */
function skippedPieces(clockFrom: number, next: Piece): Piece[] {
  const epochDay = Math.floor(clockFrom / SECONDS_PER_DAY);
  const skipped = {
    date: dateOfDay(epochDay),
    epochDay,
    clockFrom,
    clockUntil: next.clockFrom,
    fromEpoch: next.fromEpoch,
    toEpoch: next.fromEpoch,
    weightSeconds: next.clockFrom - clockFrom,
  };
  return cutAtTimes([skipped], [0]).map((piece) => {
    const day = Math.floor(piece.clockFrom / SECONDS_PER_DAY);
    return { ...piece, epochDay: day, date: dateOfDay(day) };
  });
}

function laterPart(piece: Piece, clockFrom: number): Piece {
  const [first, second] = cutPiece(piece, [clockFrom]);
  return second ?? first ?? piece;
}

/** Readings strictly inside the piece whose time of day is `time`. */
function readingsInside(piece: Piece, time: number): number[] {
  const readings: number[] = [];
  for (
    let reading = lastReadingOf(time, piece.clockUntil - 1);
    reading > piece.clockFrom;
    reading -= SECONDS_PER_DAY
  ) {
    readings.push(reading);
  }
  return readings;
}

/** Cuts at ascending readings of the clock; those at or beyond the ends cut nothing off. */
function cutPiece(piece: Piece, readings: readonly number[]): Piece[] {
  const inside = readings.filter((reading) => reading > piece.clockFrom && reading < piece.clockUntil);
  const bounds = [piece.clockFrom, ...inside, piece.clockUntil];
  return bounds.slice(1).map((clockUntil, index) => {
    const clockFrom = bounds[index] ?? piece.clockFrom;
    return {
      ...piece,
      clockFrom,
      clockUntil,
      // A skipped hour has no real time: its parts all lie at the one instant of the change.
      fromEpoch: Math.min(piece.fromEpoch + clockFrom - piece.clockFrom, piece.toEpoch),
      toEpoch: Math.min(piece.fromEpoch + clockUntil - piece.clockFrom, piece.toEpoch),
      weightSeconds: piece.weightSeconds === 0 ? 0 : clockUntil - clockFrom,
    };
  });
}
