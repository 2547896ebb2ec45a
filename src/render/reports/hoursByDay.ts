import { isoWeekOf, localDateOf } from '../../domain/time/localDate.js';
import type { DataRow } from '../dataSet.js';
import { calendarDays } from './calendarDays.js';
import type { ReportContext } from './reportContext.js';
import { numberOf, rowsBy, sumOf, sumOrNull, textOf } from './rowAccess.js';

/** What all people worked and were planned for on a day. */
interface DaySum {
  plannedMinutes: number;
  workedMinutes: number;
  differenceMinutes: number;
  entries: number;
  isNegativeFor: boolean;
}

const NOTHING: Readonly<DaySum> = {
  plannedMinutes: 0,
  workedMinutes: 0,
  differenceMinutes: 0,
  entries: 0,
  isNegativeFor: false,
};

/** Sums of employee days, which come one by one, by date. */
export class DaySums {
  readonly #days = new Map<string, DaySum>();
  #isPlanningKnown = false;

  add(row: DataRow): void {
    const date = textOf(row, 'date');
    const sum = this.#days.get(date) ?? { ...NOTHING };
    this.#days.set(date, sum);
    const [planned, worked] = [numberOf(row, 'plannedMinutes'), numberOf(row, 'workedMinutes') ?? 0];
    if (planned !== null) this.#isPlanningKnown = true;
    sum.plannedMinutes += planned ?? 0;
    sum.workedMinutes += worked;
    sum.differenceMinutes += numberOf(row, 'differenceMinutes') ?? 0;
    sum.entries += numberOf(row, 'entries') ?? 0;
    sum.isNegativeFor ||= worked < 0;
  }

  workedOn(date: string): number {
    return this.#days.get(date)?.workedMinutes ?? 0;
  }

  /** Whether somebody worked less than nothing on one of the days. */
  isNegativeOn(dates: readonly string[]): boolean {
    return dates.some((date) => this.#days.get(date)?.isNegativeFor === true);
  }

  /** A row for every day of the period; planned minutes and differences are null where planning could not be read. */
  rows(context: ReportContext): DataRow[] {
    return calendarDays(context).map(({ date, weekday, holiday }) => {
      const { isNegativeFor: _, ...sums } = this.#days.get(date) ?? NOTHING;
      return {
        date,
        weekday,
        holiday: holiday === '' ? null : holiday,
        ...sums,
        ...(this.#isPlanningKnown ? {} : { plannedMinutes: null, differenceMinutes: null }),
      };
    });
  }
}

/** A row for every ISO week of these days. */
export function hoursByWeek(days: readonly DataRow[]): DataRow[] {
  const withWeek = days.map((row) => ({ ...row, week: isoWeekOf(localDateOf(textOf(row, 'date'))) }));
  return [...rowsBy(withWeek, 'week')].map(([week, rows]) => ({
    week,
    from: rows[0]?.date ?? null,
    to: rows.at(-1)?.date ?? null,
    plannedMinutes: sumOrNull(rows, 'plannedMinutes'),
    workedMinutes: sumOf(rows, 'workedMinutes'),
    differenceMinutes: sumOrNull(rows, 'differenceMinutes'),
    entries: sumOf(rows, 'entries'),
  }));
}
