import { allocate } from '../time/allocate.js';
import type { CompiledRule } from './compiledRules.js';
import { ruleApplies } from './ruleMatch.js';
import { type AppliedRules, cutAtClockTimes, type RuleSegment } from './ruleSegment.js';
import {
  type DayShare,
  type Slice,
  type Stretch,
  sumWeightSeconds,
  type WorkedShift,
} from './workedShift.js';

/**
 * Cuts an entry only where the rules for its minutes change, and divides each day's minutes between the parts: a rule
 * that takes no minutes changes nothing. Slices without minutes are left out.
 */
export function buildSlices(shift: WorkedShift): Slice[] {
  shift.belowMinimum = rulesBelowMinimum(shift);
  const { rules, terms, belowMinimum } = shift;
  const slicesOf = (day: DayShare): Slice[] => {
    const own = rules.on(day.date);
    const winnersAt = (segment: RuleSegment): AppliedRules => own.rulesAt(segment, terms, belowMinimum);
    return splitByAnswer(day, shift, winnersAt, sameWinners);
  };
  const only = shift.days.length === 1 ? shift.days[0] : undefined;
  const slices = only !== undefined ? slicesOf(only) : shift.days.flatMap(slicesOf);
  return slices.every(hasMinutes) ? slices : slices.filter(hasMinutes);
}

function hasMinutes({ minutes }: Slice): boolean {
  return minutes > 0;
}

const NO_RULES: ReadonlySet<CompiledRule> = new Set();

function rulesBelowMinimum(shift: WorkedShift): ReadonlySet<CompiledRule> {
  const sets = shift.days.map(({ date }) => shift.rules.on(date));
  if (!sets.some(({ hasMinimum }) => hasMinimum)) return NO_RULES;
  const rules = new Set(sets.flatMap(({ base, loadings }) => [...base, ...loadings]));
  return new Set([...rules].filter((rule) => !reachesMinimum(rule, shift)));
}

/** A day's minutes divided over its sections with the same rules; the last section includes the rounding of the day. */
export function splitByAnswer<Answer>(
  day: DayShare,
  { rules }: Pick<WorkedShift, 'rules'>,
  answerAt: (segment: RuleSegment) => Answer,
  isSame: (a: Answer, b: Answer) => boolean,
): Stretch<Answer>[] {
  // Segments with known rules were cut before.
  const isCut = day.segments.every(({ rules }) => rules !== undefined);
  const { times } = rules.on(day.date);
  const segments = isCut ? day.segments : day.segments.flatMap((segment) => cutAtClockTimes(segment, times));
  const only = segments.length === 1 ? segments[0] : undefined;
  if (only !== undefined) {
    return [{ answer: answerAt(only), date: day.date, segments, minutes: day.minutes + day.change }];
  }
  const found: Growing<Answer>[] = [];
  for (const segment of segments) {
    const answer = answerAt(segment);
    const last = found[found.length - 1];
    if (last !== undefined && isSame(last.answer, answer)) last.segments.push(segment);
    else found.push({ answer, date: day.date, segments: [segment], minutes: 0 });
  }
  shareMinutes(day, found);
  return found;
}

interface Growing<Answer> extends Stretch<Answer> {
  readonly segments: RuleSegment[];
  minutes: number;
}

function shareMinutes(day: DayShare, stretches: readonly Growing<unknown>[]): void {
  const only = stretches.length === 1 ? stretches[0] : undefined;
  if (only !== undefined) {
    only.minutes = day.minutes + day.change;
    return;
  }
  const shares = allocate(
    day.minutes,
    stretches.map(({ segments }) => sumWeightSeconds(segments)),
  );
  let left = day.change;
  for (let index = stretches.length - 1; index >= 0; index -= 1) {
    const stretch = stretches[index];
    const minutes = shares[index] ?? 0;
    if (stretch === undefined) continue;
    const change = minutes === 0 ? 0 : Math.max(left, -minutes);
    stretch.minutes = minutes + change;
    left -= change;
  }
}

/** A minimum in the window counts the whole entry, in all windows of the rule. */
function reachesMinimum(rule: CompiledRule, shift: WorkedShift): boolean {
  if (rule.minimumInWindow === 0) return true;
  const taken = shift.days.flatMap((day) => {
    const { base, loadings } = shift.rules.on(day.date);
    const isHere = [...base, ...loadings].includes(rule);
    return splitByAnswer(
      day,
      shift,
      (segment) => isHere && ruleApplies(rule, segment, shift.terms),
      (a, b) => a === b,
    ).filter(({ answer }) => answer);
  });
  return taken.reduce((sum, { minutes }) => sum + minutes, 0) >= rule.minimumInWindow;
}

function sameWinners(a: AppliedRules, b: AppliedRules): boolean {
  if (a === b) return true;
  return (
    a.base === b.base &&
    a.workingDate === b.workingDate &&
    a.loadings.length === b.loadings.length &&
    a.loadings.every((rule, index) => rule === b.loadings[index])
  );
}
