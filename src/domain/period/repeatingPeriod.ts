import { addDays, daysBetween, type LocalDate } from '../time/localDate.js';

/** Days from one to another, inclusive. */
export interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The period that contains a day, in a sequence of periods of `days` days of which one begins on `from`. */
export function periodOfDays(date: LocalDate, days: number, from: LocalDate): Days {
  const begin = addDays(from, Math.floor(daysBetween(from, date) / days) * days);
  return { from: begin, to: addDays(begin, days - 1) };
}

/** The same for periods of a number of months; `from` is on the 1st to 28th of its month. */
export function periodOfMonths(date: LocalDate, months: number, from: LocalDate): Days {
  const passed = monthNumber(date) - monthNumber(from) - (date.slice(8) < from.slice(8) ? 1 : 0);
  const begin = monthNumber(from) + Math.floor(passed / months) * months;
  const next = dayInMonth(begin + months, from);
  return { from: dayInMonth(begin, from), to: addDays(next, -1) };
}

function monthNumber(date: LocalDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function dayInMonth(month: number, like: LocalDate): LocalDate {
  const [year, ofYear] = [Math.floor(month / 12), (month % 12) + 1];
  return `${String(year).padStart(4, '0')}-${String(ofYear).padStart(2, '0')}-${like.slice(8)}` as LocalDate;
}

/** The days that two spans share. */
export function intersectDays(a: Days | undefined, b: Days): Days | undefined {
  if (a === undefined) return undefined;
  const days = { from: laterDay(a.from, b.from), to: earlierDay(a.to, b.to) };
  return days.from <= days.to ? days : undefined;
}

/** The remaining days. @param taken in any order */
export function subtractDays(days: Days, taken: readonly Days[]): Days[] {
  let left: Days[] = [days];
  for (const { from, to } of taken) {
    left = left.flatMap((each) => {
      if (intersectDays(each, { from, to }) === undefined) return [each];
      const before = { from: each.from, to: addDays(from, -1) };
      const after = { from: addDays(to, 1), to: each.to };
      return [before, after].filter((part) => part.from <= part.to);
    });
  }
  return left;
}

function earlierDay(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? b : a;
}

function laterDay(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b;
}
