import { groupBy } from '../collections.js';
import { allocate } from '../time/allocate.js';
import type { Attribution } from '../time/attribution.js';
import { dateOfEpochDay, type LocalDate } from '../time/localDate.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { type CompiledRule, requireClockTime } from './compiledRules.js';
import { type EntryTime, entryTime, roundMinutes, unplacedReason } from './entryTime.js';
import type { Columns, ColumnsOf } from './mappingColumns.js';
import type { Adjustment, PaidEntry, PayLine } from './payLine.js';
import type { OvertimeUnit, PayRules, Rounding } from './payRules.js';
import type { EmployeePayFacts } from './referencePeriod.js';
import { type ShiftTerms, workingDayAt } from './ruleMatch.js';
import { appliesToEntry } from './ruleScope.js';
import type { AppliedRules, RuleSegment } from './ruleSegment.js';
import { type EntryRules, type RuleSet, type RuleSets, rulesByDay } from './ruleSet.js';

/** One local day's part of an entry. */
export interface DayShare {
  /** The day that the minutes count for. */
  readonly date: LocalDate;
  readonly segments: readonly RuleSegment[];
  /** Paid minutes before the day is rounded. */
  readonly minutes: number;
  /** The minutes that daily rounding adds to or removes from the last of them. */
  change: number;
}

/** Whole paid minutes of one entry and local day with the same rules. */
export interface Stretch<Answer> {
  readonly answer: Answer;
  /** The day that the minutes count for. */
  readonly date: LocalDate;
  /** In order of time, cut at the times of all rules of the entry. */
  readonly segments: readonly RuleSegment[];
  readonly minutes: number;
}

/** The rules of the minutes, except overtime. */
export type Slice = Stretch<AppliedRules>;

/** Minutes of an entry that one base rule pays. */
export interface BasePart {
  readonly shift: WorkedShift;
  readonly date: LocalDate;
  /** The day whose daily and weekly limits the minutes count towards. */
  readonly countsOn: LocalDate;
  readonly rule: CompiledRule;
  readonly overtime: OvertimeUnit | undefined;
  readonly segments: readonly RuleSegment[];
  readonly minutes: number;
}

/**
 * The state of an entry during the computation: adjustments, day shares, slices and lines are filled in step by step.
 */
export interface WorkedShift {
  readonly worked: WorkedEntry;
  readonly employeeId: string;
  readonly adjustments: Adjustment[];
  readonly days: readonly DayShare[];
  slices: readonly Slice[];
  lines: readonly PayLine[];
  /** Rules that concern the entry. */
  readonly rules: EntryRules;
  /** Those whose minimum in the window it does not reach. */
  belowMinimum: ReadonlySet<CompiledRule>;
  /** The day whose limits all of it counts towards; undefined if each minute counts on its own working day. */
  readonly countsOn: LocalDate | undefined;
  readonly terms: ShiftTerms;
  readonly endEpoch: number;
  readonly unplaced: PaidEntry['unplaced'];
}

/** Data shared by all entries. */
export interface PayContext {
  readonly rules: PayRules;
  readonly compiled: RuleSets;
  readonly policy: TimePolicy;
  readonly columnsOf: ColumnsOf;
  readonly factsOf: (employeeId: string) => EmployeePayFacts;
  /** The first day of the exported period. */
  readonly from: LocalDate;
}

/** The person's data before the first entry. */
type EmployeeTerms = Pick<WorkedShift, 'employeeId'> & Pick<ShiftTerms, 'streaks'>;

const NO_SLICES: readonly Slice[] = [];
const NO_LINES: readonly PayLine[] = [];
const NO_RULES: ReadonlySet<CompiledRule> = new Set();

/** An entry with its time, its days and the rules that concern it; slices are added when days are rounded. */
export function createWorkedShift(
  worked: WorkedEntry,
  { employeeId, streaks }: EmployeeTerms,
  context: PayContext,
): WorkedShift {
  const { rules, policy, compiled } = context;
  const dayStart = rules.dayStart === undefined ? 0 : requireClockTime(rules.dayStart);
  const landsOn = attributedDate(worked, policy.attribution);
  const entryRules = relevantRules(worked, landsOn, context);
  const time = entryTime(worked, rules, policy, entryRules);
  const { clock, startEpoch, endEpoch, adjustments, unplaced } = time;
  const start = { epochDay: clock.dayAt(startEpoch), clockFrom: startEpoch + clock.offsetAt(startEpoch) };
  const startDay = workingDayAt(start, { dayStart });
  return {
    worked,
    employeeId,
    adjustments,
    days: shareOverDays(time, landsOn),
    slices: NO_SLICES,
    lines: NO_LINES,
    rules: entryRules,
    belowMinimum: NO_RULES,
    countsOn: policy.attribution === 'start' && dayStart > 0 ? dateOfEpochDay(startDay) : landsOn,
    terms: { holidays: compiled.holidays, clock, startDay, startEpoch, landsOn, streaks, dayStart },
    endEpoch,
    unplaced,
  };
}

