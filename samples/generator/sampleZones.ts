import { dateOf, lastWeekdayOfMonth } from './calendar.js';

/** The zones of the sample employer. */
export type SampleZone = 'Europe/Brussels' | 'Africa/Cairo';

const SECONDS_PER_DAY = 86_400;
const THURSDAY = 3;
const FRIDAY = 4;
const SUNDAY = 6;

interface Summer {
  readonly fromEpochSeconds: number;
  readonly toEpochSeconds: number;
}

interface ZoneRule {
  readonly standardSeconds: number;
  readonly summerOf: (year: number) => Summer;
}

/**
 * The clock-change rules in force since 2023 (tz database 2026f; test/samples proves them against zoneinfo):
 * Belgium changes at 01:00 UTC on the last Sundays of March and October; Egypt when the last Friday of April
 * begins (22:00 UTC of the day before) and when the last Thursday of October ends (21:00 UTC, so that the hour
 * before midnight happens twice).
 */
const RULES: Readonly<Record<SampleZone, ZoneRule>> = {
  'Europe/Brussels': {
    standardSeconds: 3600,
    summerOf: (year) => ({
      fromEpochSeconds: lastWeekdayOfMonth(year, 3, SUNDAY) * SECONDS_PER_DAY + 3600,
      toEpochSeconds: lastWeekdayOfMonth(year, 10, SUNDAY) * SECONDS_PER_DAY + 3600,
    }),
  },
  'Africa/Cairo': {
    standardSeconds: 7200,
    summerOf: (year) => ({
      fromEpochSeconds: lastWeekdayOfMonth(year, 4, FRIDAY) * SECONDS_PER_DAY - 2 * 3600,
      toEpochSeconds: lastWeekdayOfMonth(year, 10, THURSDAY) * SECONDS_PER_DAY + 21 * 3600,
    }),
  },
};

const summers = {
  'Europe/Brussels': new Map<number, Summer>(),
  'Africa/Cairo': new Map<number, Summer>(),
} as const satisfies Record<SampleZone, unknown>;

function summerOf(zone: SampleZone, year: number): Summer {
  const known = summers[zone].get(year);
  if (known !== undefined) return known;
  const summer = RULES[zone].summerOf(year);
  summers[zone].set(year, summer);
  return summer;
}

/** Seconds east of UTC at an instant. Correct for 2024 to 2037. */
export function offsetSecondsAt(zone: SampleZone, epochSeconds: number): number {
  const year = Number(dateOf(Math.floor(epochSeconds / SECONDS_PER_DAY)).slice(0, 4));
  const summer = summerOf(zone, year);
  const isSummer = epochSeconds >= summer.fromEpochSeconds && epochSeconds < summer.toEpochSeconds;
  return RULES[zone].standardSeconds + (isSummer ? 3600 : 0);
}

/**
 * The instant of a local clock time; the first of two if it occurs twice. If the clock skips it, the time is read with
 * the offset before the change. `minuteOfDay` may be outside 0 to 1439.
 */
export function instantOf(zone: SampleZone, dayNumber: number, minuteOfDay: number): number {
  const local = dayNumber * SECONDS_PER_DAY + minuteOfDay * 60;
  const { standardSeconds } = RULES[zone];
  const inSummer = local - standardSeconds - 3600;
  return offsetSecondsAt(zone, inSummer) === standardSeconds + 3600 ? inSummer : local - standardSeconds;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** `2026-10-25T02:30:00+02:00`: the local date-time with its offset. */
export function stampOf(zone: SampleZone, epochSeconds: number): string {
  const offset = offsetSecondsAt(zone, epochSeconds);
  const local = epochSeconds + offset;
  const ofDay = local % SECONDS_PER_DAY;
  const clock = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60].map(twoDigits).join(':');
  return `${dateOf(Math.floor(local / SECONDS_PER_DAY))}T${clock}+${twoDigits(offset / 3600)}:00`;
}

/** The local date of an instant. */
export function localDateAt(zone: SampleZone, epochSeconds: number): string {
  return dateOf(Math.floor((epochSeconds + offsetSecondsAt(zone, epochSeconds)) / SECONDS_PER_DAY));
}
