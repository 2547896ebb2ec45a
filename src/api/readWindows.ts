import { addDays, daysBetween, type LocalDate, localDateOf } from '../domain/localDate.js';
import { PaytallyError } from '../errors.js';

/** Local days, both ends included. */
export interface ReadWindow {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** API.md 4.3. */
const MOST_DAYS = 93;
const FIRST_DAY = localDateOf('2000-01-01');
const LAST_DAY = localDateOf('2100-12-31');

/**
 * The days to read for a period: `marginDays` more at both ends, since work that began the day before may land
 * in it, but never outside of what the service takes.
 * @throws PaytallyError PERIOD_INVALID for a period outside 2000 to 2100.
 */
export function paddedWindow(period: ReadWindow, marginDays: number): ReadWindow {
  if (period.from < FIRST_DAY || period.to > LAST_DAY || period.to < period.from) {
    throw new PaytallyError('PERIOD_INVALID', `The service has no data for ${period.from} to ${period.to}.`, {
      remedy: 'Choose a period within the years 2000 to 2100.',
    });
  }
  const from = addDays(period.from, -marginDays);
  const to = addDays(period.to, marginDays);
  return { from: later(from, FIRST_DAY), to: earlier(to, LAST_DAY) };
}

function later(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b;
}

function earlier(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b;
}

/** Cuts a window into as few requests' windows as the service allows, of about equal length. */
export function splitWindow({ from, to }: ReadWindow, atLeast = 1): readonly ReadWindow[] {
  const days = daysBetween(from, to) + 1;
  const parts = Math.min(days, Math.max(atLeast, Math.ceil(days / MOST_DAYS)));
  return Array.from({ length: parts }, (_, part) => ({
    from: addDays(from, Math.floor((days * part) / parts)),
    to: addDays(from, Math.floor((days * (part + 1)) / parts) - 1),
  }));
}

/** The calendar years that a window touches. */
export function yearsOf({ from, to }: ReadWindow): readonly number[] {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index);
}
