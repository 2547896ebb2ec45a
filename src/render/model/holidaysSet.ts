import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { sortByText } from '../../domain/exceptions/rule.js';
import type { Holiday } from '../../domain/records/records.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { field, makeDataSet } from './fieldOf.js';

/** Holidays on the dates on which they are granted, in the period. */
export function holidaysSet({ data, period }: ComputedPeriod): DataSet {
  const { from, to } = period;
  const inside = data.holidays.filter(({ date }) => date >= from && date <= to);
  return makeDataSet<Holiday>(
    'holidays',
    [
      field('date', 'date', 'Date on which the employer grants it', ({ date }) => date),
      ...calendarFields<Holiday>(({ date }) => date, period),
      field('name', 'text', 'Name', ({ name }) => name),
      field('originalDate', 'date', 'Date before a replacement', ({ originalDate }) => originalDate ?? null),
    ],
    sortByText(inside, ({ date, name }) => `${date} ${name}`),
  );
}
