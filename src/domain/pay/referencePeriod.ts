import { dateOfDay } from '../time/dayOf.js';
import { addDays, epochDayOf, type LocalDate } from '../time/localDate.js';

/** Days from one to another, both included. */
export interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** A value of the mapping for what had counted until a day, that day included, before the ledger knows of any. */
export interface Opening {
  readonly column: string;
  readonly until: LocalDate;
}

/** Time in periods of so many weeks or months, over which hours are averaged. */
export interface Reference {
  readonly weeks?: number | undefined;
  readonly months?: number | undefined;
  /** One of the periods begins on this day. */
  readonly from: LocalDate;
  /** Whether absences, and holidays without work, count as if worked. */
  readonly absences: 'counted' | 'ignored';
  readonly opening?: Opening | undefined;
}

/** The reference period that holds a day. */
export function referencePeriodOf(date: LocalDate, { weeks, months, from }: Reference): Days {
  if (months !== undefined) return periodOfMonths(date, months, from);
  const length = (weeks ?? 1) * 7;
  const first = epochDayOf(from);
  const begin = first + Math.floor((epochDayOf(date) - first) / length) * length;
  return { from: dateOfDay(begin), to: dateOfDay(begin + length - 1) };
}

/** The year that holds a day and begins on a day of the year, written `MM-DD`. */
export function yearOf(date: LocalDate, monthDay: string): Days {
  return periodOfMonths(date, 12, `2000-${monthDay}` as LocalDate);
}

/** `from` lies on the 1st to 28th of its month. */
function periodOfMonths(date: LocalDate, months: number, from: LocalDate): Days {
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
