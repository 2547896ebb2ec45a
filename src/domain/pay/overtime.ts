import { allocate } from '../time/allocate.js';
import type { LocalDate } from '../time/localDate.js';
import { dateOfDay } from '../time/zone.js';
import type { CompiledRule } from './compiledRules.js';
import type { LimitsOfPerson } from './mappingColumns.js';
import type { Join, OvertimeUnit, Weekday } from './payRules.js';
import { weekOf } from './payWindow.js';
import type { OwnReference } from './referencePeriod.js';
import { takesPiece } from './ruleMatch.js';
import { type Piece, partOfPiece } from './ruleSegment.js';
import { type BasePart, type PaidShift, weightSecondsOf } from './workedShift.js';

/** What weeks and reference periods are, for one person. */
interface Terms {
  readonly weekStartsOn: Weekday;
  /** undefined where no rule averages. */
  readonly reference: OwnReference | undefined;
  readonly limits: LimitsOfPerson;
}

/**
 * Gives every minute of one employee its base code. Overtime takes the last minutes of the day, then the last ones
 * of the week that are not overtime of a day, then those of the reference period, and cuts only where it occurs. Works
 * are in order of time; the minutes of a work of several entries all count on its first day.
 */
export function baseParts(
  works: readonly (readonly PaidShift[])[],
  { weekStartsOn, reference, limits }: Terms,
): readonly BasePart[] {
  const daily = byDay(dailyParts(works, limits), 'countsOn');
  const weekly = limits.least.week === Infinity ? daily : weeklyParts(daily, weekStartsOn, limits);
  return reference === undefined ? weekly : averagedParts(weekly, reference, limits);
}

function dailyParts(works: readonly (readonly PaidShift[])[], limits: LimitsOfPerson): BasePart[] {
  const isLimited = limits.least.day < Infinity;
  const today = new Counter();
  const found: BasePart[] = [];
  for (const work of works) {
    const first = work.length > 1 ? firstDayOf(work) : undefined;
    for (const shift of work) {
      for (const { date, answer, pieces, minutes } of shift.slices) {
        const countsOn = shift.countsOn ?? answer.workingDate;
        const part = { shift, date, countsOn, rule: answer.base, overtime: undefined, pieces, minutes };
        const begin = isLimited ? today.add(first ?? countsOn, minutes) : 0;
        addCut(found, part, begin, 'day', limits);
      }
    }
  }
  return found;
}

function weeklyParts(parts: readonly BasePart[], weekStartsOn: Weekday, limits: LimitsOfPerson): BasePart[] {
  const thisWeek = new Counter();
  const found: BasePart[] = [];
  for (const part of parts) {
    if (part.overtime === undefined) {
      const begin = thisWeek.add(weekOf(part.countsOn, weekStartsOn), part.minutes);
      addCut(found, part, begin, 'week', limits);
    } else {
      found.push(part);
    }
  }
  return found;
}

/** Most parts stay within every limit. */
function addCut(
  found: BasePart[],
  part: BasePart,
  begin: number,
  unit: 'day' | 'week',
  { of, least }: LimitsOfPerson,
): void {
  if (begin + part.minutes <= least[unit]) found.push(part);
  else found.push(...cutAtLimits(part, begin, unit, (rule) => of.get(rule)?.[unit]));
}

/** The days before the period are known from elsewhere; their parts stay as they are. */
function averagedParts(
  parts: readonly BasePart[],
  reference: OwnReference,
  limits: LimitsOfPerson,
): readonly BasePart[] {
  const counted = new Counter();
  return byDay(parts, 'date').flatMap((part) => {
    if (part.overtime !== undefined || part.date < reference.from) return [part];
    const days = reference.periodOf(part.date);
    const begin = counted.add(days.from, part.minutes) + reference.besides(days, part.date);
    return cutAtLimits(part, begin, 'reference', (rule) => reference.limit(limits.of.get(rule), days));
  });
}

function firstDayOf([first]: readonly PaidShift[]): LocalDate | undefined {
  return first === undefined ? undefined : (first.countsOn ?? dateOfDay(first.around.startDay));
}

/** Minutes by day, or by first day of the week or reference period. */
class Counter {
  readonly #minutes = new Map<LocalDate, number>();

  /** What had been counted there before. */
  add(date: LocalDate, minutes: number): number {
    const before = this.#minutes.get(date) ?? 0;
    this.#minutes.set(date, before + minutes);
    return before;
  }
}

/** Parts of one day stay in the order of their entries. Most often they are in order already. */
function byDay(parts: readonly BasePart[], day: 'countsOn' | 'date'): readonly BasePart[] {
  const isOrdered = parts.every((part, index) => index === 0 || (parts[index - 1]?.[day] ?? '') <= part[day]);
  if (isOrdered) return parts;
  return [...parts].sort((a, b) => (a[day] === b[day] ? 0 : a[day] < b[day] ? -1 : 1));
}

/**
 * Entries of one person that count as one work, in order: each begins 0 to `gap` elapsed minutes after the one
 * before has ended. Without `join` every entry stands alone.
 */
export function worksOf(shifts: readonly PaidShift[], join: Join | undefined): PaidShift[][] {
  const works: PaidShift[][] = [];
  for (const shift of shifts) {
    const work = works.at(-1);
    const before = work?.at(-1);
    const gapSeconds = before === undefined ? -1 : shift.around.startEpoch - before.endEpoch;
    if (work !== undefined && join !== undefined && gapSeconds >= 0 && gapSeconds <= join.gap * 60) {
      work.push(shift);
    } else {
      works.push([shift]);
    }
  }
  return works;
}

/** The part, cut where overtime takes minutes of it; `begin` minutes of the day, week or reference period went before it. */
function cutAtLimits(
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
