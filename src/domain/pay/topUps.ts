import type { ColumnsOf } from '../mapping/employeeRows.js';
import type { LocalDate } from '../time/localDate.js';
import { buildLine } from './buildLines.js';
import { multiplyMinutes, type PayLine } from './payLine.js';
import type { listMinimums, PlannedMinimum } from './payRules.js';
import type { EmployeePayFacts } from './referencePeriod.js';
import { isDayOf } from './ruleMatch.js';
import { appliesToEntry, isValidOn } from './ruleScope.js';
import { addAdjustment, countingDay, type WorkedShift, workedParts } from './workedShift.js';

type Minimum = ReturnType<typeof listMinimums>[number];

/** The minimums of the configuration, and their input besides the work. */
export interface MinimumTerms {
  readonly minimums: readonly Minimum[];
  readonly columnsOf: ColumnsOf;
  readonly known: Pick<EmployeePayFacts, 'plannedMinutes'>;
}

/** The place of a top-up: the last entry with minutes on a day. */
interface WorkedDay {
  readonly shift: WorkedShift;
  /** The day on which its line stands. */
  readonly date: LocalDate;
  /** The working day that it belongs to. */
  readonly countsOn: LocalDate;
}

/**
 * The top-ups to the minimums of one employee, as separate lines: for each work, each further work of a working
 * day, each working day, and each day with planned work, in this order; each includes the earlier top-ups. A line belongs to the day and entry
 * of the last worked minutes. Minimums are compared with the paid minutes after rounding, which may be 0. Without worked
 * minutes there are no top-ups, except for reporting for planned work or reporting again. Each top-up is also recorded
 * as an adjustment of its entry.
 */
export function buildTopUps(works: readonly (readonly WorkedShift[])[], inUse: MinimumTerms): PayLine[] {
  if (inUse.minimums.length === 0) return [];
  const ofWorks = topUpsOfWorks(works, inUse);
  const shifts = works.flat();
  const ofDays = topUpsOfDays(shifts, ofWorks, inUse);
  const all = [...ofWorks, ...ofDays, ...topUpsOfPlans(shifts, [...ofWorks, ...ofDays], inUse)];
  return all.map(({ line }) => line);
}

/** A top-up with the working day that it belongs to. */
interface PlacedTopUp extends Pick<WorkedDay, 'date' | 'countsOn'> {
  readonly minutes: number;
  readonly line: PayLine;
}

function topUpsOfWorks(works: readonly (readonly WorkedShift[])[], inUse: MinimumTerms): PlacedTopUp[] {
  const begun = new Set<LocalDate>();
  return works.flatMap((work) => {
    const worked = work.flatMap(workedDays).at(-1);
    const came = worked ?? work.slice(-1).map(firstDay)[0];
    const [first] = work;
    if (first === undefined || came === undefined) return [];
    const { countsOn: day } = firstDay(first);
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
  before: readonly PlacedTopUp[],
  inUse: MinimumTerms,
): PlacedTopUp[] {
  const paid = paidByDay(shifts, before, 'countsOn');
  return lastShiftOfDays(shifts.flatMap(workedDays), 'countsOn').flatMap((place) => {
    const found = inUse.minimums.find((each) => 'day' in each && minimumApplies(each, place, inUse));
    return found !== undefined && 'day' in found
      ? topUp(place, paid.get(place.countsOn) ?? 0, found.day, found)
      : [];
  });
}

function topUpsOfPlans(
  shifts: readonly WorkedShift[],
  before: readonly PlacedTopUp[],
  inUse: MinimumTerms,
): PlacedTopUp[] {
  if (!inUse.minimums.some((each) => 'planned' in each)) return [];
  const paid = paidByDay(shifts, before, 'date');
  const places = shifts.flatMap((shift) => {
    const worked = workedDays(shift);
    return worked.length > 0 ? worked : [firstDay(shift)];
  });
  return lastShiftOfDays(places, 'date').flatMap((place) => {
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
  const { worked, employeeId, terms } = shift;
  return (
    isValidOn(minimum, date) &&
    (minimum.on === undefined || isDayOf(minimum.on, date, terms)) &&
    appliesToEntry(minimum, worked.entry, columnsOf(employeeId, date))
  );
}

/** By the original stamps: rounding does not change the worked time. */
function workedDays(shift: WorkedShift): WorkedDay[] {
  const worked = workedParts(shift).filter(({ minutes }) => minutes > 0);
  return worked.map(({ date, countsOn }) => ({ shift, date, countsOn }));
}

/** The day of an entry's first minute, or the day that it would have. */
function firstDay(shift: WorkedShift): WorkedDay {
  const parts = workedParts(shift);
  const [first = parts[0]] = parts.filter(({ minutes }) => minutes > 0);
  const { workDate } = shift.worked.entry;
  return { shift, date: first?.date ?? workDate, countsOn: first?.countsOn ?? workDate };
}

/** The last place of each day. */
function lastShiftOfDays(places: readonly WorkedDay[], day: 'date' | 'countsOn'): WorkedDay[] {
  return [...new Map(places.map((place) => [place[day], place])).values()];
}

function paidByDay(
  shifts: readonly WorkedShift[],
  before: readonly PlacedTopUp[],
  day: 'date' | 'countsOn',
): Map<LocalDate, number> {
  const paid = new Map<LocalDate, number>();
  const worked = shifts.flatMap((shift) =>
    shift.slices.map((slice) => ({
      date: slice.date,
      countsOn: countingDay(slice, shift),
      minutes: slice.minutes,
    })),
  );
  for (const { minutes, ...days } of [...worked, ...before]) {
    paid.set(days[day], (paid.get(days[day]) ?? 0) + minutes);
  }
  return paid;
}

function sumOf(items: readonly { readonly minutes: number }[]): number {
  return items.reduce((sum, { minutes }) => sum + minutes, 0);
}

function topUp(
  place: WorkedDay | undefined,
  paidMinutes: number,
  least: number,
  rule: Minimum,
): PlacedTopUp[] {
  const minutes = least - paidMinutes;
  if (place === undefined || minutes <= 0) return [];
  const { shift, date, countsOn } = place;
  addAdjustment(shift, 'minimum-paid', minutes);
  const line = buildLine(shift, { date, minutes, segments: [] }, 'topup', rule);
  return [{ date, countsOn, minutes, line }];
}
