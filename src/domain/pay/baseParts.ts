import { allocate } from '../time/allocate.js';
import { dateOfDay } from '../time/dayOf.js';
import { epochDayOf, type LocalDate, weekdayOf } from '../time/localDate.js';
import type { CompiledRule } from './compiledRule.js';
import type { PaidShift } from './paidShift.js';
import { WEEKDAYS, type Weekday } from './payRules.js';
import { type Piece, partOfPiece } from './piece.js';
import { firstTaking } from './slice.js';

/** Minutes of an entry that one base rule pays. */
export interface BasePart {
  readonly shift: PaidShift;
  readonly date: LocalDate;
  /** The day on whose limits, and on those of whose week, the minutes count. */
  readonly countsOn: LocalDate;
  readonly rule: CompiledRule;
  readonly overtime: 'day' | 'week' | undefined;
  readonly pieces: readonly Piece[];
  readonly minutes: number;
}

/**
 * Gives every minute of one employee its base code. Overtime takes the last minutes of the day, then the last ones
 * of the week that are not overtime of a day, and cuts only where it occurs. Works are in order of time; the minutes
 * of a work of several entries all count on its first day.
 */
export function baseParts(
  works: readonly (readonly PaidShift[])[],
  weekStartsOn: Weekday,
): readonly BasePart[] {
  const today = new Counter();
  const daily = works.flatMap((work) => {
    const first = work.length > 1 ? firstDayOf(work) : undefined;
    return work.flatMap((shift) =>
      shift.slices.flatMap(({ date, workingDay, base, pieces, minutes }) => {
        const countsOn = shift.countsOn ?? dateOfDay(workingDay);
        const part = { shift, date, countsOn, rule: base, overtime: undefined, pieces, minutes };
        return cutAtLimits(part, today.add(first ?? countsOn, minutes), 'day');
      }),
    );
  });
  const thisWeek = new Counter();
  return byDate(daily).flatMap((part) => {
    if (part.overtime !== undefined) return [part];
    return cutAtLimits(part, thisWeek.add(weekOf(part.countsOn, weekStartsOn), part.minutes), 'week');
  });
}

function firstDayOf([first]: readonly PaidShift[]): LocalDate | undefined {
  return first === undefined ? undefined : (first.countsOn ?? dateOfDay(first.around.startDay));
}

/** Minutes by day, or by first day of the week. */
class Counter {
  readonly #minutes = new Map<LocalDate, number>();

  /** What had been counted there before. */
  add(date: LocalDate, minutes: number): number {
    const before = this.#minutes.get(date) ?? 0;
    this.#minutes.set(date, before + minutes);
    return before;
  }
}

/** Parts of one day stay in the order of their entries. */
function byDate(parts: readonly BasePart[]): readonly BasePart[] {
  return [...parts].sort((a, b) => (a.countsOn === b.countsOn ? 0 : a.countsOn < b.countsOn ? -1 : 1));
}

/** The part, cut where overtime takes minutes of it; `begin` minutes of the day or week went before it. */
function cutAtLimits(part: BasePart, begin: number, unit: 'day' | 'week'): readonly BasePart[] {
  const { shift, minutes } = part;
  const limits = new Map<CompiledRule, number>();
  for (const rule of shift.base) {
    const limit = shift.limits.get(rule)?.[unit];
    if (limit !== undefined && limit < begin + minutes) limits.set(rule, Math.max(limit - begin, 0));
  }
  if (limits.size === 0) return [part];
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

/** The first day of the week that a day lies in. */
export function weekOf(date: LocalDate, weekStartsOn: Weekday): LocalDate {
  const first = WEEKDAYS.indexOf(weekStartsOn) + 1;
  return dateOfDay(epochDayOf(date) - ((weekdayOf(date) - first + 7) % 7));
}
