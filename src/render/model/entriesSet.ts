import { workOfEntry } from '../../domain/computed/recordWork.js';
import { elapsedSecondsOf } from '../../domain/exceptions/rule.js';
import type { Period } from '../../domain/period/period.js';
import { employerZones } from '../../domain/records/periodData.js';
import type { DayPart } from '../../domain/time/attribution.js';
import { type LocalDate, weekdayOf } from '../../domain/time/localDate.js';
import type { Zone } from '../../domain/time/zone.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { clockOffsets } from './clockOffsets.js';
import { employeeFields } from './employeeFields.js';
import { type FieldOf, field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './modelLookups.js';
import type { SetInput } from './peopleSets.js';
import { workFields } from './workFields.js';

interface EntryDay {
  readonly worked: WorkedEntry;
  readonly part: DayPart;
}

/** A row per exported entry and local day of the period. */
export function entriesSet(input: SetInput, find: Lookups): DataSet {
  const items = input.timesheet.exported.flatMap((worked) => worked.inside.map((part) => ({ worked, part })));
  const person = employeeFields<EntryDay>(
    ({ worked }) => find.person(worked.entry.employeeId),
    input.mapping,
  );
  return makeDataSet(
    'entries',
    [
      ...person,
      ...entryFields(employerZones(input.data), input.timesheet.period),
      ...referenceFields(find),
      ...minuteFields(paidByEntryDay(input)),
    ],
    items,
  );
}

function entryFields(zones: readonly Zone[], period: Period): FieldOf<EntryDay>[] {
  return [
    field('date', 'date', 'Local day that the minutes count for', ({ part }) => part.date),
    field('weekday', 'integer', 'ISO weekday, 1 is Monday', ({ part }) => weekdayOf(part.date)),
    ...calendarFields<EntryDay>(({ part }) => part.date, period),
    field('entry.id', 'text', 'Id of the time entry', ({ worked }) => worked.entry.id),
    field('entry.workDate', 'date', 'The day of the service', ({ worked }) => worked.entry.workDate),
    field('entry.startsAt', 'timestamp', 'Start as recorded', ({ worked }) => worked.entry.start.text),
    field('entry.endsAt', 'timestamp', 'End as recorded', ({ worked }) => worked.entry.end?.text ?? null),
    field('entry.startTime', 'text', 'Clock at the start, HH:MM', ({ worked }) =>
      clockTime(worked.entry.start.text),
    ),
    field('entry.endTime', 'text', 'Clock at the end, HH:MM', ({ worked }) =>
      clockTime(worked.entry.end?.text),
    ),
    ...clockOffsets<EntryDay>(
      { 'entry.startOffset': 'the start', 'entry.endOffset': 'the end' },
      ({ worked: { entry } }) => ({ 'entry.startOffset': entry.start, 'entry.endOffset': entry.end }),
      zones,
    ),
    field(
      'entry.reviewedAtUtc',
      'timestamp',
      'When it was reviewed',
      ({ worked }) => worked.entry.reviewedAtUtc,
    ),
  ];
}

function referenceFields(find: Lookups): FieldOf<EntryDay>[] {
  return [
    field('shift.id', 'text', 'Id of the shift worked on', ({ worked }) => worked.entry.shiftId),
    field('establishment.zone', 'text', 'Time zone used', ({ worked }) => worked.zone?.zone.name ?? null),
    ...workFields<EntryDay>(({ worked }) => workOfEntry(worked.entry), find),
  ];
}

function minuteFields(paid: PaidByEntryDay): FieldOf<EntryDay>[] {
  return [
    field('elapsedMinutes', 'minutes', 'Real time of the entry between its stamps', ({ worked }) => {
      const elapsedSeconds = elapsedSecondsOf(worked.entry);
      return elapsedSeconds === undefined ? null : Math.floor(elapsedSeconds / 60);
    }),
    field('workedMinutes', 'minutes', 'Worked minutes on that day', ({ part }) => part.minutes),
    field('paidMinutes', 'minutes', 'Paid minutes on that day', ({ worked, part }) =>
      paid(worked.entry.id, part.date),
    ),
  ];
}

/** `HH:MM` of a stamp's own clock. */
export function clockTime(stamp: string | undefined): string | null {
  return stamp?.slice(11, 16) ?? null;
}

/** Paid minutes of an entry on a local day; 0 where it has none. */
type PaidByEntryDay = (entryId: string, date: LocalDate) => number;

function paidByEntryDay({ pay }: SetInput): PaidByEntryDay {
  const byId = new Map(pay.entries.map((entry) => [entry.entryId, entry]));
  return (entryId, date) => {
    const day = byId.get(entryId)?.days.find((each) => each.date === date);
    return day?.paidMinutes ?? 0;
  };
}
