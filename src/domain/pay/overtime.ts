import { allocate } from '../time/allocate.js';
import { dateOfEpochDay, type LocalDate } from '../time/localDate.js';
import type { CompiledRule } from './compiledRules.js';
import type { EmployeeLimits, RowLimits } from './mappingColumns.js';
import type { PayLine } from './payLine.js';
import type { Join, OvertimeUnit, Weekday } from './payRules.js';
import { weekStart } from './payWindow.js';
import type { EmployeeReference } from './referencePeriod.js';
import { ruleApplies } from './ruleMatch.js';
import { type RuleSegment, segmentPart } from './ruleSegment.js';
import {
  type BasePart,
  baseRulesOn,
  countingDay,
  sumWeightSeconds,
  type WorkedShift,
} from './workedShift.js';

/** The weeks and reference periods of one person. */
interface OvertimeTerms {
  readonly weekStartsOn: Weekday;
  /** undefined if no rule uses averages. */
  readonly reference: EmployeeReference | undefined;
  readonly limits: EmployeeLimits;
  /** Absences, and holidays without work, of the weeks. */
  readonly unworkedLines: readonly PayLine[];
}

/**
 * Gives every minute of one employee its base code. Overtime takes the last minutes of the day, then the last ones of
 * the week that are not overtime of a day, then those of the reference period, and parts are cut only where overtime
 * begins. Works are in order of time; if a work has several entries, all its minutes count on its first day.
 */
export function assignBaseRules(
  works: readonly (readonly WorkedShift[])[],
  { reference, limits, ...weeks }: OvertimeTerms,
): readonly BasePart[] {
  const daily = byDay(dailyParts(works, limits), 'countsOn');
  const weekly = limits.hasLimit.week ? weeklyParts(daily, weeks, limits) : daily;
  return reference === undefined ? weekly : averagedParts(weekly, reference);
}

function dailyParts(works: readonly (readonly WorkedShift[])[], limits: EmployeeLimits): BasePart[] {
  const isLimited = limits.hasLimit.day;
  const today = new Counter();
  const found: BasePart[] = [];
  for (const work of works) {
    const first = work.length > 1 ? firstDayOf(work) : undefined;
    for (const shift of work) {
      for (const slice of shift.slices) {
        const { date, answer, segments, minutes } = slice;
        const countsOn = countingDay(slice, shift);
        const part = { shift, date, countsOn, rule: answer.base, overtime: undefined, segments, minutes };
        const begin = isLimited ? today.add(first ?? countsOn, minutes) : 0;
        addCut(found, part, begin, 'day', limits.on(first ?? countsOn));
      }
    }
  }
  return found;
}

type Weeks = Pick<OvertimeTerms, 'weekStartsOn' | 'unworkedLines'>;

function weeklyParts(parts: readonly BasePart[], weeks: Weeks, limits: EmployeeLimits): BasePart[] {
  const { weekStartsOn } = weeks;
  const thisWeek = new Counter();
  const found: BasePart[] = [];
  for (const part of parts) {
    if (part.overtime === undefined) {
      const week = weekStart(part.countsOn, weekStartsOn);
      const begin = thisWeek.add(week, part.minutes);
      addCut(found, part, begin, 'week', limits.ofWeek(week), unworkedBefore(part.countsOn, weeks));
    } else {
      found.push(part);
    }
  }
  return found;
}

/** Minutes without work of a week, up to and including a day: they count before the work of their day. */
function unworkedBefore(date: LocalDate, { weekStartsOn, unworkedLines }: Weeks): number {
  const first = weekStart(date, weekStartsOn);
  let minutes = 0;
  for (const line of unworkedLines) if (line.date >= first && line.date <= date) minutes += line.minutes;
  return minutes;
}

/**
 * Most parts are within all limits.
 * @param unworkedMinutes what rules that count absences count in addition
 */
function addCut(
  found: BasePart[],
  part: BasePart,
  begin: number,
  unit: 'day' | 'week',
  { of, least }: RowLimits,
  unworkedMinutes = 0,
): void {
  if (begin + unworkedMinutes + part.minutes <= least[unit]) {
    found.push(part);
    return;
  }
  const limitOf = (rule: CompiledRule): number | undefined => {
    const limit = of.get(rule)?.[unit];
    return limit === undefined || rule.over?.absences === undefined ? limit : limit - unworkedMinutes;
  };
  found.push(...cutAtLimits(part, begin, unit, limitOf));
}

/** The days before the period come from other sources; their parts are unchanged. */
function averagedParts(parts: readonly BasePart[], reference: EmployeeReference): readonly BasePart[] {
  const counted = new Counter();
  return byDay(parts, 'date').flatMap((part) => {
    if (part.overtime !== undefined || part.date < reference.from) return [part];
    const days = reference.periodOf(part.date);
    const begin = counted.add(days.from, part.minutes) + reference.countedElsewhere(days, part.date);
    return cutAtLimits(part, begin, 'reference', (rule) => reference.limit(rule, part.date, days));
  });
}

