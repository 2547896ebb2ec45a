import { groupBy } from '../collections.js';
import type { HolidaysAt, PlaceHolidays } from '../holidays/holidayCalendar.js';
import type { ColumnsOf } from '../mapping/employeeRows.js';
import { allocate } from '../time/allocate.js';
import { type Attribution, attributeMinutes } from '../time/attribution.js';
import { dateOfEpochDay, type LocalDate } from '../time/localDate.js';
import { isOwnDay } from '../timesheet/estimates.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import type { DeductedBreaks } from './breakDeduction.js';
import { type CompiledRule, requireClockTime } from './compiledRules.js';
import { type EntryTime, entryClock, entryTime, roundMinutes, unplacedReason } from './entryTime.js';
import type { Columns } from './mappingColumns.js';
import type { Adjustment, PaidEntry, PayLine } from './payLine.js';
import type { OvertimeUnit, PayRules, Rounding } from './payRules.js';
import type { EmployeePayFacts } from './referencePeriod.js';
import { type DayTypes, isDayOf, periodDayAt, type ShiftTerms, workingDayAt } from './ruleMatch.js';
import { appliesToEntry } from './ruleScope.js';
import { type AppliedRules, cutAtClockTimes, type RuleSegment } from './ruleSegment.js';
import { type EntryRules, type RuleSet, type RuleSets, rulesByDay } from './ruleSet.js';
import { countedSpan } from './shiftPay.js';

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
  /** Streaks are added when all entries of the person are known. */
  terms: ShiftTerms;
  /** The time that is paid, after rounding. */
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly unplaced: PaidEntry['unplaced'];
}

/** Data shared by all entries. */
export interface PayContext {
  readonly rules: PayRules;
  readonly compiled: RuleSets;
  readonly policy: TimePolicy;
  readonly columnsOf: ColumnsOf;
  readonly holidaysAt: HolidaysAt;
  readonly factsOf: (employeeId: string) => EmployeePayFacts;
  /** The first day of the exported period. */
  readonly from: LocalDate;
}

/** The person's data before the first entry. */
interface EmployeeTerms extends Pick<WorkedShift, 'employeeId'>, Pick<ShiftTerms, 'isRestDay'> {
  readonly deducted: DeductedBreaks;
}

const NO_SLICES: readonly Slice[] = [];
const NO_LINES: readonly PayLine[] = [];
const NO_RULES: ReadonlySet<CompiledRule> = new Set();

/** An entry with its time, its days and the rules that concern it; slices are added when days are rounded. */
export function createWorkedShift(
  worked: WorkedEntry,
  { employeeId, isRestDay, deducted }: EmployeeTerms,
  context: PayContext,
): WorkedShift {
  const { policy } = context;
  const dayStart = startOfWorkingDays(context.rules);
  const holidays = context.holidaysAt(employeeId, worked.entry.establishmentId);
  const dayTypes = { holidays, isRestDay };
  const landsOn = attributedDate(worked, policy.attribution);
  const entryRules = relevantRules(worked, landsOn, holidays, context);
  const rules = rulesOfEntry(worked, context.rules, dayTypes);
  const time = entryTime(worked, rules, policy, entryRules, deducted.get(worked.entry.id));
  const { clock, startEpoch, endEpoch, unplaced } = time;
  const start = { epochDay: clock.dayAt(startEpoch), clockFrom: startEpoch + clock.offsetAt(startEpoch) };
  const startDay = workingDayAt(start, { dayStart });
  const countsOn = policy.attribution === 'start' && dayStart > 0 ? dateOfEpochDay(startDay) : landsOn;
  const days = shareOverDays(time, landsOn, policy);
  const kept = worked.isCutByEstimates === true ? cutAtEstimates(days, time, worked, policy) : undefined;
  return {
    worked,
    employeeId,
    adjustments: kept?.adjustments ?? time.adjustments,
    days: kept?.days ?? days,
    slices: NO_SLICES,
    lines: NO_LINES,
    rules: entryRules,
    belowMinimum: NO_RULES,
    countsOn,
    // Named one by one: with a spread before them, this function took four times as long.
    terms: {
      holidays,
      isRestDay,
      clock,
      startDay,
      startEpoch,
      countsOn,
      streaks: NO_STREAKS,
      dayStart,
      policy,
    },
    startEpoch: kept?.startEpoch ?? startEpoch,
    endEpoch: kept?.endEpoch ?? endEpoch,
    unplaced,
  };
}

