import { addDays, localDateOf, weekdayOf } from '../../../domain/time/localDate.js';
import type { DataRow, DataSet } from '../../dataSet.js';
import { sampleEmployee } from './sampleEmployee.js';
import { sampleOffset } from './sampleEntries.js';
import { sampleSet } from './sampleSet.js';
import { SAMPLE_ENTRIES, SAMPLE_PEOPLE, type SampleEntry } from './sampleWork.js';
import { sampleJoinedFields } from './sampleWorkFields.js';

/** Days, months and calendars of employees, and one agency worker. */
export function sampleDays(): DataSet[] {
  const days = SAMPLE_ENTRIES.map((entry) => ({
    ...sampleEmployee(entry.person),
    ...dayFields(entry.date, entry),
  }));
  return [
    sampleSet('employee-days', days),
    sampleSet(
      'employees',
      SAMPLE_PEOPLE.map((_, person) => monthRow(person)),
    ),
    sampleSet(
      'calendar',
      SAMPLE_PEOPLE.flatMap((_, person) => calendarRows(person)),
    ),
    sampleSet('agency-days', SAMPLE_ENTRIES.slice(0, 2).map(agencyRow)),
  ];
}

function dayFields(date: string, entry: SampleEntry | undefined): DataRow {
  const planned = entry?.planned ?? 0;
  const worked = entry?.worked ?? 0;
  return {
    date,
    weekday: weekdayOf(localDateOf(date)),
    holiday: date === '2026-10-12' ? 'Day of the sample' : null,
    establishments: entry?.place ?? '',
    ...sampleJoinedFields(entry === undefined ? [] : [entry]),
    plannedMinutes: planned,
    workedMinutes: worked,
    differenceMinutes: worked - planned,
    entries: entry === undefined ? 0 : 1,
  };
}

function agencyRow(entry: SampleEntry): DataRow {
  return { 'agencyWorker.id': 'agency-1', 'agencyWorker.name': 'Ann Other', ...dayFields(entry.date, entry) };
}

function monthRow(person: number): DataRow {
  const entries = SAMPLE_ENTRIES.filter((entry) => entry.person === person);
  const plannedMinutes = entries.reduce((sum, entry) => sum + (entry.planned ?? 0), 0);
  const workedMinutes = entries.reduce((sum, entry) => sum + entry.worked, 0);
  return {
    ...sampleEmployee(person),
    establishments: [...new Set(entries.map(({ place }) => place))].sort().join('; '),
    ...sampleJoinedFields(entries),
    days: entries.length,
    entries: entries.length,
    plannedMinutes,
    workedMinutes,
    differenceMinutes: workedMinutes - plannedMinutes,
    paidMinutes: workedMinutes,
  };
}

function calendarRows(person: number): DataRow[] {
  const first = localDateOf('2026-10-01');
  return Array.from({ length: 31 }, (_, index) => {
    const date = addDays(first, index);
    const entry = SAMPLE_ENTRIES.find((candidate) => candidate.person === person && candidate.date === date);
    return {
      ...sampleEmployee(person),
      ...dayFields(date, entry),
      establishments: entry?.place ?? null,
      startTime: entry?.start ?? null,
      endTime: entry?.end ?? null,
      startOffset: entry === undefined ? null : sampleOffset(entry),
      endOffset: entry === undefined ? null : sampleOffset(entry),
    };
  });
}
