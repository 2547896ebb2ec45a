import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { dateOfEpochDay, type LocalDate } from './localDate.js';

export const SECONDS_PER_DAY = 86_400;

/** The tables are complete until here; zones that still change then have rules that continue forever. */
const TABLES_COMPLETE_UNTIL = Date.UTC(2037, 0, 1) / 1000;

/** The changes of a zone's offset from UTC, as typed arrays for speed. */
export interface Transitions {
  /** Instants of offset changes in epoch seconds, ascending. */
  readonly at: Float64Array;
  /** Seconds east of UTC: `offsets[0]` before the first instant, `offsets[i + 1]` from `at[i]` on. */
  readonly offsets: Int32Array;
}

/** A change of the clocks. */
export interface ClockChange {
  readonly epochSeconds: number;
  /** Seconds by which the clocks move: 3600 forward, -3600 back. */
  readonly changeSeconds: number;
}

/**
 * A time zone: the offset at an instant, and the start of local days. A local day starts at the first instant with that
 * local date and lasts until the next day starts, even if clocks go back across midnight, or if 00:00 or a whole day
 * does not exist. Instants are whole epoch seconds; days are counted from 1970-01-01 (`dateOfEpochDay`).
 */
export class Zone {
  readonly name: string;
  /** The canonical zone of `name`: equal for two names of one zone. */
  readonly canonicalName: string;
  readonly #at: Float64Array;
  readonly #offsets: Int32Array;
  /** The latest local day that began before the segment: during the segment no earlier day can apply. */
  readonly #dayReached: Float64Array;
  /** The table ends here. */
  readonly #horizon: number;
  /** The segment of the last look-up and its bounds, because consecutive look-ups are usually close together. */
  #lastSegment = 0;
  #lastFrom = Number.POSITIVE_INFINITY;
  #lastUntil = Number.NEGATIVE_INFINITY;
  /** By the time at which days begin. */
  readonly #laterDays = new Map<number, Zone>();

  constructor(name: string, canonicalName: string, transitions: Transitions) {
    this.name = name;
    this.canonicalName = canonicalName;
    this.#at = transitions.at;
    this.#offsets = transitions.offsets;
    this.#dayReached = daysReached(transitions);
    const last = transitions.at.at(-1) ?? Number.NEGATIVE_INFINITY;
    this.#horizon = last >= TABLES_COMPLETE_UNTIL ? last : Number.POSITIVE_INFINITY;
  }

  /** Seconds east of UTC. @throws PaytallyError ZONE_BEYOND_TABLE after the years that the table covers. */
  offsetAt(epochSeconds: number): number {
    return this.#offsets[this.#segmentAt(epochSeconds)] ?? 0;
  }

