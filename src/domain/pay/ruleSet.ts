import type { PlaceHolidays } from '../holidays/holidayCalendar.js';
import { dateOfEpochDay, type LocalDate } from '../time/localDate.js';
import { asInteger, type Zone } from '../time/zone.js';
import {
  type CompiledCount,
  type CompiledRule,
  type CompiledRules,
  changeTimes,
  compileRules,
  requireClockTime,
} from './compiledRules.js';
import type { PayRules } from './payRules.js';
import {
  alwaysApplies,
  type DayTerms,
  matchApplies,
  matchRule,
  type ShiftTerms,
  workingDayAt,
} from './ruleMatch.js';
import {
  type AppliedRules,
  cutAtClockTimes,
  elapsedSegments,
  type RuleMatch,
  type RuleSegment,
  type SegmentRules,
} from './ruleSegment.js';

/** The cache's limit in days: a few years on a few clocks. */
const MAX_KEPT_DAYS = 4000;

/** A local day on one clock, cut where a rule's result may change. */
interface CutDay {
  readonly endEpoch: number;
  readonly segments: readonly RuleSegment[];
}

/** The rules that concern an entry, by the day that its minutes count for. */
export interface EntryRules {
  readonly on: (date: LocalDate) => RuleSet;
  /** The segments of real time between two instants, cut at the times of the rules of each day. */
  readonly segmentsBetween: (startEpoch: number, endEpoch: number, clock: Zone) => readonly RuleSegment[];
  /** Times of day at which the result of one of them may change. */
  readonly times: readonly number[];
}

/**
 * The rules of an entry on whose days the employee has different rows. Each minute counts for its own day.
 * @param dayStart seconds after midnight at which these days begin
 */
export function rulesByDay(on: EntryRules['on'], dates: readonly LocalDate[], dayStart = 0): EntryRules {
  return {
    on,
    times: [...new Set(dates.flatMap((date) => on(date).times))],
    segmentsBetween: (startEpoch, endEpoch, clock) => {
      const found: RuleSegment[] = [];
      const days = clock.withDayStart(dayStart);
      for (let from = startEpoch; from < endEpoch; ) {
        const epochDay = days.dayAt(from);
        const until = Math.min(days.dayStart(epochDay + 1), endEpoch);
        found.push(...on(dateOfEpochDay(epochDay)).segmentsBetween(from, until, clock));
        from = until;
      }
      return found;
    },
  };
}

/**
 * The rules that concern some entries. The rules of each section of a day are determined once per day and clock, so
 * that an entry is cut by comparing instants.
 */
export class RuleSet implements EntryRules {
  readonly base: readonly CompiledRule[];
  readonly loadings: readonly CompiledRule[];
  readonly counts: readonly CompiledCount[];
  /** Times of day at which the result of one of them may change. */
  readonly times: readonly number[];
  /** Whether one of its base rules or loadings has a minimum in its window. */
  readonly hasMinimum: boolean;
  readonly #plain: readonly CompiledRule[];
  readonly #terms: Omit<DayTerms, 'clock'>;
  readonly #days = new Map<string, Map<number, CutDay>>();
  #keptDays = 0;

  constructor({ base, loadings, counts }: CompiledRules, terms: Omit<DayTerms, 'clock'>) {
    this.base = base;
    this.loadings = loadings;
    this.counts = counts;
    const rules = [...base, ...loadings, ...counts];
    const ofHolidays = rules.some(({ on }) => on?.has('holiday')) ? terms.holidays.times : [];
    this.times = [...new Set([...changeTimes(rules, terms.dayStart), ...ofHolidays])];
    this.hasMinimum = [...base, ...loadings].some(({ minimumInWindow }) => minimumInWindow > 0);
    this.#plain = base.filter(({ over }) => over === undefined);
    this.#terms = terms;
  }

  /** The same rules on every day. */
  on(): this {
    return this;
  }

