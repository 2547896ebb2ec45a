import { dateOfDay } from '../time/dayOf.js';
import { type LocalDate, weekdayOf } from '../time/localDate.js';
import { SECONDS_PER_DAY } from '../time/zone.js';
import { isInWindow, lastReadingOf, secondsOfDay } from './clockTime.js';
import type { CompiledRule } from './compiledRule.js';
import { WEEKDAYS } from './payRules.js';
import type { Piece } from './piece.js';

/** What conditions look at beside the piece itself. */
export interface Surroundings {
  /** The dates that the employer grants. */
  readonly holidays: ReadonlySet<LocalDate>;
  /** Where the entry began: its local day, and the reading of the clock. */
  readonly startDay: number;
  readonly startClock: number;
}

/** Whether all conditions but `over` and `minimumInWindow` hold for a piece, which is cut at the rule's times. */
export function takesPiece(rule: CompiledRule, piece: Piece, around: Surroundings): boolean {
  return (
    (rule.validFrom === undefined || piece.date >= rule.validFrom) &&
    (rule.validTo === undefined || piece.date <= rule.validTo) &&
    (rule.clock === undefined || isInWindow(secondsOfDay(piece.clockFrom), rule.clock)) &&
    isOfDayType(rule, piece, around) &&
    startedInTime(rule, piece, around)
  );
}

/** Its own day, or the day before if the rule reaches into this one and work had begun by then. */
function isOfDayType(rule: CompiledRule, piece: Piece, around: Surroundings): boolean {
  const clock = secondsOfDay(piece.clockFrom);
  if (dayIs(rule, piece.date, clock, around.holidays)) return true;
  if (rule.reachTo === undefined || clock >= rule.reachTo || around.startDay >= piece.epochDay) return false;
  return dayIs(rule, dateOfDay(piece.epochDay - 1), SECONDS_PER_DAY - 1, around.holidays);
}

function dayIs(
  rule: CompiledRule,
  date: LocalDate,
  clock: number,
  holidays: ReadonlySet<LocalDate>,
): boolean {
  return isOn(rule.on, date, holidays) && isOnDate(rule.dates, date, clock);
}

function isOn(on: CompiledRule['on'], date: LocalDate, holidays: ReadonlySet<LocalDate>): boolean {
  if (on === undefined) return true;
  return on.has(WEEKDAYS[weekdayOf(date) - 1] ?? '') || (on.has('holiday') && holidays.has(date));
}

function isOnDate(dates: CompiledRule['dates'], date: LocalDate, clock: number): boolean {
  if (dates === undefined) return true;
  return dates.some(
    ({ monthDay, window }) =>
      date.slice(5) === monthDay && (window === undefined || isInWindow(clock, window)),
  );
}

/**
 * The limit is the last such clock time that is not after the start of the window that the piece lies in (of its
 * day, where the rule has no window): the day of the window's start, or the day before.
 */
function startedInTime(rule: CompiledRule, piece: Piece, around: Surroundings): boolean {
  if (rule.startedBefore === undefined) return true;
  const windowStart = lastReadingOf(rule.clock?.from ?? 0, piece.clockFrom);
  return around.startClock < lastReadingOf(rule.startedBefore, windowStart);
}