const NO_STREAKS: ReadonlyMap<LocalDate, number> = new Map();

/** Seconds after midnight. */
function startOfWorkingDays({ dayStart }: Pick<PayRules, 'dayStart'>): number {
  return dayStart === undefined ? 0 : requireClockTime(dayStart);
}

/** The rules without a rounding that is limited to other days than that on which the entry begins. */
export function rulesOfEntry({ entry, zone }: WorkedEntry, rules: PayRules, dayTypes: DayTypes): PayRules {
  const { rounding } = rules;
  if (rounding.on === undefined || rounding.level === 'day') return rules;
  const { startEpoch } = countedSpan(entry, rules.shiftPay);
  const clock = entryClock(entry, zone);
  const start = { epochDay: clock.dayAt(startEpoch), clockFrom: startEpoch + clock.offsetAt(startEpoch) };
  const day = dateOfEpochDay(workingDayAt(start, { dayStart: startOfWorkingDays(rules) }));
  return isDayOf(rounding.on, day, dayTypes) ? rules : { ...rules, rounding: { ...rounding, level: 'none' } };
}

/**
 * The days of an entry that planned shifts do not replace, or on which a shift replaces entries. The whole entry was
 * rounded, so the minutes of its other days are an adjustment of their own.
 */
function cutAtEstimates(
  days: readonly DayShare[],
  { adjustments, startEpoch, endEpoch }: EntryTime,
  worked: WorkedEntry,
  policy: TimePolicy,
): Pick<WorkedShift, 'days' | 'adjustments' | 'startEpoch' | 'endEpoch'> {
  const own = days.filter(({ date }) => isOwnDay(date, worked, policy));
  const paidMinutes = own.reduce((sum, { minutes }) => sum + minutes, 0);
  const explained = adjustments.reduce((sum, { minutes }) => sum + minutes, workedMinutesOf(worked));
  const minutes = paidMinutes - explained;
  return {
    days: own,
    adjustments: minutes === 0 ? adjustments : [...adjustments, { reason: 'estimate-edge', minutes }],
    startEpoch: own[0]?.segments[0]?.fromEpoch ?? startEpoch,
    endEpoch: own.at(-1)?.segments.at(-1)?.toEpoch ?? endEpoch,
  };
}

/** The worked minutes of an entry that are paid from it: all, unless planned shifts replace a part of it. */
export function workedMinutesOf({ parts }: Pick<WorkedEntry, 'parts'>): number {
  return parts.reduce((sum, { minutes }) => sum + minutes, 0);
}

/** Worked minutes of an entry. */
export interface WorkedPart {
  /** The day that they stand on. */
  readonly date: LocalDate;
  /** The day whose limits they count towards. */
  readonly countsOn: LocalDate;
  readonly minutes: number;
}

/** The worked minutes by day; where each counts on its own working day, days are cut where working days begin. */
export function workedParts({ worked, countsOn, terms }: WorkedShift): readonly WorkedPart[] {
  if (countsOn !== undefined) return worked.parts.map(({ date, minutes }) => ({ date, countsOn, minutes }));
  const { dayStart, clock } = terms;
  if (dayStart === 0) return worked.parts.map(({ date, minutes }) => ({ date, countsOn: date, minutes }));
  return worked.parts.flatMap(({ date, startEpoch, endEpoch, minutes }) => {
    const span = { startEpoch, endEpoch, workDate: date, workedMinutes: minutes };
    return attributeMinutes(span, clock.withDayStart(dayStart), 'split').map((part) => ({
      date,
      countsOn: part.date,
      minutes: part.minutes,
    }));
  });
}

