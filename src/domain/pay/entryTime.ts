import type { TimeEntry } from '../records/records.js';
import type { EntryZone } from '../time/entryZone.js';
import { fixedZone, type Zone } from '../time/zone.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { withoutDeducted } from './breakDeduction.js';
import { secondsOfDay } from './compiledRules.js';
import type { Adjustment, AdjustmentReason, PaidEntry } from './payLine.js';
import type { PayRules, Rounding } from './payRules.js';
import {
  cutAtClockTimes,
  emptySegment,
  excludeBreak,
  type RuleSegment,
  wallclockSegments,
} from './ruleSegment.js';
import type { EntryRules } from './ruleSet.js';
import { type CountedSpan, countedSpan, cutMinutes } from './shiftPay.js';

/** When an entry counts as worked, and how many minutes it pays before daily rules. */
export interface EntryTime {
  readonly clock: Zone;
  /** After rounding, epoch seconds. */
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly minutes: number;
  /** In order of time, cut at the times of rules if these are in real time. */
  readonly segments: readonly RuleSegment[];
  /** The entry's own list, to which later steps add. */
  readonly adjustments: Adjustment[];
  readonly unplaced: PaidEntry['unplaced'];
}

/**
 * Cuts the time outside of the shift, rounds stamps, applies the clock policy, places the break, deducts a missing one
 * and rounds the entry, in this order.
 * @param deductedMinutes see `deductBreaks`
 */
export function entryTime(
  { entry, zone }: WorkedEntry,
  rules: PayRules,
  policy: TimePolicy,
  entryRules: EntryRules,
  deductedMinutes = 0,
): EntryTime {
  const clock = entryClock(entry, zone);
  const { startEpoch, endEpoch, isWallclock, cut } = spanOf(entry, rules, policy, clock);
  const placed = isWallclock
    ? wallclockSegments(startEpoch, endEpoch, clock)
    : entryRules.segmentsBetween(startEpoch, endEpoch, clock);
  const unplaced = unplacedReason({ entry, zone });
  const point = placed.length === 0 ? [emptySegment(startEpoch, clock)] : undefined;
  if (isPlain(rules, policy)) {
    const minutes = entry.workedMinutes ?? 0;
    const segments =
      point ?? withPlacedBreak(placed, { workedMinutes: minutes, paidMinutes: minutes }, rules);
    return { clock, startEpoch, endEpoch, minutes, segments, adjustments: [], unplaced };
  }
  const worked = netMinutes(entry, rules, { startEpoch, endEpoch, clock, isWallclock, cut });
  const { breakPaid, paid } = paidMinutes(worked.minutes, placed, rules, deductedMinutes);
  const aroundBreak = { workedMinutes: worked.minutes, paidMinutes: breakPaid.minutes };
  const around = withPlacedBreak(placed, aroundBreak, rules);
  const segments = deductedMinutes === 0 ? around : cutBeforeDeduction(around, entryRules, policy);
  return {
    clock,
    startEpoch,
    endEpoch,
    minutes: paid.minutes,
    segments: point ?? withoutDeducted(segments, breakPaid.minutes, deductedMinutes),
    adjustments: [...worked.adjustments, ...breakPaid.adjustments, ...paid.adjustments],
    unplaced,
  };
}

/** Weights are uneven after a deduction, so every time at which an entry may be cut comes first. */
function cutBeforeDeduction(
  segments: readonly RuleSegment[],
  { times }: EntryRules,
  { dayStart = 0 }: TimePolicy,
): readonly RuleSegment[] {
  return segments.flatMap((segment) => cutAtClockTimes(segment, [dayStart, ...times]));
}

/** The minutes of an entry in its shift, by its rounded stamps and the clock policy, before breaks are deducted. */
export function netEntryMinutes({ entry, zone }: WorkedEntry, rules: PayRules, policy: TimePolicy): number {
  return netMinutes(entry, rules, spanOf(entry, rules, policy, entryClock(entry, zone))).minutes;
}

