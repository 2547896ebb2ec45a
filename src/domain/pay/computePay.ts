import { compareText, groupBy, sortIfNeeded } from '../collections.js';
import type { HolidaysAt } from '../holidays/holidayCalendar.js';
import { type ColumnsOf, columnsOfOne } from '../mapping/employeeRows.js';
import { isInside, type Period } from '../period/period.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { type DeductedBreaks, deductBreaks } from './breakDeduction.js';
import {
  buildBaseLines,
  buildLoadingLines,
  buildPaidEntry,
  insertLine,
  sortedLines,
  verifyLineSums,
} from './buildLines.js';
import { buildCountLines, buildCreditLines } from './countLines.js';
import { netEntryMinutes } from './entryTime.js';
import { EmployeeLimits } from './mappingColumns.js';
import { assignBaseRules, joinShifts } from './overtime.js';
import type { PaidEntry, PayLine } from './payLine.js';
import { listMinimums, type PayRules } from './payRules.js';
import { buildSlices } from './paySlices.js';
import { countConsecutiveDays } from './payWindow.js';
import { type EmployeePayFacts, employeeReference, NO_PAY_FACTS } from './referencePeriod.js';
import { RuleSets } from './ruleSet.js';
import { buildTopUps } from './topUps.js';
import {
  createWorkedShift,
  type PayContext,
  roundDays,
  rulesOfEntry,
  type WorkedShift,
  workedParts,
} from './workedShift.js';

export interface PayInput {
  /**
   * Completed entries of employees: those of the period, and those around it that weekly rules need (`payWindow`). Each
   * once, in any order.
   */
  readonly worked: readonly WorkedEntry[];
  readonly period: Period;
  readonly policy: TimePolicy;
  readonly rules: PayRules;
  readonly holidaysAt: HolidaysAt;
  readonly columnsOf: ColumnsOf;
  /** undefined if only the employees of the entries are known. */
  readonly factsOf?: ((employeeId: string) => EmployeePayFacts) | undefined;
}

export interface Pay {
  /** Lines on days of the period, by employee, date, start of the entry and rule. */
  readonly lines: readonly PayLine[];
  /** Lines of the same entries, and of others of the weeks read, on days outside the period. */
  readonly outsideLines: readonly PayLine[];
  /** All entries of the input, in the order of the lines. */
  readonly entries: readonly PaidEntry[];
}

/**
 * From worked minutes to pay codes, in a fixed order: time in the shift, round stamps, clock policy, net minutes over
 * segments, missing breaks, round entries or days, attribution, daily and weekly overtime, loadings, minimum paid. The `base` and `topup` lines of an
 * entry add up to its paid minutes. Pure: the same input in any order gives the same lines.
 * @throws PaytallyError MAPPING_INVALID if a rule uses a column that the mapping lacks, ZONE_BEYOND_TABLE,
 * CONTROL_MISMATCH if the lines do not add up.
 */
export function computePay(input: PayInput): Pay {
  const { rules, policy, columnsOf, factsOf = () => NO_PAY_FACTS } = input;
  const { from } = input.period;
  const context = {
    rules,
    compiled: cachedRuleSets(rules),
    policy,
    holidaysAt: input.holidaysAt,
    columnsOf,
    factsOf,
    from,
  };
  const people = groupBy(sortIfNeeded(input.worked, byEmployeeAndStart), ({ entry }) => entry.employeeId);
  const pay = { lines: [] as PayLine[], outsideLines: [] as PayLine[], entries: [] as PaidEntry[] };
  for (const [employeeId, worked] of people) {
    if (employeeId === null) continue;
    const { lines, entries } = computeEmployeePay(employeeId, worked, context);
    for (const line of lines) (isInside(line.date, input.period) ? pay.lines : pay.outsideLines).push(line);
    for (const entry of entries) pay.entries.push(entry);
  }
  return pay;
}

/** Pay is computed one person at a time; the rules of each day are cached across persons. */
const compiled = new WeakMap<PayRules, RuleSets>();

