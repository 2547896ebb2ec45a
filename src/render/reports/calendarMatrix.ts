import type { HourNotation } from '../../language/hoursText.js';
import type { DataRow } from '../dataSet.js';
import type { CalendarDay } from './calendarDays.js';
import type { DaySums } from './hoursByDay.js';
import type { StylePlace } from './reportStyles.js';
import { numberOf, textOf } from './rowAccess.js';
import { inUnit, type TimeUnit } from './timeUnit.js';

/** From how many minutes on a difference from the plan is shaded. */
const NOTABLE_MINUTES = 15;

/** Worked minutes of everybody on some days, and how they are written. */
export class CalendarMatrix {
  readonly #sums: DaySums;
  readonly unit: TimeUnit;

  constructor(hours: HourNotation, days: readonly CalendarDay[], sums: DaySums) {
    this.#sums = sums;
    const isDecimal = hours === 'decimal' || sums.isNegativeOn(days.map(({ date }) => date));
    this.unit = isDecimal ? 'decimal' : 'duration';
  }

  totalOn(date: string): number {
    return this.#sums.workedOn(date);
  }

  /** In the unit of the cells. */
  valueOf(minutes: number): number {
    return inUnit(this.unit, minutes);
  }
}

/** One person's row of the matrix. */
export class MatrixRow {
  readonly #byDate: ReadonlyMap<string, DataRow>;
  readonly #absentOn: ReadonlySet<string>;

  /** @param days rows with `date`, `workedMinutes` and `differenceMinutes` @param absentOn dates */
  constructor(days: readonly DataRow[], absentOn: readonly string[]) {
    this.#absentOn = new Set(absentOn);
    this.#byDate = new Map(days.map((row) => [textOf(row, 'date'), row]));
  }

  minutesOn(date: string): number {
    const row = this.#byDate.get(date);
    return row === undefined ? 0 : (numberOf(row, 'workedMinutes') ?? 0);
  }

  /**
   * The shade: an absence says more than the difference from the plan that it makes; a notable difference goes before a
   * holiday, and that before a weekend.
   */
  placeOf(day: CalendarDay): StylePlace {
    if (this.#absentOn.has(day.date)) return '.absence';
    const row = this.#byDate.get(day.date);
    const difference = row === undefined ? null : numberOf(row, 'differenceMinutes');
    if (difference !== null && difference >= NOTABLE_MINUTES) return '.more';
    if (difference !== null && difference <= -NOTABLE_MINUTES) return '.less';
    return placeOfDay(day);
  }
}

export function placeOfDay({ holiday, weekday }: CalendarDay): StylePlace {
  if (holiday !== '') return '.holiday';
  return weekday >= 6 ? '.weekend' : '';
}
