import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { groupBy } from '../../domain/groupBy.js';
import { periodDays } from '../../domain/period/period.js';
import { type LocalDate, weekdayOf } from '../../domain/time/localDate.js';
import type { PersonDay } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { differenceMinutes } from './dayDataSets.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './lookups.js';

interface Day extends Pick<PersonDay, 'plannedMinutes' | 'workedMinutes' | 'entryCount'> {
  readonly date: LocalDate;
  readonly employeesAtWork: number;
}

/** Every calendar day of the period with the sums of all employees, also where nobody worked. */
export function daysSet({ timesheet, data }: ComputedPeriod, find: Lookups): DataSet {
  const byDate = groupBy(timesheet.days, ({ date }) => date);
  const noPlan = data.shifts === null ? null : 0;
  return makeDataSet<Day>(
    'days',
    [
      field('date', 'date', 'Day of the period', ({ date }) => date),
      field('weekday', 'integer', 'ISO weekday, 1 is Monday', ({ date }) => weekdayOf(date)),
      ...calendarFields<Day>(({ date }) => date, timesheet.period),
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
    periodDays(timesheet.period).map((date) => dayOf(date, byDate.get(date) ?? [], noPlan)),
  );
}

function dayOf(date: LocalDate, people: readonly PersonDay[], noPlan: number | null): Day {
  const sum = (of: (day: PersonDay) => number): number => people.reduce((total, day) => total + of(day), 0);
  return {
    date,
    plannedMinutes: noPlan === null ? null : sum(({ plannedMinutes }) => plannedMinutes ?? 0),
    workedMinutes: sum(({ workedMinutes }) => workedMinutes),
    entryCount: sum(({ entryCount }) => entryCount),
    employeesAtWork: people.filter(({ workedMinutes }) => workedMinutes !== 0).length,
  };
}
