import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { periodDays } from '../../domain/period/period.js';
import { type LocalDate, weekdayNumber } from '../../domain/time/localDate.js';
import type { PersonDay } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { differenceMinutes } from './dayDataSets.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './modelLookups.js';

interface Day extends Pick<PersonDay, 'plannedMinutes' | 'workedMinutes' | 'entryCount'> {
  readonly date: LocalDate;
  readonly employeesAtWork: number;
}

/** Every calendar day of the period with the sums of all employees, also where nobody worked. */
export function daysSet(input: ComputedPeriod, find: Lookups): DataSet {
  const { period } = input;
  return makeDataSet<Day>(
    'days',
    [
      field('date', 'date', 'Day of the period', ({ date }) => date),
      field('weekday', 'integer', 'ISO weekday, 1 is Monday', ({ date }) => weekdayNumber(date)),
      ...calendarFields<Day>(({ date }) => date, period),
      field('holiday', 'text', 'Holiday granted on the day', ({ date }) => find.holiday(date)),
      field(
        'plannedMinutes',
        'minutes',
        'Planned minutes of all employees; empty without planning',
        (day) => {
          return day.plannedMinutes;
        },
      ),
      field('workedMinutes', 'minutes', 'Worked minutes of all employees', (day) => day.workedMinutes),
      field('differenceMinutes', 'minutes', 'Worked less planned', differenceMinutes),
      field(
        'entries',
        'integer',
        'Completed entries with a minute on the day, by employee',
        (day) => day.entryCount,
      ),
      field('employees', 'integer', 'Employees with worked minutes on the day', (day) => day.employeesAtWork),
    ],
    { [Symbol.iterator]: () => daysOf(input)[Symbol.iterator]() },
  );
}

/** Goes over everybody's days when somebody asks, and keeps the sums. */
function daysOf({ period, people, data }: ComputedPeriod): readonly Day[] {
  const planned = data.hasPlanning ? 0 : null;
  const days = new Map(
    periodDays(period).map((date): [LocalDate, Day] => [
      date,
      { date, plannedMinutes: planned, workedMinutes: 0, entryCount: 0, employeesAtWork: 0 },
    ]),
  );
  for (const id of people.ids) {
    for (const day of people.of(id).timesheet.days) {
      const before = days.get(day.date);
      if (before !== undefined) days.set(day.date, withDay(before, day));
    }
  }
  return [...days.values()];
}

function withDay(day: Day, { plannedMinutes, workedMinutes, entryCount }: PersonDay): Day {
  return {
    date: day.date,
    plannedMinutes: day.plannedMinutes === null ? null : day.plannedMinutes + (plannedMinutes ?? 0),
    workedMinutes: day.workedMinutes + workedMinutes,
    entryCount: day.entryCount + entryCount,
    employeesAtWork: day.employeesAtWork + (workedMinutes === 0 ? 0 : 1),
  };
}