export function entryClock({ start }: TimeEntry, zone: EntryZone | undefined): Zone {
  return zone?.clock ?? fixedZone(start.offsetSeconds);
}

/** No rule changes the minutes of an entry before daily rules, as in most configurations. */
function isPlain({ shiftPay, rounding, breaks }: PayRules, { dst }: TimePolicy): boolean {
  const isRounded = rounding.level === 'stamp' || rounding.level === 'entry';
  const hasBreaks = breaks.paid !== undefined || breaks.deduct !== undefined;
  return !isRounded && !hasBreaks && shiftPay === undefined && dst === 'elapsed';
}

interface Stepped {
  readonly minutes: number;
  readonly adjustments: readonly Adjustment[];
}

interface Span {
  /** After rounding. */
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly clock: Zone;
  readonly isWallclock: boolean;
  /** The time that counts, before rounding. */
  readonly cut: CountedSpan;
}

function spanOf(entry: TimeEntry, rules: PayRules, { dst }: TimePolicy, clock: Zone): Span {
  const cut = countedSpan(entry, rules.shiftPay);
  const [startEpoch, endEpoch] = roundedSpan(
    cut,
    isStampRounded(entry, rules) ? rules.rounding : undefined,
    clock,
  );
  return { startEpoch, endEpoch, clock, isWallclock: dst === 'wallclock', cut };
}

/** Each step starts from the minutes of the previous one: the work in the shift, by the stamps and by the clock. */
function netMinutes(
  entry: TimeEntry,
  rules: PayRules,
  { startEpoch, endEpoch, clock, isWallclock, cut }: Span,
): Stepped {
  const changeMinutes = isWallclock ? clockChangeMinutes(startEpoch, endEpoch, clock) : 0;
  return adjusted(entry.workedMinutes ?? 0, [
    ['outside-shift', (minutes) => minutes - cutMinutes(cut)],
    [
      'stamp-rounding',
      (minutes) => (isStampRounded(entry, rules) ? roundedNet(cut, minutes, endEpoch - startEpoch) : minutes),
    ],
    ['wallclock', (minutes) => minutes + changeMinutes],
  ]);
}

/** The paid break, the deducted break and the rounded entry. */
function paidMinutes(
  workedMinutes: number,
  placed: readonly RuleSegment[],
  rules: PayRules,
  deductedMinutes: number,
): Readonly<Record<'breakPaid' | 'paid', Stepped>> {
  const { rounding } = rules;
  const breakPaid = adjusted(workedMinutes, [
    ['paid-break', (minutes) => minutes + paidBreakMinutes(minutes, placed, rules)],
  ]);
  const paid = adjusted(breakPaid.minutes, [
    ['break-deducted', (minutes) => minutes - deductedMinutes],
    ['entry-rounding', (minutes) => (rounding.level === 'entry' ? roundMinutes(minutes, rounding) : minutes)],
  ]);
  return { breakPaid, paid };
}

/** Why the minutes of an entry cannot be placed on a clock. */
export function unplacedReason({ entry, zone }: Pick<WorkedEntry, 'entry' | 'zone'>): PaidEntry['unplaced'] {
  if (entry.end === null) return 'no-end';
  return zone === undefined ? 'no-zone' : undefined;
}

function roundedSpan(
  { startEpoch, endEpoch }: CountedSpan,
  rounding: Rounding | undefined,
  clock: Zone,
): readonly [start: number, end: number] {
  if (rounding === undefined) return [startEpoch, endEpoch];
  const start = roundStamp(startEpoch, clock, rounding);
  return [start, Math.max(roundStamp(endEpoch, clock, rounding), start)];
}

function isStampRounded(entry: TimeEntry, { rounding }: PayRules): boolean {
  return rounding.level === 'stamp' && entry.end !== null;
}

/** The rounded span minus the unchanged break: without a break, exactly the span. */
function roundedNet({ startEpoch, endEpoch }: CountedSpan, minutes: number, roundedSeconds: number): number {
  const breakSeconds = breakSecondsBetween(endEpoch - startEpoch, minutes);
  return Math.floor(roundedSeconds / 60) - Math.round(breakSeconds / 60);
}

