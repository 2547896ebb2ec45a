import { allocate } from '../time/allocate.js';
import type { Piece } from './cell.js';
import type { CompiledRule } from './compiledRule.js';
import type { BasePart } from './paidShift.js';
import type { OvertimeUnit } from './payRules.js';
import { partOfPiece } from './piece.js';
import { firstTaking } from './slice.js';

/** The part, cut where overtime takes minutes of it; `begin` minutes of the day, week or reference period went before it. */
export function cutAtLimits(
  part: BasePart,
  begin: number,
  unit: OvertimeUnit,
  limitOf: (rule: CompiledRule) => number | undefined,
): readonly BasePart[] {
  const { shift, minutes } = part;
  let limits: Map<CompiledRule, number> | undefined;
  for (const rule of shift.base) {
    const limit = rule.over === undefined ? undefined : limitOf(rule);
    if (limit === undefined || limit >= begin + minutes) continue;
    limits ??= new Map();
    limits.set(rule, Math.max(limit - begin, 0));
  }
  if (limits === undefined) return [part];
  const found = takenBeyond(part, limits);
  const shares = allocate(
    minutes,
    found.map(({ weight }) => weight),
  );
  return found.flatMap(({ rule, pieces }, index) => {
    const share = shares[index] ?? 0;
    const overtime = rule.over === undefined ? undefined : unit;
    return share === 0 ? [] : [{ ...part, rule, overtime, pieces, minutes: share }];
  });
}

interface Taken {
  readonly rule: CompiledRule;
  readonly pieces: Piece[];
  weight: number;
}

/**
 * The stretches of a part with the rule that takes each. A limit after some of the part's minutes lies after the
 * same share of its time; weights are multiplied by its minutes, so that these places are whole numbers.
 */
function takenBeyond(
  { shift, pieces, minutes }: BasePart,
  limits: ReadonlyMap<CompiledRule, number>,
): Taken[] {
  const seconds = pieces.reduce((sum, { weightSeconds }) => sum + weightSeconds, 0);
  const places = new Map([...limits].map(([rule, limit]) => [rule, limit * seconds]));
  const found: Taken[] = [];
  let passed = 0;
  for (const piece of pieces) {
    const weight = piece.weightSeconds * minutes;
    const bounds = boundsInside([...places.values()], passed, passed + weight);
    for (const [from, until] of bounds) {
      const isReached = (rule: CompiledRule): boolean =>
        (places.get(rule) ?? Number.POSITIVE_INFINITY) <= from;
      const rules = shift.base.filter((rule) => rule.over === undefined || isReached(rule));
      const rule = firstTaking(rules, piece, shift);
      const last = found.at(-1);
      const taken = last?.rule === rule ? last : { rule, pieces: [], weight: 0 };
      if (taken !== last) found.push(taken);
      taken.pieces.push(
        partOfPiece(piece, (from - passed) / weight, (until - passed) / weight, until - from),
      );
      taken.weight += until - from;
    }
    passed += weight;
  }
  return found;
}

/** The stretches between two bounds, cut at the places strictly between them; none where the bounds are one. */
function boundsInside(
  places: readonly number[],
  from: number,
  until: number,
): (readonly [from: number, until: number])[] {
  if (from === until) return [];
  const inside = new Set(places.filter((place) => place > from && place < until));
  const bounds = [from, ...[...inside].sort((a, b) => a - b), until];
  return bounds.slice(1).map((end, index) => [bounds[index] ?? from, end]);
}