/**
 * The rules that can apply to an entry: only these cut it, so rules of other people and places have no effect.
 * @param landsOn see {@link attributedDate}
 */
function relevantRules(
  { entry, parts }: WorkedEntry,
  landsOn: LocalDate | undefined,
  { compiled, columnsOf }: PayContext,
): EntryRules {
  const { whole, isSelective, all } = compiled;
  if (!isSelective) return whole;
  const columnsOn = (date: LocalDate): Columns => columnsOf(entry.employeeId ?? '', date);
  const rulesFor = (columns: Columns): RuleSet =>
    compiled.subset(all.map((rule) => appliesToEntry(rule, entry, columns)));
  const dates = landsOn === undefined ? parts.map(({ date }) => date) : [landsOn];
  const [only = columnsOn(entry.workDate), ...others] = new Set(dates.map(columnsOn));
  return others.length === 0 ? rulesFor(only) : rulesByDay((date) => rulesFor(columnsOn(date)));
}

/** The base rules of an entry on a day, in order, without those whose minimum in the window it does not reach. */
export function baseRulesOn({ rules, belowMinimum }: WorkedShift, date: LocalDate): readonly CompiledRule[] {
  const { base } = rules.on(date);
  return belowMinimum.size === 0 ? base : base.filter((rule) => !belowMinimum.has(rule));
}

/** Shares an entry's minutes over the local days on which it was worked. @param landsOn see {@link attributedDate} */
function shareOverDays(
  { segments, minutes }: Pick<EntryTime, 'segments' | 'minutes'>,
  landsOn: LocalDate | undefined,
): DayShare[] {
  const [first] = segments;
  if (first !== undefined && first.epochDay === segments[segments.length - 1]?.epochDay) {
    return [{ date: landsOn ?? first.date, segments, minutes, change: 0 }];
  }
  const days = groupByLocalDay(segments);
  const shares = allocate(minutes, days.map(sumWeightSeconds));
  return days.map((own, index) => ({
    date: landsOn ?? dateOfEpochDay(own[0]?.epochDay ?? 0),
    segments: own,
    minutes: shares[index] ?? 0,
    change: 0,
  }));
}

/** Segments are in order of time, and local days never decrease. */
function groupByLocalDay(segments: readonly RuleSegment[]): (readonly RuleSegment[])[] {
  const days: (readonly RuleSegment[])[] = [];
  let begin = 0;
  for (let end = 1; end <= segments.length; end += 1) {
    if (segments[end]?.epochDay === segments[begin]?.epochDay) continue;
    days.push(segments.slice(begin, end));
    begin = end;
  }
  return days;
}

/** The day that all of an entry counts for; undefined if each minute counts for its own day. */
function attributedDate(worked: WorkedEntry, attribution: Attribution): LocalDate | undefined {
  const { parts, entry, isKeptOnWorkDate } = worked;
  const isPlaced = unplacedReason(worked) === undefined;
  const isWhole = attribution !== 'split' || !isPlaced || isKeptOnWorkDate === true;
  return isWhole ? (parts[0]?.date ?? entry.workDate) : undefined;
}

export function sumWeightSeconds(segments: readonly RuleSegment[]): number {
  let weight = 0;
  for (const segment of segments) weight += segment.weightSeconds;
  return weight;
}

/**
 * Rounds each day's total of one employee. The day's last minutes carry the difference, as if the person had left
 * earlier or later; the rest of the day is unchanged.
 */
export function roundDays(shifts: readonly WorkedShift[], rounding: Rounding): void {
  const shares = shifts.flatMap((shift) => shift.days.map((share) => ({ shift, share })));
  for (const day of groupBy(shares, ({ share }) => share.date).values()) {
    const minutes = day.reduce((sum, { share }) => sum + share.minutes, 0);
    let left = roundMinutes(minutes, rounding) - minutes;
    for (const { shift, share } of day.reverse()) {
      if (left === 0 || share.minutes === 0) continue;
      share.change = left > 0 ? left : Math.max(left, -share.minutes);
      left -= share.change;
      addAdjustment(shift, 'day-rounding', share.change);
    }
  }
}

/** An entry over two days can be rounded, or be the last, on both: one adjustment has the sum. */
export function addAdjustment(
  { adjustments }: WorkedShift,
  reason: 'day-rounding' | 'minimum-paid',
  minutes: number,
): void {
  const known = adjustments.findIndex((adjustment) => adjustment.reason === reason);
  const sum = minutes + (adjustments[known]?.minutes ?? 0);
  if (known >= 0) adjustments.splice(known, 1);
  if (sum !== 0) adjustments.push({ reason, minutes: sum });
}
