const SCALES = [1, 10, 100, 1000, 10_000];
const MOST_DIGITS = 15;

/** Half away from zero, by the displayed decimal digits, like Excel's ROUND; undefined for odd `digits`. */
export function roundDecimal(value: number, digits: number): number | undefined {
  if (!Number.isInteger(digits) || Math.abs(digits) > MOST_DIGITS) return undefined;
  const scale = SCALES[digits] ?? 10 ** digits;
  const scaled = Math.abs(value) * scale;
  const isNearHalf = Math.abs(scaled - Math.floor(scaled) - 0.5) < 1e-6;
  if (digits >= 0 && scaled < 1e9 && !isNearHalf) return (Math.sign(value) * Math.round(scaled)) / scale;
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toPrecision(15).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole = '0', power = '0'] = String(shifted).split('e');
  return Math.sign(value) * Number(`${whole}e${Number(power) - digits}`);
}

export const MINUTES_PER_DAY = 1440;

const knownTimes = new Map<string, number>();

/** Part of a day for `HH:MM` or `HH:MM:SS`. */
export function dayFraction(time: string): number | undefined {
  const seen = knownTimes.get(time);
  if (seen !== undefined) return seen;
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(time);
  if (!found) return undefined;
  const minutes = Number(found[1]) * 60 + Number(found[2]) + Number(found[3] ?? 0) / 60;
  if (time.length === 5) knownTimes.set(time, minutes / MINUTES_PER_DAY);
  return minutes / MINUTES_PER_DAY;
}

/** Whether a text is an existing day `YYYY-MM-DD` of the years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Day and time on the local clock, without the offset of the timestamp. */
export function wallClock(timestamp: string): { date: string; time: string } | undefined {
  const found =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2}(?::\d{2})?)?$/.exec(
      timestamp,
    );
  return found?.[1] !== undefined && found[2] !== undefined ? { date: found[1], time: found[2] } : undefined;
}
