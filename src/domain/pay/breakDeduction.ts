import { groupBy } from '../collections.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import { multiplyMinutes } from './payLine.js';
import type { RequiredBreak } from './payRules.js';
import type { RuleSegment } from './ruleSegment.js';

/** Minutes to deduct, by ID of the entry. */
export type DeductedBreaks = ReadonlyMap<string, number>;

export const NO_DEDUCTIONS: DeductedBreaks = new Map();

/**
 * What is missing to the breaks that the days of one employee must have, from the longest entry of each day. A day is
 * never cut below the hours of its rule. Days are work dates, and their breaks are those recorded
 * (docs/working-time.md).
 * @param netMinutesOf the minutes of an entry before the deduction
 */
export function deductBreaks(
  worked: readonly WorkedEntry[],
  required: readonly RequiredBreak[] | undefined,
  netMinutesOf: (worked: WorkedEntry) => number,
): DeductedBreaks {
  if (required === undefined) return NO_DEDUCTIONS;
  const deducted = new Map<string, number>();
  for (const day of groupBy(worked, ({ entry }) => entry.workDate).values()) {
    const entries = day.map((each) => ({ id: each.entry.id, minutes: netMinutesOf(each) }));
    const dayMinutes = entries.reduce((sum, { minutes }) => sum + minutes, 0);
    const minutes = missingBreak(required, dayMinutes, recordedBreakMinutes(day));
    if (minutes === 0) continue;
    const longest = entries.reduce((best, each) => (each.minutes > best.minutes ? each : best));
    deducted.set(longest.id, minutes);
  }
  return deducted;
}

/** Of the rules whose hours the day exceeds, the one with the most hours. */
function missingBreak(required: readonly RequiredBreak[], dayMinutes: number, recorded: number): number {
  const limitOf = ({ afterHours }: RequiredBreak): number => multiplyMinutes(60, afterHours);
  const [rule] = required
    .filter((each) => limitOf(each) < dayMinutes)
    .sort((a, b) => b.afterHours - a.afterHours);
  if (rule === undefined) return 0;
  return Math.max(Math.min(rule.minutes - recorded, dayMinutes - limitOf(rule)), 0);
}

/** From the first start to the last end of a day, less the worked minutes: pauses inside entries and between them. */
function recordedBreakMinutes(day: readonly WorkedEntry[]): number {
  const starts = day.map(({ entry }) => entry.start.epochSeconds);
  const ends = day.map(({ entry }) => (entry.end ?? entry.start).epochSeconds);
  const workedSeconds = day.reduce((sum, { entry }) => sum + 60 * (entry.workedMinutes ?? 0), 0);
  return Math.max(Math.floor((Math.max(...ends) - Math.min(...starts) - workedSeconds) / 60), 0);
}

/**
 * The segments of an entry without deducted minutes, which are the last ones of its first half. The weights become
 * whole multiples of what they were.
 * @param minutes of the entry before the deduction
 */
export function withoutDeducted(
  segments: readonly RuleSegment[],
  minutes: number,
  deducted: number,
): readonly RuleSegment[] {
  const whole = segments.reduce((sum, { weightSeconds }) => sum + weightSeconds, 0);
  if (deducted === 0 || whole === 0 || minutes === 0) return segments;
  const length = 2 * deducted * whole;
  const from = Math.max(whole * minutes - length, 0);
  let passed = 0;
  return segments.map((segment) => {
    const weight = segment.weightSeconds * 2 * minutes;
    const begin = passed;
    passed += weight;
    const hidden = Math.max(Math.min(passed, from + length) - Math.max(begin, from), 0);
    return { ...segment, weightSeconds: weight - hidden };
  });
}
