import { addDays, daysBetween, type LocalDate, localDateOf } from '../domain/localDate.js';
import { PaytallyError } from '../errors.js';
import { PAGE_SIZE } from './pageSize.js';

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

const RECORDS_A_PART = 10_000;
const FEWEST_PARTS = 4;
const MOST_PARTS = 8;

/**
 * Cuts a window into as few requests' windows as the service allows, of about equal length. Where an earlier read
 * had far more than a page a day, it is cut into four to eight that are read side by side, since one stream alone
 * would not reach the rate limit; elsewhere that would only waste part pages.
 */
export function splitWindow({ from, to }: ReadWindow, expectedRecords = 0): readonly ReadWindow[] {
  const days = daysBetween(from, to) + 1;
  const parts = Math.max(Math.ceil(days / MOST_DAYS), Math.min(days, sideBySide(expectedRecords, days)));
  return Array.from({ length: parts }, (_, part) => ({
    from: addDays(from, Math.floor((days * part) / parts)),
    to: addDays(from, Math.floor((days * (part + 1)) / parts) - 1),
  }));
}

function sideBySide(expectedRecords: number, days: number): number {
  if (expectedRecords / days <= 2 * PAGE_SIZE) return 1;
  return Math.min(MOST_PARTS, Math.max(FEWEST_PARTS, Math.ceil(expectedRecords / RECORDS_A_PART)));
}

/** The calendar years that a window touches. */
export function yearsOf({ from, to }: ReadWindow): readonly number[] {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index);
}
