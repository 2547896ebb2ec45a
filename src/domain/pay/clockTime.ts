import { SECONDS_PER_DAY } from '../time/zone.js';
import type { ClockTime, ClockWindow } from './conditions.js';

/** Seconds of the day. */
export interface Window {
  readonly from: number;
  /** Not later than `from` where the window goes over midnight; `from` itself: the whole day. */
  readonly until: number;
}

/** `HH:MM` as seconds since midnight, `24:00` included; undefined for anything else. */
export function parseClockTime(text: string): number | undefined {
  const match = /^(\d\d):(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const seconds = Number(match[1]) * 3600 + Number(match[2]) * 60;
  return Number(match[2]) > 59 || seconds > SECONDS_PER_DAY ? undefined : seconds;
}

/** Like {@link parseClockTime}, for times that the configuration's schema let pass. @throws RangeError */
export function clockSeconds(time: ClockTime): number {
  const seconds = parseClockTime(time);
  if (seconds === undefined) throw new RangeError(`not a clock time: ${time}`);
  return seconds;
}

export function windowOf([from, until]: ClockWindow): Window {
  return { from: clockSeconds(from), until: clockSeconds(until) };
}

/** Whether a reading of the clock (seconds of the day, below 24:00) lies in the window. */
export function isInWindow(clock: number, { from, until }: Window): boolean {
  if (from < until) return clock >= from && clock < until;
  return clock >= from || clock < until;
}

/** Seconds since midnight of a reading counted from 1970-01-01T00:00:00 on the same clock. */
export function secondsOfDay(clock: number): number {
  return ((clock % SECONDS_PER_DAY) + SECONDS_PER_DAY) % SECONDS_PER_DAY;
}

/** The last reading not after `limit` whose time of day is `time`; both counted from 1970 on the same clock. */
export function lastReadingOf(time: number, limit: number): number {
  return Math.floor((limit - time) / SECONDS_PER_DAY) * SECONDS_PER_DAY + time;
}
