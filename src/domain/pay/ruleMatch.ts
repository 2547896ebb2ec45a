import { isInWindows, reachesMidnight } from '../holidays/dayHoliday.js';
import type { PlaceHolidays } from '../holidays/holidayCalendar.js';
import { instantsAtReading, lastInstantBefore } from '../time/clockChanges.js';
import { dateOfEpochDay, type LocalDate, weekdayNumber } from '../time/localDate.js';
import { SECONDS_PER_DAY, type Zone } from '../time/zone.js';
import type { TimePolicy } from '../timesheet/timesheet.js';
import {
  type CompiledRule,
  isInWindow,
  secondsOfDay,
  type Window,
  type YearlyWindow,
} from './compiledRules.js';
import { type DayType, WEEKDAYS } from './payRules.js';
import { isValidOn } from './ruleScope.js';
import type { RuleMatch, RuleSegment } from './ruleSegment.js';

/** Data shared by all entries on one clock with the same holidays. */
export interface DayTerms {
  readonly holidays: PlaceHolidays;
  readonly clock: Zone;
  /** Seconds after midnight at which the working day begins. */
  readonly dayStart: number;
}

/** What decides the type of a day for one person. */
export interface DayTypes extends Pick<DayTerms, 'holidays'> {
  /** Neither planned for the person nor a weekday of the contract. */
  readonly isRestDay: (date: LocalDate) => boolean;
}

/** The input of conditions besides the segment itself. */
export interface ShiftTerms extends DayTerms, DayTypes {
  /** The start of the entry after rounding: its local day and instant. */
  readonly startDay: number;
  readonly startEpoch: number;
  /** The day whose limits the whole entry counts towards; undefined if each minute counts on its own working day. */
  readonly countsOn: LocalDate | undefined;
  /** The position of each such day with worked minutes in its run of consecutive days of the week. */
  readonly streaks: ReadonlyMap<LocalDate, number>;
  /** When the days of totals begin. */
  readonly policy: TimePolicy;
}

/** A window of clock times: the day on which it begins, and the clock time at which it ends. */
interface PlacedWindow {
  readonly beginDay: number;
  readonly endReading: number;
}

/** Whether all conditions but `over` and `minimumInWindow` are met for a segment, which is cut at the rule's times. */
export function ruleApplies(rule: CompiledRule, segment: RuleSegment, around: ShiftTerms): boolean {
  const match = matchRule(rule, segment, around);
  return match !== undefined && matchApplies(match, segment, workingDayAt(segment, around), around);
}

/** When a rule takes a segment of any entry; undefined if never. */
export function matchRule(rule: CompiledRule, segment: RuleSegment, terms: DayTerms): RuleMatch | undefined {
  if (!isValidOn(rule, segment.date)) return undefined;
  const time = secondsOfDay(segment.clockFrom);
  if (rule.clock !== undefined && !isInWindow(time, rule.clock)) return undefined;
  const day = workingDayAt(segment, terms);
  const startedBefore = limitOnDay(rule, segment, day, terms);
  const isReached =
    rule.reachTo !== undefined && (rule.on ?? rule.dates) !== undefined && time < rule.reachTo;
  const reachedBefore = isReached ? limitOnDay(rule, segment, day - 1, terms) : Number.NEGATIVE_INFINITY;
  if (Math.max(startedBefore, reachedBefore) === Number.NEGATIVE_INFINITY) return undefined;
  const needsRestDay = rule.on?.has('restday') === true && !isOn(rule.on, segment, day, terms);
  return { rule, startedBefore, reachedBefore, needsRestDay };
}

/** Whether it takes a segment of this entry. */
export function matchApplies(
  { rule, startedBefore, reachedBefore }: RuleMatch,
  segment: RuleSegment,
  workingDay: number,
  terms: ShiftTerms,
): boolean {
  const { startEpoch, startDay, countsOn, streaks, dayStart } = terms;
  const isTaken = (epochDay: number): boolean =>
    rule.on?.has('restday') !== true ||
    isOn(rule.on, segment, epochDay, terms) ||
    terms.isRestDay(dateOfEpochDay(epochDay));
  if (rule.consecutiveDay > 0) {
    const day = countsOn ?? dateOfEpochDay(dayStart > 0 ? workingDay : periodDayAt(segment, terms));
    if (rule.consecutiveDay > (streaks.get(day) ?? 0)) return false;
  }
  if (startEpoch < startedBefore && isTaken(workingDay)) return true;
  return startDay === workingDay - 1 && startEpoch < reachedBefore && isTaken(workingDay - 1);
}

/** Whether it takes the segment of every entry. */
export function alwaysApplies({ rule, startedBefore, needsRestDay }: RuleMatch): boolean {
  return (
    startedBefore === Number.POSITIVE_INFINITY &&
    rule.consecutiveDay === 0 &&
    rule.minimumInWindow === 0 &&
    !needsRestDay
  );
}

/** The local day or, before the hour at which working days begin, the previous day. */
export function workingDayAt(
  { epochDay, clockFrom }: Pick<RuleSegment, 'epochDay' | 'clockFrom'>,
  { dayStart }: Pick<DayTerms, 'dayStart'>,
): number {
  return dayStart > 0 && secondsOfDay(clockFrom) < dayStart ? epochDay - 1 : epochDay;
}

