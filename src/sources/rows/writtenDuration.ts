/** A duration as written, and how exactly it is known. */
export interface WrittenDuration {
  readonly seconds: number;
  /** Differences of at least this much count: decimals are rounded. */
  readonly differsFromSeconds: number;
  /** Whether it was written with seconds. */
  readonly hasSeconds?: boolean;
}

const CLOCK = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/;
const DECIMAL = /^(\d{1,2})(?:[.,](\d{1,4}))?$/;
const ISO = /^PT(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})(?:\.\d+)?S)?$/;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const LONGEST_DECIMAL_SECONDS = 24 * HOUR_SECONDS;

/**
 * Reads `7:30`, `07:30:00`, hours with decimals such as `7.5` or `7,50`, and `PT7H30M`. A number above 24 is no number
 * of hours: it could be minutes or seconds.
 */
export function readDuration(text: string): WrittenDuration | undefined {
  const clock = CLOCK.exec(text) ?? ISO.exec(text);
  if (clock !== null) {
    const [, hours = '0', minutes = '0', seconds] = clock;
    const whole = Number(hours) * HOUR_SECONDS + Number(minutes) * MINUTE_SECONDS + Number(seconds ?? 0);
    return { seconds: whole, differsFromSeconds: MINUTE_SECONDS, hasSeconds: seconds !== undefined };
  }
  const [, hours, decimals = ''] = DECIMAL.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const minutes = Math.round(Number(`${hours}.${decimals}`) * 60);
  if (minutes * MINUTE_SECONDS > LONGEST_DECIMAL_SECONDS) return undefined;
  const rounding = decimals === '' ? 0 : HOUR_SECONDS / 10 ** decimals.length / 2;
  return { seconds: minutes * MINUTE_SECONDS, differsFromSeconds: MINUTE_SECONDS + rounding };
}

/** Whether a duration is that of a span, as exactly as it was written. */
export function isSameLength(
  { seconds, differsFromSeconds }: WrittenDuration,
  elapsedSeconds: number,
): boolean {
  return Math.abs(elapsedSeconds - seconds) < differsFromSeconds;
}

/** `0:30` or `00:30:00` in whole minutes; undefined if it is neither, or has seconds. */
export function readClockMinutes(text: string): number | undefined {
  const [, hours, minutes, seconds = '0'] = CLOCK.exec(text) ?? [];
  if (hours === undefined || Number(seconds) !== 0) return undefined;
  return Number(hours) * 60 + Number(minutes);
}