/** The day whose limits the minutes of a slice count towards. */
export function countingDay({ date, answer }: Slice, { countsOn, terms }: WorkedShift): LocalDate {
  return countsOn ?? (terms.dayStart > 0 ? answer.workingDate : date);
}

/**
 * The rules that can apply to an entry: only these cut it, so rules of other people and places have no effect.
 * @param landsOn see {@link attributedDate}
 */
function relevantRules(
  { entry, parts }: WorkedEntry,
  landsOn: LocalDate | undefined,
  holidays: PlaceHolidays,
  { compiled, columnsOf, policy }: PayContext,
): EntryRules {
  const { isSelective, all } = compiled;
  if (!isSelective) return compiled.subset(holidays);
  const columnsOn = (date: LocalDate): Columns => columnsOf(entry.employeeId ?? '', date);
  const rulesFor = (columns: Columns): RuleSet =>
    compiled.subset(
      holidays,
      all.map((rule) => appliesToEntry(rule, entry, columns)),
    );
  const dates = landsOn === undefined ? parts.map(({ date }) => date) : [landsOn];
  const [only = columnsOn(entry.workDate), ...others] = new Set(dates.map(columnsOn));
  return others.length === 0
    ? rulesFor(only)
    : rulesByDay((date) => rulesFor(columnsOn(date)), dates, policy.dayStart);
}

/** The base rules of an entry on a day, in order, without those whose minimum in the window it does not reach. */
export function baseRulesOn({ rules, belowMinimum }: WorkedShift, date: LocalDate): readonly CompiledRule[] {
  const { base } = rules.on(date);
  return belowMinimum.size === 0 ? base : base.filter((rule) => !belowMinimum.has(rule));
}

/** Shares an entry's minutes over the local days on which it was worked. @param landsOn see {@link attributedDate} */
function shareOverDays(
  { segments, minutes, clock }: Pick<EntryTime, 'segments' | 'minutes' | 'clock'>,
  landsOn: LocalDate | undefined,
  policy: TimePolicy,
): DayShare[] {
  const { dayStart = 0 } = policy;
  const cut = dayStart === 0 ? segments : segments.flatMap((each) => cutAtClockTimes(each, [dayStart]));
  const dayOf = (segment: RuleSegment): number => periodDayAt(segment, { policy, clock });
  const [first] = cut;
  const last = cut[cut.length - 1];
  if (first !== undefined && last !== undefined && dayOf(first) === dayOf(last)) {
    return [{ date: landsOn ?? dateOfEpochDay(dayOf(first)), segments: cut, minutes, change: 0 }];
  }
  const days = groupByDay(cut, dayOf);
  const shares = allocate(
    minutes,
    days.map(({ own }) => sumWeightSeconds(own)),
  );
  return days.map(({ day, own }, index) => ({
    date: landsOn ?? dateOfEpochDay(day),
    segments: own,
    minutes: shares[index] ?? 0,
    change: 0,
  }));
}

/** Segments are in order of time, and days never decrease. */
function groupByDay(
  segments: readonly RuleSegment[],
  dayOf: (segment: RuleSegment) => number,
): { readonly day: number; readonly own: RuleSegment[] }[] {
  const days: { readonly day: number; readonly own: RuleSegment[] }[] = [];
  for (const segment of segments) {
    const day = dayOf(segment);
    const last = days[days.length - 1];
    if (last?.day === day) last.own.push(segment);
    else days.push({ day, own: [segment] });
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
  const { on } = rounding;
  const shares = shifts.flatMap((shift) =>
    shift.days
      .filter(({ date }) => on === undefined || isDayOf(on, date, shift.terms))
      .map((share) => ({ shift, share })),
  );
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
