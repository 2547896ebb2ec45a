import { allocate } from '../time/allocate.js';
import type { Piece } from './cell.js';
import type { CompiledRule } from './compiledRule.js';
import { weightSecondsOf } from './dayShare.js';
import type { BasePart } from './paidShift.js';
import type { OvertimeUnit } from './payRules.js';
import { partOfPiece } from './piece.js';
import { takesPiece } from './takesPiece.js';

/** The part, cut where overtime takes minutes of it; `begin` minutes of the day, week or reference period went before it. */
export function cutAtLimits(
  part: BasePart,
  begin: number,
  unit: OvertimeUnit,
  limitOf: (rule: CompiledRule) => number | undefined,
): readonly BasePart[] {
  const { shift, minutes } = part;
  const limits: Limit[] = [];
  for (const rule of shift.base) {
    const limit = rule.over === undefined ? undefined : limitOf(rule);
    if (limit === undefined || limit >= begin + minutes) continue;
    limits.push({ rule, minutes: Math.max(limit - begin, 0) });
  }
  if (limits.length === 0) return [part];
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

/** An overtime rule that takes what comes after so many minutes of a part. */
interface Limit {
  readonly rule: CompiledRule;
  readonly minutes: number;
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
function takenBeyond(part: BasePart, limits: readonly Limit[]): Taken[] {
  const seconds = weightSecondsOf(part.pieces);
  const places = new Map(limits.map((limit) => [limit.rule, limit.minutes * seconds]));
  const found: Taken[] = [];
  let passed = 0;
  for (const piece of part.pieces) {
    const weight = piece.weightSeconds * part.minutes;
    const end = passed + weight;
    for (let from = passed; from < end; ) {
      const until = nextPlace(places, from, end);
      const rule = takerAt(from, piece, part, places);
      const last = found.at(-1);
      const taken = last?.rule === rule ? last : { rule, pieces: [], weight: 0 };
      if (taken !== last) found.push(taken);
      taken.pieces.push(
        partOfPiece(piece, (from - passed) / weight, (until - passed) / weight, until - from),
      );
      taken.weight += until - from;
      from = until;
    }
    passed = end;
  }
  return found;
}

/** The first place of a limit between the two, or the end. */
function nextPlace(places: ReadonlyMap<CompiledRule, number>, from: number, end: number): number {
  let next = end;
  for (const place of places.values()) if (place > from && place < next) next = place;
  return next;
}

/** The first rule that takes a piece where so much has passed; without overtime it is the part's own. */
function takerAt(
  passed: number,
  piece: Piece,
  { shift, rule: own }: BasePart,
  places: ReadonlyMap<CompiledRule, number>,
): CompiledRule {
  const isReached = (rule: CompiledRule): boolean => (places.get(rule) ?? Number.POSITIVE_INFINITY) <= passed;
  return (
    shift.base.find((rule) =>
      rule.over === undefined ? rule === own : isReached(rule) && takesPiece(rule, piece, shift.around),
    ) ?? own
  );
}