/** The difference of the local clock's minutes from the elapsed time: positive in spring, negative in autumn. */
function clockChangeMinutes(startEpoch: number, endEpoch: number, clock: Zone): number {
  return Math.trunc((clock.offsetAt(endEpoch) - clock.offsetAt(startEpoch)) / 60);
}

function adjusted(
  workedMinutes: number,
  steps: readonly (readonly [AdjustmentReason, (minutes: number) => number])[],
): Stepped {
  let minutes = workedMinutes;
  const adjustments: Adjustment[] = [];
  for (const [reason, step] of steps) {
    const next = Math.max(step(minutes), 0);
    if (next !== minutes) adjustments.push({ reason, minutes: next - minutes });
    minutes = next;
  }
  return { minutes, adjustments };
}

/**
 * The counted time minus the net figure. Stamps have seconds. The figure is in whole minutes, rounded down, up or to
 * the nearest; the service does not document which. So a difference below a minute is not a break. If the figure
 * exceeds the time between the stamps (NET_EXCEEDS_GROSS), the result is negative.
 */
function breakSecondsBetween(countedSeconds: number, netMinutes: number): number {
  const left = countedSeconds - netMinutes * 60;
  return Math.abs(left) < 60 ? 0 : left;
}

function breakSecondsOf(segments: readonly RuleSegment[], netMinutes: number): number {
  const seconds = segments.reduce((sum, { clockFrom, clockUntil }) => sum + clockUntil - clockFrom, 0);
  return Math.max(breakSecondsBetween(seconds, netMinutes), 0);
}

function paidBreakMinutes(
  netMinutes: number,
  segments: readonly RuleSegment[],
  { breaks }: PayRules,
): number {
  return Math.min(breaks.paid ?? 0, Math.round(breakSecondsOf(segments, netMinutes) / 60));
}

/** The position of a break in minutes, and its unpaid minutes. */
interface AroundBreak {
  readonly workedMinutes: number;
  readonly paidMinutes: number;
}

/**
 * Removes the break from the position that the rules set; without a rule every segment loses its share. The break is
 * placed by the worked time; its paid part is its last minutes.
 */
function withPlacedBreak(
  segments: readonly RuleSegment[],
  { workedMinutes, paidMinutes }: AroundBreak,
  { breaks }: PayRules,
): readonly RuleSegment[] {
  if (breaks.allocate === 'proportional') return segments;
  const breakSeconds = breakSecondsOf(segments, paidMinutes);
  if (breakSeconds === 0) return segments;
  const before =
    breaks.allocate === 'halves' ? workedMinutes * 30 : Math.min(breaks.allocate.after, workedMinutes) * 60;
  return excludeBreak(segments, before, before + breakSeconds);
}

/** Rounds a non-negative number of minutes to a multiple of `step`; halves are rounded up. */
export function roundMinutes(minutes: number, { step, mode, grace }: Omit<Rounding, 'level'>): number {
  const past = minutes % step;
  if (past === 0) return minutes;
  const below = minutes - past;
  switch (mode) {
    case 'nearest':
      return past * 2 < step ? below : below + step;
    case 'up':
      return past <= grace ? below : below + step;
    case 'down':
      return step - past <= grace ? below + step : below;
  }
}

/**
 * The instant (epoch seconds) at which a clock shows the rounded time. The minutes of the local clock are rounded,
 * after seconds are cut off (08:00:01 is 08:00, also with "up"): minutes of UTC would miss the quarter hour in zones
 * such as +05:45.
 */
export function roundStamp(epochSeconds: number, clock: Zone, rounding: Rounding): number {
  const reading = secondsOfDay(epochSeconds + clock.offsetAt(epochSeconds));
  const minutes = Math.floor(reading / 60);
  return epochSeconds - reading + roundMinutes(minutes, rounding) * 60;
}