  segmentsBetween(startEpoch: number, endEpoch: number, clock: Zone): readonly RuleSegment[] {
    if (endEpoch <= startEpoch) return [];
    const days = this.#daysOn(clock);
    let day = this.#dayAt(startEpoch, clock, days);
    let found = segmentsOfDay(day, startEpoch, endEpoch);
    while (day.endEpoch < endEpoch) {
      day = this.#dayAt(day.endEpoch, clock, days);
      found = found.concat(segmentsOfDay(day, startEpoch, endEpoch));
    }
    return found;
  }

  /** The rules of an entry's segment except overtime; `without` are those whose minimum it does not reach. */
  rulesAt(segment: RuleSegment, around: ShiftTerms, without: ReadonlySet<CompiledRule>): AppliedRules {
    const known = segment.rules ?? this.#rulesOf(segment, around);
    if (known.sameForAll !== undefined) return known.sameForAll;
    const takes = (match: RuleMatch): boolean =>
      matchApplies(match, segment, known.workingDay, around) && !without.has(match.rule);
    const base = known.base.find(takes)?.rule;
    if (base === undefined) throw new RangeError('no base rule takes every minute');
    const loadings: CompiledRule[] = [];
    for (const match of known.loadings) {
      const { rule } = match;
      if (!loadings.some(({ group }) => group === rule.group) && takes(match)) loadings.push(rule);
    }
    return { base, loadings, workingDate: dateOfEpochDay(known.workingDay) };
  }

