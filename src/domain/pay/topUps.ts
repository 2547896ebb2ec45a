import type { LocalDate } from '../time/localDate.js';
import { buildLine } from './buildLines.js';
import type { ColumnsOf } from './mappingColumns.js';
import { multiplyMinutes, type PayLine } from './payLine.js';
import type { listMinimums, PlannedMinimum } from './payRules.js';
import type { EmployeePayFacts } from './referencePeriod.js';
import { appliesToEntry, isValidOn } from './ruleScope.js';
import { addAdjustment, type WorkedShift } from './workedShift.js';

type Minimum = ReturnType<typeof listMinimums>[number];

/** The minimums of the configuration, and their input besides the work. */
export interface MinimumTerms {
  readonly minimums: readonly Minimum[];
  readonly columnsOf: ColumnsOf;
  readonly known: Pick<EmployeePayFacts, 'plannedMinutes'>;
}

/** The place of a top-up: a day, and the last entry with minutes on it. */
interface WorkedDay {
  readonly shift: WorkedShift;
  readonly date: LocalDate;
}

/**
 * The top-ups to the minimums of one employee, as separate lines: for each work, each further work of a day, each day,
 * and each day with planned work, in this order; each includes the earlier top-ups. A line belongs to the day and entry
 * of the last worked minutes. Minimums are compared with the paid minutes after rounding, which may be 0. Without worked
 * minutes there are no top-ups, except for reporting for planned work or reporting again. Each top-up is also recorded
 * as an adjustment of its entry.
 */
export function buildTopUps(works: readonly (readonly WorkedShift[])[], inUse: MinimumTerms): PayLine[] {
  if (inUse.minimums.length === 0) return [];
  const ofWorks = topUpsOfWorks(works, inUse);
  const shifts = works.flat();
  const ofDays = topUpsOfDays(shifts, ofWorks, inUse);
  return [...ofWorks, ...ofDays, ...topUpsOfPlans(shifts, [...ofWorks, ...ofDays], inUse)];
}

function topUpsOfWorks(works: readonly (readonly WorkedShift[])[], inUse: MinimumTerms): PayLine[] {
  const begun = new Set<LocalDate>();
  return works.flatMap((work) => {
    const worked = work.flatMap(workedDays).at(-1);
    const came = worked ?? work.slice(-1).map(firstDay)[0];
    const [first] = work;
    if (first === undefined || came === undefined) return [];
    const { date: day } = firstDay(first);
    const isFurther = begun.has(day);
    begun.add(day);
    const paid = sumOf(work.flatMap(({ slices }) => slices));
    const entry =
      worked && inUse.minimums.find((each) => 'entry' in each && minimumApplies(each, worked, inUse));
    const least = entry !== undefined && 'entry' in entry ? topUp(worked, paid, entry.entry, entry) : [];
    if (!isFurther) return least;
    const again = inUse.minimums.find((each) => 'again' in each && minimumApplies(each, came, inUse));
    if (again === undefined || !('again' in again)) return least;
    return [...least, ...topUp(came, paid + sumOf(least), again.again, again)];
  });
}

function topUpsOfDays(
  shifts: readonly WorkedShift[],
  before: readonly PayLine[],
  inUse: MinimumTerms,
): PayLine[] {
  const paid = paidByDay(shifts, before);
  return lastShiftOfDays(shifts.flatMap(workedDays)).flatMap((place) => {
    const found = inUse.minimums.find((each) => 'day' in each && minimumApplies(each, place, inUse));
    return found !== undefined && 'day' in found
      ? topUp(place, paid.get(place.date) ?? 0, found.day, found)
      : [];
  });
}

function topUpsOfPlans(
  shifts: readonly WorkedShift[],
  before: readonly PayLine[],
  inUse: MinimumTerms,
): PayLine[] {
  if (!inUse.minimums.some((each) => 'planned' in each)) return [];
  const paid = paidByDay(shifts, before);
  const places = shifts.flatMap((shift) => {
    const worked = workedDays(shift);
    return worked.length > 0 ? worked : [firstDay(shift)];
  });
  return lastShiftOfDays(places).flatMap((place) => {
    const planned = inUse.known.plannedMinutes.get(place.date) ?? 0;
    const found = inUse.minimums.find((each) => 'planned' in each && minimumApplies(each, place, inUse));
    if (planned === 0 || found === undefined || !('planned' in found)) return [];
    const have = paid.get(place.date) ?? 0;
    return topUp(place, have, plannedMinimum(planned, have, found.planned), found);
  });
}

/**
 * 0 if the share was reached: as in the law that is the model for this rule, the bounds apply only below the share. The
 * share is rounded half up once, and that figure is both the threshold and the amount.
 */
function plannedMinimum(planned: number, paid: number, { share, least, most }: PlannedMinimum): number {
  const wanted = multiplyMinutes(planned, share);
  return paid >= wanted ? 0 : Math.min(Math.max(wanted, least), most);
}

function minimumApplies(minimum: Minimum, { shift, date }: WorkedDay, { columnsOf }: MinimumTerms): boolean {
  const { worked, employeeId } = shift;
  return isValidOn(minimum, date) && appliesToEntry(minimum, worked.entry, columnsOf(employeeId, date));
}

/** By the original stamps: rounding does not change the worked time. */
function workedDays(shift: WorkedShift): WorkedDay[] {
  return shift.worked.parts.filter(({ minutes }) => minutes > 0).map(({ date }) => ({ shift, date }));
}

/** The day of an entry's first minute, or the day that it would have. */
function firstDay(shift: WorkedShift): WorkedDay {
  const { parts, entry } = shift.worked;
  const [first = parts[0]] = parts.filter(({ minutes }) => minutes > 0);
  return { shift, date: first?.date ?? entry.workDate };
}

/** The last place of each day. */
function lastShiftOfDays(places: readonly WorkedDay[]): WorkedDay[] {
  return [...new Map(places.map((place) => [place.date, place])).values()];
}

function paidByDay(shifts: readonly WorkedShift[], before: readonly PayLine[]): Map<LocalDate, number> {
  const paid = new Map<LocalDate, number>();
  for (const { date, minutes } of [...shifts.flatMap(({ slices }) => slices), ...before]) {
    paid.set(date, (paid.get(date) ?? 0) + minutes);
  }
  return paid;
}

function sumOf(items: readonly { readonly minutes: number }[]): number {
  return items.reduce((sum, { minutes }) => sum + minutes, 0);
}

function topUp(place: WorkedDay | undefined, paidMinutes: number, least: number, rule: Minimum): PayLine[] {
  const minutes = least - paidMinutes;
  if (place === undefined || minutes <= 0) return [];
  addAdjustment(place.shift, 'minimum-paid', minutes);
  const taken = { date: place.date, minutes, segments: [] };
  return [buildLine(place.shift, taken, 'topup', rule)];
}
