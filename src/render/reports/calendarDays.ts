import {
  dateOfEpochDay,
  type LocalDate,
  toEpochDay,
  toLocalDate,
  weekdayNumber,
} from '../../domain/time/localDate.js';
import type { ReportContext } from './reportContext.js';
import { listRows, textField } from './rowAccess.js';

/** A day of the period. */
export interface CalendarDay {
  readonly date: LocalDate;
  /** ISO number, 1 is Monday. */
  readonly weekday: number;
  /** The holiday's name; empty on other days. */
  readonly holiday: string;
}

/** Every day of the period with its holiday, if any. */
export function calendarDays({ model, run }: ReportContext): CalendarDay[] {
  const holidays = new Map(
    listRows(model, 'holidays').map((row) => [textField(row, 'date'), textField(row, 'name')]),
  );
  const days: CalendarDay[] = [];
  const last = toEpochDay(toLocalDate(run('to')));
  for (let day = toEpochDay(toLocalDate(run('from'))); day <= last; day += 1) {
    const date = dateOfEpochDay(day);
    days.push({ date, weekday: weekdayNumber(date), holiday: holidays.get(date) ?? '' });
  }
  return days;
}

/** The maximum number of days in a readable row. */
const DAYS_PER_SHEET = 45;

/** The days sheet by sheet: one for a period of up to 45 days, else one per calendar month. */
export function calendarPages(days: readonly CalendarDay[]): CalendarDay[][] {
  if (days.length <= DAYS_PER_SHEET) return [[...days]];
  const months = new Map<string, CalendarDay[]>();
  for (const day of days) {
    const month = day.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  return [...months.values()];
}