  #daysOn({ name }: Zone): Map<number, CutDay> {
    const known = this.#days.get(name);
    if (known !== undefined) return known;
    const days = new Map<number, CutDay>();
    this.#days.set(name, days);
    return days;
  }

  #dayAt(epoch: number, clock: Zone, days: Map<number, CutDay>): CutDay {
    const epochDay = clock.dayAt(epoch);
    return days.get(epochDay) ?? this.#cutDay(epochDay, clock, days);
  }

  #cutDay(epochDay: number, clock: Zone, days: Map<number, CutDay>): CutDay {
    const endEpoch = clock.dayStart(epochDay + 1);
    const terms = { ...this.#terms, clock };
    const segments = elapsedSegments(clock.dayStart(epochDay), endEpoch, clock)
      .flatMap((segment) => cutAtClockTimes(segment, this.times))
      .map((segment) => clipSegment(segment, segment, this.#rulesOf(segment, terms)));
    const day = { endEpoch, segments };
    this.#keptDays += 1;
    if (this.#keptDays <= MAX_KEPT_DAYS) days.set(epochDay, day);
    return day;
  }

  #rulesOf(segment: RuleSegment, terms: DayTerms): SegmentRules {
    const base = upToCertain(matchRules(this.#plain, segment, terms));
    const loadings = firstCertainOfGroups(matchRules(this.loadings, segment, terms));
    const workingDay = workingDayAt(segment, terms);
    const [first] = base;
    const isOneAnswer = first !== undefined && alwaysApplies(first) && loadings.every(alwaysApplies);
    const sameForAll = isOneAnswer
      ? {
          base: first.rule,
          loadings: loadings.map(({ rule }) => rule),
          workingDate: dateOfEpochDay(workingDay),
        }
      : undefined;
    return { workingDay, base, loadings, sameForAll };
  }
}

function matchRules(rules: readonly CompiledRule[], segment: RuleSegment, terms: DayTerms): RuleMatch[] {
  return rules.flatMap((rule) => matchRule(rule, segment, terms) ?? []);
}

/** Rules after one that always takes the segment never apply. */
function upToCertain(matches: readonly RuleMatch[]): readonly RuleMatch[] {
  const first = matches.findIndex(alwaysApplies);
  return first < 0 ? matches : matches.slice(0, first + 1);
}

function firstCertainOfGroups(matches: readonly RuleMatch[]): readonly RuleMatch[] {
  const decided = new Set<string>();
  return matches.filter((match) => {
    if (decided.has(match.rule.group)) return false;
    if (alwaysApplies(match)) decided.add(match.rule.group);
    return true;
  });
}

/** Where the day is cut between two instants; the first and the last segment may reach beyond them. */
function segmentsOfDay({ segments }: CutDay, startEpoch: number, endEpoch: number): readonly RuleSegment[] {
  let first = 0;
  while (first < segments.length - 1 && (segments[first]?.toEpoch ?? endEpoch) <= startEpoch) first += 1;
  let last = first;
  while ((segments[last + 1]?.fromEpoch ?? endEpoch) < endEpoch) last += 1;
  const found = segments.slice(first, last + 1);
  clipAt(found, 0, startEpoch, endEpoch);
  if (last > first) clipAt(found, last - first, startEpoch, endEpoch);
  return found;
}

function clipAt(segments: RuleSegment[], index: number, startEpoch: number, endEpoch: number): void {
  const segment = segments[index];
  if (segment !== undefined) segments[index] = clipped(segment, startEpoch, endEpoch);
}

/** The part of a segment between two instants. */
function clipped(segment: RuleSegment, startEpoch: number, endEpoch: number): RuleSegment {
  if (segment.fromEpoch >= startEpoch && segment.toEpoch <= endEpoch) return segment;
  const fromEpoch = Math.max(segment.fromEpoch, startEpoch);
  const toEpoch = Math.min(segment.toEpoch, endEpoch);
  return clipSegment(segment, { fromEpoch, toEpoch }, segment.rules);
}

function clipSegment(
  segment: RuleSegment,
  span: Pick<RuleSegment, 'fromEpoch' | 'toEpoch'>,
  rules: SegmentRules | undefined,
): RuleSegment {
  const [fromEpoch, toEpoch] = [asInteger(span.fromEpoch), asInteger(span.toEpoch)];
  const clockFrom = asInteger(segment.clockFrom + (fromEpoch - segment.fromEpoch));
  const seconds = toEpoch - fromEpoch;
  return {
    date: segment.date,
    epochDay: segment.epochDay,
    clockFrom,
    clockUntil: clockFrom + seconds,
    fromEpoch,
    toEpoch,
    weightSeconds: seconds,
    rules,
  };
}

/** The rules of a configuration, selected by entry and by the holidays of its place. */
export class RuleSets {
  readonly rules: CompiledRules;
  /** Base rules, loadings and counts. */
  readonly all: readonly CompiledRule[];
  /** Whether rules have conditions on places, teams, tasks or people, so that not every rule applies to every entry. */
  readonly isSelective: boolean;
  readonly hasStreaks: boolean;
  readonly #dayStart: number;
  readonly #sets = new WeakMap<PlaceHolidays, Map<string, RuleSet>>();

  constructor(rules: PayRules) {
    this.rules = compileRules(rules);
    this.#dayStart = rules.dayStart === undefined ? 0 : requireClockTime(rules.dayStart);
    const { base, loadings, counts } = this.rules;
    this.all = [...base, ...loadings, ...counts];
    this.isSelective = this.all.some(({ establishments, teams, tasks, employees }) =>
      [establishments, teams, tasks, employees].some((condition) => condition !== undefined),
    );
    this.hasStreaks = this.all.some(({ consecutiveDay }) => consecutiveDay > 0);
  }

  /** The rules of `all` that apply. @param applies all of them if undefined */
  subset(holidays: PlaceHolidays, applies?: readonly boolean[]): RuleSet {
    const sets = this.#sets.get(holidays) ?? new Map<string, RuleSet>();
    this.#sets.set(holidays, sets);
    const key = applies?.join() ?? '';
    const known = sets.get(key);
    if (known !== undefined) return known;
    const terms = { holidays, dayStart: this.#dayStart };
    const set = new RuleSet(applies === undefined ? this.rules : this.#kept(applies), terms);
    sets.set(key, set);
    return set;
  }

  #kept(applies: readonly boolean[]): CompiledRules {
    const left = new Set(this.all.filter((_, index) => applies[index] === true));
    const { base, loadings, counts } = this.rules;
    const kept = <Rule extends CompiledRule>(rules: readonly Rule[]): readonly Rule[] =>
      rules.filter((rule) => left.has(rule));
    return { base: kept(base), loadings: kept(loadings), counts: kept(counts) };
  }
}
