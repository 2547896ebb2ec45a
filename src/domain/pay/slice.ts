import { allocate } from '../time/allocate.js';
import type { Piece, Winners } from './cell.js';
import type { CompiledRule } from './compiledRule.js';
import { weightSecondsOf } from './dayShare.js';
import type { DayShare, PaidShift, Slice } from './paidShift.js';
import { cutAtTimes } from './piece.js';
import { takesPiece } from './takesPiece.js';

/**
 * Cuts an entry where the rules that take its minutes change and nowhere else, and shares each day's minutes over
 * the parts: a rule that takes none changes nothing. Slices without a minute are left out.
 */
export function slicesOf(shift: PaidShift): Slice[] {
  const { rules, around } = shift;
  const without = rules.hasMinimum ? beneathMinimum(shift) : NO_RULES;
  if (without.size > 0) shift.base = rules.base.filter((rule) => !without.has(rule));
  const winnersAt = (piece: Piece): Winners => rules.winnersAt(piece, around, without);
  const slices: Slice[] = [];
  for (const day of shift.days) {
    const parts = partsOf(day, shift, winnersAt, sameWinners);
    for (const { answer, pieces, minutes } of parts) {
      if (minutes > 0) slices.push({ winners: answer, date: day.date, pieces, minutes });
    }
  }
  return slices;
}

const NO_RULES: ReadonlySet<CompiledRule> = new Set();

function beneathMinimum(shift: PaidShift): ReadonlySet<CompiledRule> {
  const { base, loadings } = shift.rules;
  return new Set([...base, ...loadings].filter((rule) => !reachesMinimum(rule, shift)));
}

/** The first rule that takes a piece. @throws RangeError where none does; the schema wants a last one that always does. */
export function firstTaking(
  rules: readonly CompiledRule[],
  piece: Piece,
  { around }: PaidShift,
): CompiledRule {
  const [only] = rules;
  // Most often there is a single rule without a limit, and the schema sees to it that it takes everything.
  const rule = rules.length === 1 ? only : rules.find((each) => takesPiece(each, piece, around));
  if (rule === undefined) throw new RangeError('no base rule takes every minute');
  return rule;
}

interface Part<Answer> {
  readonly answer: Answer;
  readonly pieces: readonly Piece[];
  readonly minutes: number;
}

/** A day's minutes over its stretches with one answer; the last ones carry what rounding of the day changed. */
export function partsOf<Answer>(
  day: DayShare,
  { rules: { times } }: PaidShift,
  answerAt: (piece: Piece) => Answer,
  isSame: (a: Answer, b: Answer) => boolean,
): Part<Answer>[] {
  const parts: Growing<Answer>[] = [];
  for (const whole of day.pieces) {
    // Pieces that have a cell were cut before.
    if (whole.cell !== undefined) addTo(parts, whole, answerAt(whole), isSame);
    else for (const piece of cutAtTimes(whole, times)) addTo(parts, piece, answerAt(piece), isSame);
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    only.minutes = day.minutes + day.change;
    return parts;
  }
  const shares = allocate(
    day.minutes,
    parts.map(({ pieces }) => weightSecondsOf(pieces)),
  );
  let left = day.change;
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index];
    const minutes = shares[index] ?? 0;
    if (part === undefined) continue;
    const change = minutes === 0 ? 0 : Math.max(left, -minutes);
    part.minutes = minutes + change;
    left -= change;
  }
  return parts;
}

interface Growing<Answer> {
  readonly answer: Answer;
  readonly pieces: Piece[];
  minutes: number;
}

function addTo<Answer>(
  parts: Growing<Answer>[],
  piece: Piece,
  answer: Answer,
  isSame: (a: Answer, b: Answer) => boolean,
): void {
  const last = parts[parts.length - 1];
  if (last !== undefined && isSame(last.answer, answer)) last.pieces.push(piece);
  else parts.push({ answer, pieces: [piece], minutes: 0 });
}

/** A minimum in the window counts over the whole entry, all the rule's windows together. */
function reachesMinimum(rule: CompiledRule, shift: PaidShift): boolean {
  if (rule.minimumInWindow === 0) return true;
  const taken = shift.days.flatMap((day) =>
    partsOf(
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
    a.workingDay === b.workingDay &&
    a.loadings.length === b.loadings.length &&
    a.loadings.every((rule, index) => rule === b.loadings[index])
  );
}
