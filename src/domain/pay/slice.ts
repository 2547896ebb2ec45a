import { allocate } from '../time/allocate.js';
import type { CompiledRule } from './compiledRule.js';
import { weightOf } from './dayShare.js';
import type { DayShare, PaidShift, Slice, Winners } from './paidShift.js';
import { cutAtTimes, type Piece } from './piece.js';
import { takesPiece, workingDayOf } from './takesPiece.js';

/**
 * Cuts an entry where the rules that take its minutes change and nowhere else, and shares each day's minutes over
 * the parts: a rule that takes none changes nothing. Slices without a minute are left out.
 */
export function slicesOf(shift: PaidShift): Slice[] {
  const reaches = (rule: CompiledRule): boolean => reachesMinimum(rule, shift);
  const hasMinimum = (rules: readonly CompiledRule[]): boolean =>
    rules.some(({ minimumInWindow }) => minimumInWindow > 0);
  if (hasMinimum(shift.base)) shift.base = shift.base.filter(reaches);
  const loadings = hasMinimum(shift.loadings) ? shift.loadings.filter(reaches) : shift.loadings;
  const plain = shift.base.filter(({ over }) => over === undefined);
  const winnersAt = (piece: Piece): Winners => ({
    base: firstTaking(plain, piece, shift),
    loadings: firstOfGroups(loadings, piece, shift),
    workingDay: workingDayOf(piece, shift.around),
  });
  const slices: Slice[] = [];
  for (const day of shift.days) {
    for (const { answer, pieces, minutes } of partsOf(day, shift, winnersAt, sameWinners)) {
      if (minutes === 0) continue;
      const { base, loadings: onTop, workingDay } = answer;
      slices.push({ base, loadings: onTop, workingDay, date: day.date, pieces, minutes });
    }
  }
  return slices;
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
  { times }: PaidShift,
  answerAt: (piece: Piece) => Answer,
  isSame: (a: Answer, b: Answer) => boolean,
): Part<Answer>[] {
  const parts: { readonly answer: Answer; readonly pieces: Piece[]; minutes: number }[] = [];
  for (const whole of day.pieces) {
    for (const piece of cutAtTimes(whole, times)) {
      const answer = answerAt(piece);
      const last = parts.at(-1);
      if (last !== undefined && isSame(last.answer, answer)) last.pieces.push(piece);
      else parts.push({ answer, pieces: [piece], minutes: 0 });
    }
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    only.minutes = day.minutes + day.change;
    return parts;
  }
  const shares = allocate(
    day.minutes,
    parts.map(({ pieces }) => weightOf(pieces)),
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

const NONE: readonly CompiledRule[] = [];

function firstOfGroups(
  rules: readonly CompiledRule[],
  piece: Piece,
  { around }: PaidShift,
): readonly CompiledRule[] {
  let found: CompiledRule[] | undefined;
  for (const rule of rules) {
    if (found?.some(({ group }) => group === rule.group) || !takesPiece(rule, piece, around)) continue;
    found ??= [];
    found.push(rule);
  }
  return found ?? NONE;
}

function sameWinners(a: Winners, b: Winners): boolean {
  return (
    a.base === b.base &&
    a.workingDay === b.workingDay &&
    a.loadings.length === b.loadings.length &&
    a.loadings.every((rule, index) => rule === b.loadings[index])
  );
}
