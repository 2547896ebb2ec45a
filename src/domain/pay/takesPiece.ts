import { dateOfDay } from '../time/dayOf.js';
import { type LocalDate, weekdayOf } from '../time/localDate.js';
import { instantsShowing, lastShownBefore } from '../time/shownOnClock.js';
import { SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import { isInWindow, secondsOfDay, type Window } from './clockTime.js';
import type { CompiledRule, YearlyWindow } from './compiledRule.js';
import { WEEKDAYS } from './payRules.js';
import type { Piece } from './piece.js';

/** What conditions look at beside the piece itself. */
export interface Surroundings {
  /** The dates that the employer grants. */
  readonly holidays: ReadonlySet<LocalDate>;
  readonly clock: Zone;
  /** Where the entry began, after rounding: its local day, and the instant. */
  readonly startDay: number;
  readonly startEpoch: number;
}

/** A window of clock times as it was laid: the day on which it begins, and the reading at which it ends. */
interface LaidWindow {
  readonly beginDay: number;
  readonly endReading: number;
}

/** Whether all conditions but `over` and `minimumInWindow` hold for a piece, which is cut at the rule's times. */
export function takesPiece(rule: CompiledRule, piece: Piece, around: Surroundings): boolean {
  if (rule.validFrom !== undefined && piece.date < rule.validFrom) return false;
  if (rule.validTo !== undefined && piece.date > rule.validTo) return false;
  if (rule.clock !== undefined && !isInWindow(secondsOfDay(piece.clockFrom), rule.clock)) return false;
  if (takesOnDay(rule, piece, piece.epochDay, around)) return true;
  return reaches(rule, piece, around) && takesOnDay(rule, piece, piece.epochDay - 1, around);
}

/** Whether the day before extends to the piece: the work began on it, and the clock is not as far as `reachTo`. */
function reaches({ reachTo, on, dates }: CompiledRule, piece: Piece, around: Surroundings): boolean {
  if (reachTo === undefined || (on === undefined && dates === undefined)) return false;
  return around.startDay === piece.epochDay - 1 && secondsOfDay(piece.clockFrom) < reachTo;
}

/** `epochDay` is the piece's own day, or the one that reaches into it. */
function takesOnDay(rule: CompiledRule, piece: Piece, epochDay: number, around: Surroundings): boolean {
  if (!isOn(rule.on, dateOfDay(epochDay), around.holidays)) return false;
  let window = rule.clock && laidAt(piece.clockFrom, rule.clock);
  if (rule.dates !== undefined) {
    const found = rule.dates.find((date) => isOnDate(date, rule, piece, epochDay));
    if (found === undefined) return false;
    if (found.window !== undefined && epochDay === piece.epochDay)
      window = laidAt(piece.clockFrom, found.window);
  }
  return startedInTime(rule, window, epochDay, around);
}

function isOn(on: CompiledRule['on'], date: LocalDate, holidays: ReadonlySet<LocalDate>): boolean {
  if (on === undefined) return true;
  return on.has(WEEKDAYS[weekdayOf(date) - 1] ?? '') || (on.has('holiday') && holidays.has(date));
}

/** A date with clock times, its own or the rule's, is that of the day on which they begin. */
function isOnDate(date: YearlyWindow, rule: CompiledRule, piece: Piece, epochDay: number): boolean {
  const window = date.window ?? rule.clock;
  if (window === undefined || epochDay !== piece.epochDay) return isMonthDay(epochDay, date);
  if (!isInWindow(secondsOfDay(piece.clockFrom), window)) return false;
  return isMonthDay(laidAt(piece.clockFrom, window).beginDay, date);
}

function isMonthDay(epochDay: number, { monthDay }: YearlyWindow): boolean {
  return dateOfDay(epochDay).slice(5) === monthDay;
}

/** The window as it lies around a reading that is in it. */
function laidAt(reading: number, { from, until }: Window): LaidWindow {
  const day = Math.floor(reading / SECONDS_PER_DAY);
  const beginDay = from < until || secondsOfDay(reading) >= from ? day : day - 1;
  const endDay = from < until ? beginDay : beginDay + 1;
  return { beginDay, endReading: endDay * SECONDS_PER_DAY + until };
}

/** The limit is the last time that the clock showed it before the window, or without one the day, ended. */
function startedInTime(
  { startedBefore }: CompiledRule,
  window: LaidWindow | undefined,
  epochDay: number,
  { clock, startEpoch }: Surroundings,
): boolean {
  if (startedBefore === undefined) return true;
  const end =
    window === undefined
      ? clock.dayStart(epochDay + 1)
      : Math.max(...instantsShowing(window.endReading, clock));
  return startEpoch < lastShownBefore(startedBefore % SECONDS_PER_DAY, end, clock);
}