  /** The local day of the instant, as days since 1970-01-01. @throws as {@link offsetAt}. */
  dayAt(epochSeconds: number): number {
    const segment = this.#segmentAt(epochSeconds);
    const day = Math.floor((epochSeconds + (this.#offsets[segment] ?? 0)) / SECONDS_PER_DAY);
    const reached = this.#dayReached[segment] ?? day;
    return Math.max(day, reached);
  }

  /**
   * The first instant of a local day, in epoch seconds. A day that does not exist starts with the next one: it is
   * 0 seconds long. @throws as {@link offsetAt}.
   */
  dayStart(epochDay: number): number {
    const segment = this.#segmentOfDayStart(epochDay);
    const midnight = epochDay * SECONDS_PER_DAY - (this.#offsets[segment] ?? 0);
    const start = segment === 0 ? midnight : Math.max(midnight, this.#at[segment - 1] ?? midnight);
    if (start >= this.#horizon) throw this.#beyondTable(start);
    return asInteger(start);
  }

  /** The length of a local day: 86400 on most, 0 if the day does not exist. @throws as {@link offsetAt}. */
  daySeconds(epochDay: number): number {
    return this.dayStart(epochDay + 1) - this.dayStart(epochDay);
  }

  /** The clock changes after `from` and up to `to`, both in epoch seconds; `to` is inclusive, `from` exclusive. */
  transitionsBetween(from: number, to: number): readonly ClockChange[] {
    const changes: ClockChange[] = [];
    for (let i = this.#segmentAt(from); i < this.#at.length; i += 1) {
      const epochSeconds = this.#at[i] ?? Number.POSITIVE_INFINITY;
      if (epochSeconds > to) break;
      changes.push({ epochSeconds, changeSeconds: (this.#offsets[i + 1] ?? 0) - (this.#offsets[i] ?? 0) });
    }
    return changes;
  }

  /**
   * The same clock with days that begin at a time after midnight, in seconds: a day then starts at the first instant at
   * which the clock shows this time, and lasts until the next day starts.
   */
  withDayStart(seconds: number): Zone {
    if (seconds === 0) return this;
    const known = this.#laterDays.get(seconds);
    if (known !== undefined) return known;
    const days = new Zone(this.name, this.canonicalName, {
      at: this.#at,
      offsets: this.#offsets.map((offset) => offset - seconds),
    });
    this.#laterDays.set(seconds, days);
    return days;
  }

  #segmentAt(epochSeconds: number): number {
    if (epochSeconds >= this.#lastFrom && epochSeconds < this.#lastUntil) return this.#lastSegment;
    if (!(epochSeconds < this.#horizon)) throw this.#beyondTable(epochSeconds);
    const segment = countUpTo(this.#at, epochSeconds);
    this.#lastSegment = segment;
    this.#lastFrom = segment === 0 ? Number.NEGATIVE_INFINITY : (this.#at[segment - 1] ?? 0);
    this.#lastUntil = this.#at[segment] ?? Number.POSITIVE_INFINITY;
    return segment;
  }

  /** The first segment with a part of the day: the last segment before which the day had not begun. */
  #segmentOfDayStart(epochDay: number): number {
    const last = this.#lastSegment;
    const begunBefore = this.#dayReached[last] ?? epochDay;
    const begunAfter = this.#dayReached[last + 1] ?? Number.POSITIVE_INFINITY;
    if (begunBefore < epochDay && begunAfter >= epochDay) return last;
    return Math.max(countUpTo(this.#dayReached, epochDay - 1) - 1, 0);
  }

  #beyondTable(epochSeconds: number): PaytallyError {
    const end = new Date(this.#horizon * 1000).toISOString().slice(0, 10);
    const record = new Date(epochSeconds * 1000).toJSON() ?? `${epochSeconds} seconds since 1970`;
    return new PaytallyError('ZONE_BEYOND_TABLE', message('zones.beyondTable', { zone: this.name, end }), {
      record,
    });
  }
}

/** A zone with a fixed offset, named as in ISO 8601: `+02:00`. */
export function fixedZone(offsetSeconds: number): Zone {
  const name = formatOffset(offsetSeconds);
  return new Zone(name, name, { at: new Float64Array(0), offsets: Int32Array.of(offsetSeconds) });
}

/** `+02:00`; with seconds if not zero. */
export function formatOffset(offsetSeconds: number): string {
  const size = Math.abs(offsetSeconds);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
  const shown = parts[2] === 0 ? parts.slice(0, 2) : parts;
  return (offsetSeconds < 0 ? '-' : '+') + shown.map((part) => String(part).padStart(2, '0')).join(':');
}

function daysReached({ at, offsets }: Transitions): Float64Array {
  const reached = new Float64Array(offsets.length);
  reached[0] = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < offsets.length; i += 1) {
    const lastInstant = (at[i - 1] ?? 0) - 1;
    const day = Math.floor((lastInstant + (offsets[i - 1] ?? 0)) / SECONDS_PER_DAY);
    reached[i] = Math.max(reached[i - 1] ?? day, day);
  }
  return reached;
}

/** The number of ascending values up to `limit`. */
function countUpTo(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The same whole number. V8 stores a number from a list of floats, or from a division, as a float: every object with
 * it, or with a result computed from it, then has an extra heap object. Used for numbers in millions of objects.
 */
export function asInteger(whole: number): number {
  return Math.floor(whole);
}

/** The local day of an instant (epoch seconds). @throws PaytallyError ZONE_BEYOND_TABLE. */
export function localDateAt(epochSeconds: number, zone: Zone): LocalDate {
  return dateOfEpochDay(zone.dayAt(epochSeconds));
}