function firstDayOf([first]: readonly WorkedShift[]): LocalDate | undefined {
  return first === undefined ? undefined : (first.countsOn ?? dateOfEpochDay(first.terms.startDay));
}

/** Minutes by day, or by first day of the week or reference period. */
class Counter {
  readonly #minutes = new Map<LocalDate, number>();

  /** The minutes counted before. */
  add(date: LocalDate, minutes: number): number {
    const before = this.#minutes.get(date) ?? 0;
    this.#minutes.set(date, before + minutes);
    return before;
  }
}

/** Parts of one day stay in the order of their entries. Usually they are already in order. */
function byDay(parts: readonly BasePart[], day: 'countsOn' | 'date'): readonly BasePart[] {
  const isOrdered = parts.every((part, index) => index === 0 || (parts[index - 1]?.[day] ?? '') <= part[day]);
  if (isOrdered) return parts;
  return [...parts].sort((a, b) => (a[day] === b[day] ? 0 : a[day] < b[day] ? -1 : 1));
}

/**
 * Entries of one person that count as one work, in order: each begins 0 to `gap` elapsed minutes after the one before
 * has ended. Without `join`, every entry counts separately.
 */
export function joinShifts(shifts: readonly WorkedShift[], join: Join | undefined): WorkedShift[][] {
  const works: WorkedShift[][] = [];
  for (const shift of shifts) {
    const work = works.at(-1);
    const before = work?.at(-1);
    const gapSeconds = before === undefined ? -1 : shift.startEpoch - before.endEpoch;
    if (work !== undefined && join !== undefined && gapSeconds >= 0 && gapSeconds <= join.gap * 60) {
      work.push(shift);
    } else {
      works.push([shift]);
    }
  }
  return works;
}

/**
 * The part, cut where overtime takes minutes of it; `begin` minutes of the day, week or reference period precede it.
 */
function cutAtLimits(
  part: BasePart,
  begin: number,
  unit: OvertimeUnit,
  limitOf: (rule: CompiledRule) => number | undefined,
): readonly BasePart[] {
  const { shift, minutes } = part;
  const limits: Limit[] = [];
  for (const rule of baseRulesOn(shift, part.date)) {
    const limit = rule.over === undefined ? undefined : limitOf(rule);
    if (limit === undefined || limit >= begin + minutes) continue;
    limits.push({ rule, minutes: Math.max(limit - begin, 0) });
  }
  if (limits.length === 0) return [part];
  const found = splitBeyond(part, limits);
  const shares = allocate(
    minutes,
    found.map(({ weight }) => weight),
  );
  return found.flatMap(({ rule, segments }, index) => {
    const share = shares[index] ?? 0;
    const overtime = rule.over === undefined ? undefined : unit;
    return share === 0 ? [] : [{ ...part, rule, overtime, segments, minutes: share }];
  });
}

/** An overtime rule that applies after a number of minutes of a part. */
interface Limit {
  readonly rule: CompiledRule;
  readonly minutes: number;
}

interface Taken {
  readonly rule: CompiledRule;
  readonly segments: RuleSegment[];
  weight: number;
}

/**
 * The sections of a part, each with its rule. A limit after some of the part's minutes is at the same share of its
 * time; weights are multiplied by its minutes, so that positions are whole numbers.
 */
function splitBeyond(part: BasePart, limits: readonly Limit[]): Taken[] {
  const seconds = sumWeightSeconds(part.segments);
  const places = new Map(limits.map((limit) => [limit.rule, limit.minutes * seconds]));
  const found: Taken[] = [];
  let passed = 0;
  for (const segment of part.segments) {
    const weight = segment.weightSeconds * part.minutes;
    const end = passed + weight;
    for (let from = passed; from < end; ) {
      const until = nextLimit(places, from, end);
      const rule = ruleAt(from, segment, part, places);
      const last = found.at(-1);
      const taken = last?.rule === rule ? last : { rule, segments: [], weight: 0 };
      if (taken !== last) found.push(taken);
      taken.segments.push(
        segmentPart(segment, (from - passed) / weight, (until - passed) / weight, until - from),
      );
      taken.weight += until - from;
      from = until;
    }
    passed = end;
  }
  return found;
}

/** The first position of a limit between the two, or the end. */
function nextLimit(places: ReadonlyMap<CompiledRule, number>, from: number, end: number): number {
  let next = end;
  for (const place of places.values()) if (place > from && place < next) next = place;
  return next;
}

/** The first rule that takes a segment after the given minutes; without overtime it is the part's own rule. */
function ruleAt(
  passed: number,
  segment: RuleSegment,
  { shift, date, rule: own }: BasePart,
  places: ReadonlyMap<CompiledRule, number>,
): CompiledRule {
  const isReached = (rule: CompiledRule): boolean => (places.get(rule) ?? Number.POSITIVE_INFINITY) <= passed;
  return (
    baseRulesOn(shift, date).find((rule) =>
      rule.over === undefined ? rule === own : isReached(rule) && ruleApplies(rule, segment, shift.terms),
    ) ?? own
  );
}
