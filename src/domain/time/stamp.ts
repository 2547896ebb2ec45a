import { parseEpochDay, twoDigits } from './localDate.js';
import { formatOffset, type Zone } from './zone.js';

/** A point in time as the service wrote it: local date-time with its own offset. */
export interface Stamp {
  /** The text as received. */
  readonly text: string;
  /** The instant in whole seconds since 1970-01-01T00:00:00Z: local part minus offset; fractions are cut off. */
  readonly epochSeconds: number;
  /** East of UTC is positive. */
  readonly offsetSeconds: number;
}

/** Why a text is not a stamp; the texts are `fields.stamp.*` of the catalogues. */
export type StampProblem = 'form' | 'noDate' | 'noTime' | 'noOffset' | 'wrongOffset';

/** The same limit as Java's ZoneOffset; no zone was ever further from UTC. */
const MAX_OFFSET_SECONDS = 18 * 3600;
const COLON = 58;
const HYPHEN = 45;
const PLUS = 43;

/**
 * Reads `<date>T<time><offset>`: time `HH:MM`, `HH:MM:SS` or with a fraction, which is cut off; offset `Z`, `+HH:MM`,
 * `+HHMM` or `+HH`, also with seconds. For other text the reason is returned: a stamp without an offset is not an
 * instant, and an impossible date is never changed to a possible one.
 */
export function parseStamp(text: string): Stamp | StampProblem {
  const date = parseEpochDay(text);
  if (date === undefined || text.charCodeAt(10) !== 84 || text.charCodeAt(13) !== COLON) return 'form';
  if (Number.isNaN(date)) return 'noDate';
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const hasSeconds = text.charCodeAt(16) === COLON;
  const second = hasSeconds ? twoDigits(text, 17) : 0;
  if (hour < 0 || minute < 0 || second < 0) return 'form';
  if (hour > 23 || minute > 59 || second > 59) return 'noTime';
  const end = hasSeconds ? endOfFraction(text, 19) : 16;
  if (end === text.length) return 'noOffset';
  const offsetSeconds = offsetAt(text, end);
  if (offsetSeconds === undefined) return 'form';
  if (Math.abs(offsetSeconds) > MAX_OFFSET_SECONDS || Number.isNaN(offsetSeconds)) return 'wrongOffset';
  const epochSeconds = date * 86_400 + hour * 3600 + minute * 60 + second - offsetSeconds;
  return { text, epochSeconds, offsetSeconds };
}

/** The local clock time, in seconds since 1970-01-01T00:00:00 on that clock. */
export function wallClockSeconds(stamp: Stamp): number {
  return stamp.epochSeconds + stamp.offsetSeconds;
}

/** The position after `.` or `,` and at least one digit; `at` itself if there is no fraction. */
function endOfFraction(text: string, at: number): number {
  const mark = text.charCodeAt(at);
  if (mark !== 46 && mark !== 44) return at;
  let end = at + 1;
  while (text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end += 1;
  return end === at + 1 ? at : end;
}

/** The offset at the end of the text, in seconds; NaN for 60 minutes or more, undefined without an offset. */
function offsetAt(text: string, at: number): number | undefined {
  const sign = text.charCodeAt(at);
  if (sign === 90) return text.length === at + 1 ? 0 : undefined;
  if (sign !== PLUS && sign !== HYPHEN) return undefined;
  const colon = text.charCodeAt(at + 3) === COLON ? 1 : 0;
  const parts = (text.length - at - 1 + colon) / (2 + colon);
  if (parts !== 1 && parts !== 2 && parts !== 3) return undefined;
  if (parts === 3 && colon === 1 && text.charCodeAt(at + 6) !== COLON) return undefined;
  const hours = twoDigits(text, at + 1);
  const minutes = parts > 1 ? twoDigits(text, at + 3 + colon) : 0;
  const seconds = parts > 2 ? twoDigits(text, at + 5 + 2 * colon) : 0;
  if (hours < 0 || minutes < 0 || seconds < 0) return undefined;
  if (minutes > 59 || seconds > 59) return Number.NaN;
  const size = hours * 3600 + minutes * 60 + seconds;
  return sign === HYPHEN ? 0 - size : size;
}

/** Whole minutes between two instants; seconds that do not fill a minute are cut off. */
export function elapsedMinutes(start: Stamp, end: Stamp): number {
  return Math.trunc((end.epochSeconds - start.epochSeconds) / 60);
}

/**
 * Whole minutes between two local clock times: the result of subtracting clock times. Across a clock change it differs
 * from {@link elapsedMinutes}, and it can be negative.
 */
export function clockMinutes(start: Stamp, end: Stamp): number {
  return Math.trunc((wallClockSeconds(end) - wallClockSeconds(start)) / 60);
}

/** A stamp written by the program: an instant with an offset. */
export function createStamp(epochSeconds: number, offsetSeconds: number): Stamp {
  const local = new Date((epochSeconds + offsetSeconds) * 1000).toISOString().slice(0, 19);
  return { text: `${local}${formatOffset(offsetSeconds)}`, epochSeconds, offsetSeconds };
}

/** An instant in the zone's clock time, with its offset: `2026-11-03T06:00:00+01:00`. */
export function formatInstant(epochSeconds: number, zone: Zone): string {
  return createStamp(epochSeconds, zone.offsetAt(epochSeconds)).text;
}
