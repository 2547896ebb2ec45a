import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../../domain/time/localDate.js';

/** What is told once about all rows of a file. */
export interface RowNotices {
  /** The first entry that ends on the next day only because its end has no date, and their number. */
  nextDay?: { line: number; count: number };
  /** The first entry whose worked minutes differ from its times and break, and their number. */
  differing?: { line: number; count: number };
  /** The first entry whose duration includes its break, their number, and whether it counts. */
  withBreak?: { line: number; count: number; paid: 'yes' | 'no' };
  /** The first punch that repeats the one before, and their number. */
  doubled?: { line: number; count: number };
  /** The first break of at least a minute, their number, and the longest. */
  breaks?: { line: number; count: number; longest: number };
  /** The first and last work date of all entries. */
  days?: Days;
  /** The work dates of all entries. */
  dates?: Set<LocalDate>;
}

/** Notes a day of the entries of a file. */
export function noteDay(notices: RowNotices, day: LocalDate): void {
  const { from = day, to = day } = notices.days ?? {};
  notices.days = { from: day < from ? day : from, to: day > to ? day : to };
  notices.dates = (notices.dates ?? new Set()).add(day);
}

/** @param text as written: with a colon, its unit is clear */
export function noteBreak(notices: RowNotices, line: number, text: string, minutes: number): void {
  if (minutes === 0) return;
  const { line: first = line, count = 0, longest = 0 } = notices.breaks ?? {};
  const counted = text.includes(':') ? Number.POSITIVE_INFINITY : minutes;
  notices.breaks = { line: first, count: count + 1, longest: Math.max(longest, counted) };
}

const LONGEST_HOURS_OF_BREAK = 2;

/** The breaks of a file that are all so short that hours may be meant; undefined for others. */
export function breaksInHours({ breaks }: RowNotices): RowNotices['breaks'] {
  return breaks !== undefined && breaks.longest <= LONGEST_HOURS_OF_BREAK ? breaks : undefined;
}
