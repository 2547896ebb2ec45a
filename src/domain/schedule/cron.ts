import type { LocalDate } from '../time/localDate.js';
import { type DayMatch, dayOfMonthMatch, weekdayMatch } from './cronDays.js';
import { CronFieldProblem, HOUR, MINUTE, MONTH, numbersOf } from './cronField.js';

/** Which local times a schedule names: on which dates, and at which minutes of those. */
export interface TimesOfDay {
  readonly isOn: DayMatch;
  /** Minutes since midnight as the clock shows them, ascending, at least one. */
  readonly minutesOfDay: readonly number[];
}

const FIELDS = ['minute', 'hour', 'day of month', 'month', 'weekday'] as const;

/**
 * Reads a cron line of five fields: minute, hour, day of month (also `L`, `LW`, `15W`), month, weekday (0 and 7 are
 * Sunday; also `WED#3`, `5#L`). Where day of month and weekday are both given, either is enough.
 * @returns the problem in words where it is none
 */
export function parseCron(line: string): TimesOfDay | { readonly problem: string } {
  const fields = line.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    return {
      problem: `"${line}" has ${fields.length} fields instead of five: minute, hour, day of month, month, weekday`,
    };
  }
  const [minute = '', hour = '', dayOfMonth = '', month = '', weekday = ''] = fields;
  try {
    const minutes = inField('minute', () => numbersOf(minute, MINUTE));
    const hours = inField('hour', () => numbersOf(hour, HOUR));
    const monthDays = inField('day of month', () => dayOfMonthMatch(dayOfMonth));
    const months = new Set(inField('month', () => numbersOf(month, MONTH)));
    const weekdays = inField('weekday', () => weekdayMatch(weekday));
    const isDay = either(monthDays, weekdays);
    return {
      isOn: (date) => months.has(Number(date.slice(5, 7))) && isDay(date),
      minutesOfDay: hours.flatMap((each) => minutes.map((past) => each * 60 + past)),
    };
  } catch (failure) {
    if (failure instanceof CronFieldProblem) return { problem: failure.message };
    throw failure;
  }
}

function inField<T>(name: (typeof FIELDS)[number], read: () => T): T {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof CronFieldProblem) throw new CronFieldProblem(`the ${name} ${failure.message}`);
    throw failure;
  }
}

function either(one: DayMatch | undefined, other: DayMatch | undefined): DayMatch {
  if (one === undefined || other === undefined) return one ?? other ?? (() => true);
  return (date: LocalDate) => one(date) || other(date);
}
