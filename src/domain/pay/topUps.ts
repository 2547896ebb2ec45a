import type { LocalDate } from '../time/localDate.js';
import { appliesToEntry, type ColumnsOf } from './appliesToEntry.js';
import { adjust } from './dayShare.js';
import { lineOf } from './lineOf.js';
import type { PaidShift } from './paidShift.js';
import type { PayLine } from './payLine.js';
import type { minimumsOf } from './payRules.js';

/** Where a top-up stands: a day with worked minutes, and the last entry that has some on it. */
interface Place {
  readonly shift: PaidShift;
  readonly date: LocalDate;
}

/**
 * What is missing to the minimum of each work, then of each day of an employee, as a line of its own on the day and
 * entry of the last worked minutes. It looks at what is paid after rounding, which may be 0; where not a minute was
 * worked there is nothing to add to. It is also written down as the adjustment of its entry.
 */
export function topUps(
  works: readonly (readonly PaidShift[])[],
  minimums: readonly Minimum[],
  columnsOf: ColumnsOf,
): PayLine[] {
  if (minimums.length === 0) return [];
  const ofEntries = works.flatMap((work) => {
    const place = work.flatMap(placesOf).at(-1);
    const found = place && minimums.find((each) => 'entry' in each && concerns(each, place, columnsOf));
    return found !== undefined && 'entry' in found ? topUp(place, paidOf(work), found.entry, found) : [];
  });
  const ofDays = dailyTopUps(works.flat(), ofEntries, minimums, columnsOf);
  return [...ofEntries, ...ofDays];
}

type Minimum = ReturnType<typeof minimumsOf>[number];

function dailyTopUps(
  shifts: readonly PaidShift[],
  ofEntries: readonly PayLine[],
  minimums: readonly Minimum[],
  columnsOf: ColumnsOf,
): PayLine[] {
  const places = new Map(shifts.flatMap(placesOf).map((place) => [place.date, place]));
  const paid = new Map<LocalDate, number>();
  for (const { date, minutes } of [...shifts.flatMap(({ slices }) => slices), ...ofEntries]) {
    paid.set(date, (paid.get(date) ?? 0) + minutes);
  }
  return [...places.values()].flatMap((place) => {
    const found = minimums.find((each) => 'day' in each && concerns(each, place, columnsOf));
    return found !== undefined && 'day' in found
      ? topUp(place, paid.get(place.date) ?? 0, found.day, found)
      : [];
  });
}

function concerns(minimum: Minimum, { shift, date }: Place, columnsOf: ColumnsOf): boolean {
  if (minimum.validFrom !== undefined && date < minimum.validFrom) return false;
  if (minimum.validTo !== undefined && date > minimum.validTo) return false;
  return appliesToEntry(minimum, shift.worked.entry, columnsOf);
}

/** By the true stamps: what was worked does not change with rounding. */
function placesOf(shift: PaidShift): Place[] {
  return shift.worked.parts.filter(({ minutes }) => minutes > 0).map(({ date }) => ({ shift, date }));
}

function paidOf(work: readonly PaidShift[]): number {
  return work.flatMap(({ slices }) => slices).reduce((sum, { minutes }) => sum + minutes, 0);
}

function topUp(place: Place | undefined, paidMinutes: number, least: number, rule: Minimum): PayLine[] {
  const minutes = least - paidMinutes;
  if (place === undefined || minutes <= 0) return [];
  adjust(place.shift, 'minimum-paid', minutes);
  const taken = { date: place.date, minutes, pieces: [] };
  return [lineOf(place.shift, taken, { kind: 'topup', rule, overtime: undefined })];
}