/** The day of totals that contains a segment, which is cut where such days begin. */
export function periodDayAt(
  { epochDay, clockFrom, fromEpoch }: RuleSegment,
  { policy: { dayStart = 0, dst }, clock }: Pick<ShiftTerms, 'policy' | 'clock'>,
): number {
  if (dayStart === 0) return epochDay;
  if (dst === 'wallclock') return Math.floor((clockFrom - dayStart) / SECONDS_PER_DAY);
  return clock.withDayStart(dayStart).dayAt(fromEpoch);
}

/**
 * The rule takes a segment of entries that began before this instant; infinite for all entries, minus infinity for
 * none. `epochDay` is the segment's own day, or the previous day that extends into it.
 */
function limitOnDay(rule: CompiledRule, segment: RuleSegment, epochDay: number, terms: DayTerms): number {
  const isPossible = rule.on?.has('restday') === true || isOn(rule.on, segment, epochDay, terms);
  if (!isPossible) return Number.NEGATIVE_INFINITY;
  let window = rule.clock && windowAround(segment.clockFrom, rule.clock);
  if (rule.dates !== undefined) {
    const ownDay = workingDayAt(segment, terms);
    const found = rule.dates.find((date) => isOnDate(date, rule, segment.clockFrom, { epochDay, ownDay }));
    if (found === undefined) return Number.NEGATIVE_INFINITY;
    if (found.window !== undefined && epochDay === ownDay)
      window = windowAround(segment.clockFrom, found.window);
  }
  return startLimit(rule, window, epochDay, terms);
}

/** Whether a day of a person is, as a whole, one of these. */
export function isDayOf(
  on: readonly DayType[] | ReadonlySet<string>,
  date: LocalDate,
  { holidays, isRestDay }: DayTypes,
): boolean {
  const days = 'has' in on ? on : new Set<string>(on);
  if (days.has(WEEKDAYS[weekdayNumber(date) - 1] ?? '')) return true;
  if (days.has('holiday') && holidays.on(date)?.isWhole === true) return true;
  return days.has('restday') && isRestDay(date);
}

/** Whether a segment is on one of these days of every person, its own day or the previous one that extends into it. */
function isOn(on: CompiledRule['on'], segment: RuleSegment, epochDay: number, terms: DayTerms): boolean {
  if (on === undefined) return true;
  const date = dateOfEpochDay(epochDay);
  if (on.has(WEEKDAYS[weekdayNumber(date) - 1] ?? '')) return true;
  return on.has('holiday') && isOnHoliday(segment, date, terms);
}

/**
 * A whole holiday lasts as long as the working day that it is on, a part of it for its clock times of the local day. A
 * reach extends holidays that last until midnight.
 */
function isOnHoliday(segment: RuleSegment, date: LocalDate, terms: DayTerms): boolean {
  const { holidays } = terms;
  const holiday = holidays.on(date);
  if (holiday?.isWhole === true) return true;
  const isReach = date !== dateOfEpochDay(workingDayAt(segment, terms));
  if (isReach) return holiday !== undefined && reachesMidnight(holiday);
  const { isWhole = true, windows = [] } = holidays.on(segment.date) ?? {};
  return !isWhole && isInWindows(secondsOfDay(segment.clockFrom), windows);
}

/** A date with clock times, its own or the rule's, is the day on which they begin. */
function isOnDate(
  date: YearlyWindow,
  rule: CompiledRule,
  reading: number,
  { epochDay, ownDay }: { readonly epochDay: number; readonly ownDay: number },
): boolean {
  const window = date.window ?? rule.clock;
  if (window === undefined || epochDay !== ownDay) return isMonthDay(epochDay, date);
  if (!isInWindow(secondsOfDay(reading), window)) return false;
  return isMonthDay(windowAround(reading, window).beginDay, date);
}

function isMonthDay(epochDay: number, { monthDay }: YearlyWindow): boolean {
  return dateOfEpochDay(epochDay).slice(5) === monthDay;
}

/** The window around a clock time in it. */
export function windowAround(reading: number, { from, until }: Window): PlacedWindow {
  const day = Math.floor(reading / SECONDS_PER_DAY);
  const beginDay = from < until || secondsOfDay(reading) >= from ? day : day - 1;
  const endDay = from < until ? beginDay : beginDay + 1;
  return { beginDay, endReading: endDay * SECONDS_PER_DAY + until };
}

/** The last occurrence of `startedBefore` before the end of the window or, without a window, of the day. */
function startLimit(
  { startedBefore }: CompiledRule,
  window: PlacedWindow | undefined,
  epochDay: number,
  { clock, dayStart }: DayTerms,
): number {
  if (startedBefore === undefined) return Number.POSITIVE_INFINITY;
  const end =
    window === undefined
      ? endOfDay(epochDay, clock, dayStart)
      : Math.max(...instantsAtReading(window.endReading, clock));
  return lastInstantBefore(startedBefore % SECONDS_PER_DAY, end, clock);
}

function endOfDay(epochDay: number, clock: Zone, dayStart: number): number {
  const next = epochDay + 1;
  if (dayStart === 0) return clock.dayStart(next);
  return Math.max(...instantsAtReading(next * SECONDS_PER_DAY + dayStart, clock));
}
