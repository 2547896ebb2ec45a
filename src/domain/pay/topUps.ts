import type { LocalDate } from '../time/localDate.js';
import { adjust } from './dayShare.js';
import { lineOf } from './lineOf.js';
import type { PaidShift } from './paidShift.js';
import type { PayLine } from './payLine.js';
import type { MinimumPaid } from './payRules.js';

/** Where a top-up stands: a day with worked minutes, and the last entry that has some on it. */
interface Place {
  readonly shift: PaidShift;
  readonly date: LocalDate;
}

/**
 * What is missing to the minimum of each work, or of each day of an employee, as a line of its own on the day and
 * entry of the last worked minutes. It looks at what is paid after rounding, which may be 0; where not a minute was
 * worked there is nothing to add to. It is also written down as the adjustment of its entry.
 */
export function topUps(
  works: readonly (readonly PaidShift[])[],
  minimum: MinimumPaid | undefined,
): PayLine[] {
  if (minimum === undefined) return [];
  return 'entry' in minimum
    ? works.flatMap((work) => topUp(work.flatMap(placesOf).at(-1), paidOf(work), minimum.entry, minimum.code))
    : dailyTopUps(works.flat(), minimum.day, minimum.code);
}

function dailyTopUps(shifts: readonly PaidShift[], least: number, code: string): PayLine[] {
  const places = new Map(shifts.flatMap(placesOf).map((place) => [place.date, place]));
  const paid = new Map<LocalDate, number>();
  for (const { date, minutes } of shifts.flatMap(({ slices }) => slices)) {
    paid.set(date, (paid.get(date) ?? 0) + minutes);
  }
  return [...places.values()].flatMap((place) => topUp(place, paid.get(place.date) ?? 0, least, code));
}

/** By the true stamps: what was worked does not change with rounding. */
function placesOf(shift: PaidShift): Place[] {
  return shift.worked.parts.filter(({ minutes }) => minutes > 0).map(({ date }) => ({ shift, date }));
}

function paidOf(work: readonly PaidShift[]): number {
  return work.flatMap(({ slices }) => slices).reduce((sum, { minutes }) => sum + minutes, 0);
}

function topUp(place: Place | undefined, paidMinutes: number, least: number, code: string): PayLine[] {
  const minutes = least - paidMinutes;
  if (place === undefined || minutes <= 0) return [];
  adjust(place.shift, 'minimum-paid', minutes);
  const rule = { path: 'minimumPaid', code };
  return [
    lineOf(
      place.shift,
      { date: place.date, minutes, pieces: [] },
      { kind: 'topup', rule, overtime: undefined },
    ),
  ];
}
