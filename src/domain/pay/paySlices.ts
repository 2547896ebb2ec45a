import { allocate } from '../time/allocate.js';
import type { CompiledRule } from './compiledRules.js';
import { takesPiece } from './ruleMatch.js';
import { cutAtTimes, type Piece, type Winners } from './ruleSegment.js';
import { type DayShare, type PaidShift, type Slice, type Stretch, weightSecondsOf } from './workedShift.js';

/**
 * Cuts an entry where the rules that take its minutes change and nowhere else, and shares each day's minutes over
 * the parts: a rule that takes none changes nothing. Slices without a minute are left out.
 */
export function slicesOf(shift: PaidShift): Slice[] {
  const { rules, around } = shift;
  const without = rules.hasMinimum ? beneathMinimum(shift) : NO_RULES;
  if (without.size > 0) shift.base = rules.base.filter((rule) => !without.has(rule));
  const winnersAt = (piece: Piece): Winners => rules.winnersAt(piece, around, without);
  const only = shift.days.length === 1 ? shift.days[0] : undefined;
  const slices =
    only !== undefined
      ? stretchesOf(only, shift, winnersAt, sameWinners)
      : shift.days.flatMap((day) => stretchesOf(day, shift, winnersAt, sameWinners));
  return slices.every(hasMinutes) ? slices : slices.filter(hasMinutes);
}

function hasMinutes({ minutes }: Slice): boolean {
  return minutes > 0;
}

const NO_RULES: ReadonlySet<CompiledRule> = new Set();

function beneathMinimum(shift: PaidShift): ReadonlySet<CompiledRule> {
  const { base, loadings } = shift.rules;
  return new Set([...base, ...loadings].filter((rule) => !reachesMinimum(rule, shift)));
}

/** A day's minutes over its stretches with one answer; the last ones carry what rounding of the day changed. */
export function stretchesOf<Answer>(
  day: DayShare,
  { rules: { times } }: PaidShift,
  answerAt: (piece: Piece) => Answer,
  isSame: (a: Answer, b: Answer) => boolean,
): Stretch<Answer>[] {
  // Pieces that have a cell were cut before.
  const isCut = day.pieces.every(({ cell }) => cell !== undefined);
  const pieces = isCut ? day.pieces : day.pieces.flatMap((piece) => cutAtTimes(piece, times));
  const only = pieces.length === 1 ? pieces[0] : undefined;
  if (only !== undefined) {
    return [{ answer: answerAt(only), date: day.date, pieces, minutes: day.minutes + day.change }];
  }
  const found: Growing<Answer>[] = [];
  for (const piece of pieces) {
    const answer = answerAt(piece);
    const last = found[found.length - 1];
    if (last !== undefined && isSame(last.answer, answer)) last.pieces.push(piece);
    else found.push({ answer, date: day.date, pieces: [piece], minutes: 0 });
  }
  shareOut(day, found);
  return found;
}

interface Growing<Answer> extends Stretch<Answer> {
  readonly pieces: Piece[];
  minutes: number;
}

function shareOut(day: DayShare, stretches: readonly Growing<unknown>[]): void {
  const only = stretches.length === 1 ? stretches[0] : undefined;
  if (only !== undefined) {
    only.minutes = day.minutes + day.change;
    return;
  }
  const shares = allocate(
    day.minutes,
    stretches.map(({ pieces }) => weightSecondsOf(pieces)),
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

/** A minimum in the window counts over the whole entry, all the rule's windows together. */
function reachesMinimum(rule: CompiledRule, shift: PaidShift): boolean {
  if (rule.minimumInWindow === 0) return true;
  const taken = shift.days.flatMap((day) =>
    stretchesOf(
      day,
      shift,
      (piece) => takesPiece(rule, piece, shift.around),
      (a, b) => a === b,
    ).filter(({ answer }) => answer),
  );
  return taken.reduce((sum, { minutes }) => sum + minutes, 0) >= rule.minimumInWindow;
}

function sameWinners(a: Winners, b: Winners): boolean {
  if (a === b) return true;
  return (
    a.base === b.base &&
    a.workingDate === b.workingDate &&
    a.loadings.length === b.loadings.length &&
    a.loadings.every((rule, index) => rule === b.loadings[index])
  );
}
