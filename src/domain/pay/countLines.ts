import { groupBy } from '../collections.js';
import { dateOfEpochDay, type LocalDate } from '../time/localDate.js';
import { SECONDS_PER_DAY } from '../time/zone.js';
import { buildLine } from './buildLines.js';
import type { CompiledCount } from './compiledRules.js';
import { multiplyMinutes, type PayLine } from './payLine.js';
import type { CreditRule } from './payRules.js';
import { splitByAnswer } from './paySlices.js';
import { ruleApplies, windowAround, workingDayAt } from './ruleMatch.js';
import type { RuleSegment } from './ruleSegment.js';
import type { WorkedShift } from './workedShift.js';

/** A counted occurrence, with its day and entry. */
interface Counted {
  readonly shift: WorkedShift;
  readonly date: LocalDate;
}

/** The results of counting rules for one person, in order of time: lines with a number instead of minutes. */
export function buildCountLines(shifts: readonly WorkedShift[], counts: readonly CompiledCount[]): PayLine[] {
  return counts.flatMap((rule) =>
    countedBy(rule, shifts).map(({ shift, date }) => ({
      ...buildLine(shift, { date, minutes: 0, segments: [] }, 'count', rule),
      quantity: rule.quantity,
      isWithoutMinutes: true,
    })),
  );
}

function countedBy(rule: CompiledCount, shifts: readonly WorkedShift[]): readonly Counted[] {
  const concerned = shifts.filter((shift) => shift.days.some(({ date }) => isCountedOn(rule, shift, date)));
  switch (rule.per) {
    case 'entry':
      return concerned.flatMap((shift) => matchedStretches(rule, shift).slice(0, 1));
    case 'day':
      return firstOfEach(
        concerned.flatMap((shift) => matchedStretches(rule, shift)),
        ({ countsOn }) => countsOn,
      );
    case 'night':
      return firstOfEach(
        concerned.flatMap((shift) => matchedStretches(rule, shift)),
        ({ night }) => night,
      );
    case 'gap':
      return countPauses(
        rule,
        concerned,
        shifts,
        ({ seconds, isSameDay }) => isSameDay && seconds >= limitOf(rule),
      );
    case 'rest':
      return countPauses(
        rule,
        concerned,
        shifts,
        ({ seconds, isSameDay }) => !isSameDay && seconds < limitOf(rule),
      );
  }
}

function isCountedOn(rule: CompiledCount, { rules }: WorkedShift, date: LocalDate): boolean {
  return rules.on(date).counts.includes(rule);
}

interface Touched extends Counted {
  /** The working day of the minutes, for `day`. */
  readonly countsOn: LocalDate;
  /** The day on which the window of the minutes began. */
  readonly night: LocalDate;
}

/** The parts of an entry that a rule takes, if they have enough minutes. */
function matchedStretches(rule: CompiledCount, shift: WorkedShift): Touched[] {
  const { terms } = shift;
  const isByMinute = rule.per === 'day' && shift.countsOn === undefined && terms.dayStart > 0;
  const placeOf = (segment: RuleSegment): TakenAt | undefined =>
    ruleApplies(rule, segment, terms)
      ? {
          begins: beginOf(rule, segment),
          workingDay: isByMinute ? workingDayAt(segment, terms) : undefined,
        }
      : undefined;
  const days = shift.days.filter(({ date }) => isCountedOn(rule, shift, date));
  const parts = days.flatMap((day) => splitByAnswer(day, shift, placeOf, isSamePlace));
  const taken = parts.filter(({ answer, minutes }) => answer !== undefined && minutes > 0);
  const minutes = taken.reduce((sum, part) => sum + part.minutes, 0);
  if (minutes < rule.minimumInWindow) return [];
  return taken.flatMap(({ answer, date }) => {
    if (answer === undefined) return [];
    const { begins, workingDay } = answer;
    const countsOn = shift.countsOn ?? (workingDay === undefined ? date : dateOfEpochDay(workingDay));
    return [{ shift, date, countsOn, night: dateOfEpochDay(begins) }];
  });
}

/** Where minutes of a rule are: the day on which their window begins, and their working day if days begin later. */
interface TakenAt {
  readonly begins: number;
  readonly workingDay: number | undefined;
}

function isSamePlace(a: TakenAt | undefined, b: TakenAt | undefined): boolean {
  return a?.begins === b?.begins && a?.workingDay === b?.workingDay;
}

function beginOf({ clock }: CompiledCount, { clockFrom }: RuleSegment): number {
  return clock === undefined
    ? Math.floor(clockFrom / SECONDS_PER_DAY)
    : windowAround(clockFrom, clock).beginDay;
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}

interface Pause {
  /** Elapsed. */
  readonly seconds: number;
  /** Both entries count for the same day. */
  readonly isSameDay: boolean;
}

/**
 * Breaks before entries that the rule takes, from the latest end of all earlier ones. Entries without minutes, or that
 * begin during an earlier one, have none.
 */
function countPauses(
  rule: CompiledCount,
  concerned: readonly WorkedShift[],
  shifts: readonly WorkedShift[],
  isCounted: (pause: Pause) => boolean,
): Counted[] {
  const before = latestEndingBefore(shifts.filter((shift) => firstDate(shift) !== undefined));
  return concerned.flatMap((shift) => {
    const earlier = before.get(shift);
    const date = firstDate(shift);
    if (earlier === undefined || date === undefined || matchedStretches(rule, shift).length === 0) return [];
    const seconds = shift.startEpoch - earlier.endEpoch;
    const pause = { seconds, isSameDay: lastDate(earlier) === date };
    return seconds >= 0 && isCounted(pause) ? [{ shift, date }] : [];
  });
}

/** For each entry but the first, the earlier entry that ends last. */
function latestEndingBefore(shifts: readonly WorkedShift[]): ReadonlyMap<WorkedShift, WorkedShift> {
  const before = new Map<WorkedShift, WorkedShift>();
  let latest: WorkedShift | undefined;
  for (const shift of shifts) {
    if (latest !== undefined) before.set(shift, latest);
    if (latest === undefined || shift.endEpoch >= latest.endEpoch) latest = shift;
  }
  return before;
}

function firstDate(shift: WorkedShift): LocalDate | undefined {
  return shift.worked.parts.find(({ minutes }) => minutes > 0)?.date;
}

function lastDate(shift: WorkedShift): LocalDate | undefined {
  return shift.worked.parts.filter(({ minutes }) => minutes > 0).at(-1)?.date;
}

function limitOf({ minutes = 0 }: CompiledCount): number {
  return minutes * 60;
}

/**
 * Time owed for minutes of other codes: for each day the sum of their minutes times the factor, rounded half up to
 * whole minutes. It is added to the last line of the day.
 */
export function buildCreditLines(
  minutes: readonly (readonly PayLine[])[],
  credits: readonly CreditRule[],
): PayLine[] {
  if (credits.length === 0) return [];
  const lines = minutes.flat();
  return credits.flatMap(({ code, of, factor }, index) => {
    const days = groupBy(
      lines.filter(({ payCode }) => of.includes(payCode)),
      ({ date }) => date,
    );
    return [...days.values()].flatMap((day) => {
      const last = day.at(-1);
      const minutes = day.reduce((sum, line) => sum + line.minutes, 0);
      const credited = multiplyMinutes(minutes, factor);
      if (last === undefined || credited === 0) return [];
      const rule = `payRules.credits[${index}]`;
      return [
        { ...last, payCode: code, kind: 'credit' as const, minutes: credited, rule, overtime: undefined },
      ];
    });
  });
}
