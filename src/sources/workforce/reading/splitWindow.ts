import { addDays, daysBetween } from '../../../domain/time/localDate.js';
import type { ReadWindow } from '../../records/readWindows.js';

/** The service's maximum page size (docs/service.md, "Paging"). */
export const PAGE_SIZE = 200;
/** docs/service.md, "Queries". */
const MOST_DAYS = 93;

const RECORDS_PER_PART = 10_000;
const FEWEST_PARTS = 4;
const MOST_PARTS = 8;

/**
 * Splits a window into the fewest windows that the service allows, of about equal length. If an earlier read had far
 * more than a page per day, it is split into four to eight windows that are read in parallel, because a single stream
 * would not reach the rate limit; otherwise that would only waste partial pages.
 */
export function splitWindow({ from, to }: ReadWindow, expectedRecords = 0): readonly ReadWindow[] {
  const days = daysBetween(from, to) + 1;
  const parts = Math.max(Math.ceil(days / MOST_DAYS), Math.min(days, parallelParts(expectedRecords, days)));
  return Array.from({ length: parts }, (_, part) => ({
    from: addDays(from, Math.floor((days * part) / parts)),
    to: addDays(from, Math.floor((days * (part + 1)) / parts) - 1),
  }));
}

function parallelParts(expectedRecords: number, days: number): number {
  if (expectedRecords / days <= 2 * PAGE_SIZE) return 1;
  return Math.min(MOST_PARTS, Math.max(FEWEST_PARTS, Math.ceil(expectedRecords / RECORDS_PER_PART)));
}
