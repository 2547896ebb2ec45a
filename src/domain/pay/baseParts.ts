import { dateOfDay } from '../time/dayOf.js';
import type { LocalDate } from '../time/localDate.js';
import type { Weekday } from './conditions.js';
import { cutAtLimits } from './cutAtLimits.js';
import type { LimitsOfPerson } from './ownLimits.js';
import type { OwnReference } from './ownReference.js';
import type { BasePart, PaidShift } from './paidShift.js';
import type { Join } from './payRules.js';
import { weekOf } from './weeks.js';

/** What weeks and reference periods are, for one person. */
export interface Terms {
  readonly weekStartsOn: Weekday;
  /** undefined where no rule averages. */
  readonly reference: OwnReference | undefined;
  readonly limits: LimitsOfPerson;
}

/**
 * Gives every minute of one employee its base code. Overtime takes the last minutes of the day, then the last ones
 * of the week that are not overtime of a day, then those of the reference period, and cuts only where it occurs. Works
 * are in order of time; the minutes of a work of several entries all count on its first day.
 */
export function baseParts(
  works: readonly (readonly PaidShift[])[],
  { weekStartsOn, reference, limits }: Terms,
): readonly BasePart[] {
  const daily = byDay(dailyParts(works, limits), 'countsOn');
  const weekly = limits.least.week === Infinity ? daily : weeklyParts(daily, weekStartsOn, limits);
  return reference === undefined ? weekly : averagedParts(weekly, reference, limits);
}

function dailyParts(works: readonly (readonly PaidShift[])[], limits: LimitsOfPerson): BasePart[] {
  const isLimited = limits.least.day < Infinity;
  const today = new Counter();
  const found: BasePart[] = [];
  for (const work of works) {
    const first = work.length > 1 ? firstDayOf(work) : undefined;
    for (const shift of work) {
      for (const { date, answer, pieces, minutes } of shift.slices) {
        const countsOn = shift.countsOn ?? answer.workingDate;
        const part = { shift, date, countsOn, rule: answer.base, overtime: undefined, pieces, minutes };
        const begin = isLimited ? today.add(first ?? countsOn, minutes) : 0;
        addCut(found, part, begin, 'day', limits);
      }
    }
  }
  return found;
}

function weeklyParts(parts: readonly BasePart[], weekStartsOn: Weekday, limits: LimitsOfPerson): BasePart[] {
  const thisWeek = new Counter();
  const found: BasePart[] = [];
  for (const part of parts) {
    if (part.overtime === undefined) {
      const begin = thisWeek.add(weekOf(part.countsOn, weekStartsOn), part.minutes);
      addCut(found, part, begin, 'week', limits);
    } else {
      found.push(part);
    }
  }
  return found;
}

/** Most parts stay within every limit. */
function addCut(
  found: BasePart[],
  part: BasePart,
  begin: number,
  unit: 'day' | 'week',
  { of, least }: LimitsOfPerson,
): void {
  if (begin + part.minutes <= least[unit]) found.push(part);
  else found.push(...cutAtLimits(part, begin, unit, (rule) => of.get(rule)?.[unit]));
}

/** The days before the period are known from elsewhere; their parts stay as they are. */
function averagedParts(
  parts: readonly BasePart[],
  reference: OwnReference,
  limits: LimitsOfPerson,
): readonly BasePart[] {
  const counted = new Counter();
  return byDay(parts, 'date').flatMap((part) => {
    if (part.overtime !== undefined || part.date < reference.from) return [part];
    const days = reference.periodOf(part.date);
    const begin = counted.add(days.from, part.minutes) + reference.besides(days, part.date);
    return cutAtLimits(part, begin, 'reference', (rule) => reference.limit(limits.of.get(rule), days));
  });
}

function firstDayOf([first]: readonly PaidShift[]): LocalDate | undefined {
  return first === undefined ? undefined : (first.countsOn ?? dateOfDay(first.around.startDay));
}

/** Minutes by day, or by first day of the week or reference period. */
class Counter {
  readonly #minutes = new Map<LocalDate, number>();

  /** What had been counted there before. */
  add(date: LocalDate, minutes: number): number {
    const before = this.#minutes.get(date) ?? 0;
    this.#minutes.set(date, before + minutes);
    return before;
  }
}

/** Parts of one day stay in the order of their entries. Most often they are in order already. */
function byDay(parts: readonly BasePart[], day: 'countsOn' | 'date'): readonly BasePart[] {
  const isOrdered = parts.every((part, index) => index === 0 || (parts[index - 1]?.[day] ?? '') <= part[day]);
  if (isOrdered) return parts;
  return [...parts].sort((a, b) => (a[day] === b[day] ? 0 : a[day] < b[day] ? -1 : 1));
}

/**
 * Entries of one person that count as one work, in order: each begins 0 to `gap` elapsed minutes after the one
 * before has ended. Without `join` every entry stands alone.
 */
export function worksOf(shifts: readonly PaidShift[], join: Join | undefined): PaidShift[][] {
  const works: PaidShift[][] = [];
  for (const shift of shifts) {
    const work = works.at(-1);
    const before = work?.at(-1);
    const gapSeconds = before === undefined ? -1 : shift.around.startEpoch - before.endEpoch;
    if (work !== undefined && join !== undefined && gapSeconds >= 0 && gapSeconds <= join.gap * 60) {
      work.push(shift);
    } else {
      works.push([shift]);
    }
  }
  return works;
}
