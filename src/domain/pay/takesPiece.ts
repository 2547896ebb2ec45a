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
  /** The day that the whole entry counts for; undefined where each minute counts for its own. */
  readonly landsOn: LocalDate | undefined;
  /** Days with worked minutes -> the how-manieth in a row each is, in its week. */
  readonly streaks: ReadonlyMap<LocalDate, number>;
  /** Seconds after midnight at which the working day begins. */
  readonly dayStart: number;
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
  if (rule.consecutiveDay > (around.streaks.get(around.landsOn ?? piece.date) ?? 0)) return false;
  const day = workingDayOf(piece, around);
  if (takesOnDay(rule, piece, day, around)) return true;
  return reaches(rule, piece, around) && takesOnDay(rule, piece, day - 1, around);
}

/** The local day, or before the hour at which working days begin the one before. */
export function workingDayOf(
  { epochDay, clockFrom }: Pick<Piece, 'epochDay' | 'clockFrom'>,
  { dayStart }: Pick<Surroundings, 'dayStart'>,
): number {
  return dayStart > 0 && secondsOfDay(clockFrom) < dayStart ? epochDay - 1 : epochDay;
}

/** Whether the day before extends to the piece: the work began on it, and the clock is not as far as `reachTo`. */
function reaches({ reachTo, on, dates }: CompiledRule, piece: Piece, around: Surroundings): boolean {
  if (reachTo === undefined || (on === undefined && dates === undefined)) return false;
  return around.startDay === workingDayOf(piece, around) - 1 && secondsOfDay(piece.clockFrom) < reachTo;
}

/** `epochDay` is the piece's own day, or the one that reaches into it. */
function takesOnDay(rule: CompiledRule, piece: Piece, epochDay: number, around: Surroundings): boolean {
  if (!isOn(rule.on, dateOfDay(epochDay), around.holidays)) return false;
  let window = rule.clock && laidAt(piece.clockFrom, rule.clock);
  if (rule.dates !== undefined) {
    const found = rule.dates.find((date) =>
      isOnDate(date, rule, piece, epochDay, workingDayOf(piece, around)),
    );
    if (found === undefined) return false;
    if (found.window !== undefined && epochDay === workingDayOf(piece, around))
      window = laidAt(piece.clockFrom, found.window);
  }
  return startedInTime(rule, window, epochDay, around);
}

function isOn(on: CompiledRule['on'], date: LocalDate, holidays: ReadonlySet<LocalDate>): boolean {
  if (on === undefined) return true;
  return on.has(WEEKDAYS[weekdayOf(date) - 1] ?? '') || (on.has('holiday') && holidays.has(date));
}

/** A date with clock times, its own or the rule's, is that of the day on which they begin. */
function isOnDate(
  date: YearlyWindow,
  rule: CompiledRule,
  piece: Piece,
  epochDay: number,
  ownDay: number,
): boolean {
  const window = date.window ?? rule.clock;
  if (window === undefined || epochDay !== ownDay) return isMonthDay(epochDay, date);
  if (!isInWindow(secondsOfDay(piece.clockFrom), window)) return false;
  return isMonthDay(laidAt(piece.clockFrom, window).beginDay, date);
}

function isMonthDay(epochDay: number, { monthDay }: YearlyWindow): boolean {
  return dateOfDay(epochDay).slice(5) === monthDay;
}

/** The window as it lies around a reading that is in it. */
export function laidAt(reading: number, { from, until }: Window): LaidWindow {
  const day = Math.floor(reading / SECONDS_PER_DAY);
  const beginDay = from < until || secondsOfDay(reading) >= from ? day : day - 1;
  const endDay = from < until ? beginDay : beginDay + 1;
  return { beginDay, endReading: endDay * SECONDS_PER_DAY + until };
}

function endOfDay(epochDay: number, clock: Zone, dayStart: number): number {
  const next = epochDay + 1;
  if (dayStart === 0) return clock.dayStart(next);
  return Math.max(...instantsShowing(next * SECONDS_PER_DAY + dayStart, clock));
}

/** The limit is the last time that the clock showed it before the window, or without one the day, ended. */
function startedInTime(
  { startedBefore }: CompiledRule,
  window: LaidWindow | undefined,
  epochDay: number,
  { clock, startEpoch, dayStart }: Surroundings,
): boolean {
  if (startedBefore === undefined) return true;
  const end =
    window === undefined
      ? endOfDay(epochDay, clock, dayStart)
      : Math.max(...instantsShowing(window.endReading, clock));
  return startEpoch < lastShownBefore(startedBefore % SECONDS_PER_DAY, end, clock);
}
