import type { DataRow } from '../dataSet.js';
import type { CalendarDay } from './calendarDays.js';
import type { Place } from './reportStyles.js';
import { numberOf, rowsBy, textOf } from './rowAccess.js';
import { inUnit, type TimeUnit, timeUnitOf } from './timeUnit.js';

/** From how many minutes on a difference from the plan is shaded. */
const NOTABLE_MINUTES = 15;

/** Worked and planned minutes by employee and day. */
export class CalendarMatrix {
  readonly #byEmployee: ReadonlyMap<string, ReadonlyMap<string, DataRow>>;
  readonly unit: TimeUnit;

  constructor(days: readonly CalendarDay[], rows: readonly DataRow[]) {
    const dates = new Set<string>(days.map(({ date }) => date));
    const inside = rows.filter((row) => dates.has(textOf(row, 'date')));
    this.unit = timeUnitOf(inside, ['workedMinutes']);
    this.#byEmployee = new Map(
      [...rowsBy(inside, 'employee.id')].map(([id, group]) => [
        id,
        new Map(group.map((row) => [textOf(row, 'date'), row])),
      ]),
    );
  }

  minutesOf(employee: DataRow, date: string): number {
    const row = this.#dayOf(employee, date);
    return row === undefined ? 0 : (numberOf(row, 'workedMinutes') ?? 0);
  }

  totalOf(employees: readonly DataRow[], date: string): number {
    return employees.reduce((total, employee) => total + this.minutesOf(employee, date), 0);
  }

  /** The shade: a notable difference from the plan goes before a holiday, and that before a weekend. */
  placeOf(employee: DataRow, day: CalendarDay): Place {
    const row = this.#dayOf(employee, day.date);
    const difference = row === undefined ? null : numberOf(row, 'differenceMinutes');
    if (difference !== null && difference >= NOTABLE_MINUTES) return '.more';
    if (difference !== null && difference <= -NOTABLE_MINUTES) return '.less';
    return placeOfDay(day);
  }

  /** In the unit of the cells. */
  valueOf(minutes: number): number {
    return inUnit(this.unit, minutes);
  }

  #dayOf(employee: DataRow, date: string): DataRow | undefined {
    return this.#byEmployee.get(textOf(employee, 'employee.id'))?.get(date);
  }
}

export function placeOfDay({ holiday, weekday }: CalendarDay): Place {
  if (holiday !== '') return '.holiday';
  return weekday >= 6 ? '.weekend' : '';
}