function cachedRuleSets(rules: PayRules): RuleSets {
  const sets = compiled.get(rules) ?? new RuleSets(rules);
  compiled.set(rules, sets);
  return sets;
}

/** Entries of one employee, in order of time. */
export function computeEmployeePay(
  employeeId: string,
  worked: readonly WorkedEntry[],
  context: PayContext,
): Pick<Pay, 'lines' | 'entries'> {
  const { rounding, weekStartsOn, join, credits = [] } = context.rules;
  const columnsOn = columnsOfOne(context.columnsOf, employeeId);
  const limits = new EmployeeLimits(context.compiled.rules.base, employeeId, columnsOn);
  const known = context.factsOf(employeeId);
  const reference =
    context.rules.reference &&
    employeeReference(context.rules.reference, { employeeId, columnsOn, limits }, known, context.from);
  const { isRestDay } = known;
  const deducted = deductedBreaks(worked, isRestDay, context);
  const shifts = worked.map((each) => createWorkedShift(each, { employeeId, isRestDay, deducted }, context));
  if (context.compiled.hasStreaks) addStreaks(shifts, weekStartsOn);
  if (rounding.level === 'day') roundDays(shifts, rounding);
  for (const shift of shifts) shift.slices = buildSlices(shift);
  const works = joinShifts(shifts, join);
  const { unworkedLines } = known;
  const base = buildBaseLines(assignBaseRules(works, { weekStartsOn, reference, limits, unworkedLines }));
  const loadings = buildLoadingLines(shifts);
  const minimums = buildTopUps(works, {
    minimums: listMinimums(context.rules),
    columnsOf: context.columnsOf,
    known,
  });
  addLinesToShifts(shifts, [
    ...minimums,
    ...buildCountLines(shifts, context.compiled.rules.counts),
    ...buildCreditLines([base, loadings, minimums], credits),
  ]);
  const entries = shifts.map(buildPaidEntry);
  verifyLineSums(entries);
  return { lines: markEstimated(sortedLines(shifts), shifts), entries };
}

/** By the minutes that are paid without it. */
function deductedBreaks(
  worked: readonly WorkedEntry[],
  isRestDay: EmployeePayFacts['isRestDay'],
  { rules, policy, holidaysAt }: PayContext,
): DeductedBreaks {
  return deductBreaks(worked, rules.breaks.deduct, (each) => {
    const holidays = holidaysAt(each.entry.employeeId ?? '', each.entry.establishmentId);
    return netEntryMinutes(each, rulesOfEntry(each, rules, { holidays, isRestDay }), policy);
  });
}

/** The run of consecutive days of each day, by the days whose limits the minutes count towards. */
function addStreaks(shifts: readonly WorkedShift[], weekStartsOn: PayRules['weekStartsOn']): void {
  const streaks = countConsecutiveDays(shifts.flatMap(workedParts), weekStartsOn);
  for (const shift of shifts) shift.terms = { ...shift.terms, streaks };
}

/** Few rules create lines of these kinds, so their entries are looked up. */
function addLinesToShifts(shifts: readonly WorkedShift[], lines: readonly PayLine[]): void {
  if (lines.length === 0) return;
  const byEntry = groupBy(lines, ({ entryId }) => entryId);
  for (const shift of shifts) {
    for (const line of byEntry.get(shift.worked.entry.id) ?? []) insertLine(shift, line);
  }
}

/** Marks lines that come from a shift that has not been worked yet. */
function markEstimated(lines: readonly PayLine[], shifts: readonly WorkedShift[]): readonly PayLine[] {
  const planned = shifts.filter(({ worked }) => worked.isEstimate === true);
  if (planned.length === 0) return lines;
  const ids = new Set<string | null>(planned.map(({ worked }) => worked.entry.id));
  return lines.map((line) => (ids.has(line.entryId) ? { ...line, isEstimated: true } : line));
}

function byEmployeeAndStart({ entry: a }: WorkedEntry, { entry: b }: WorkedEntry): number {
  return (
    compareText(a.employeeId ?? '', b.employeeId ?? '') ||
    a.start.epochSeconds - b.start.epochSeconds ||
    compareText(a.id, b.id)
  );
}
