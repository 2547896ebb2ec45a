import { entryWork, pairWork } from '../../domain/computed/recordWork.js';
import { completedEntries, elapsedEntrySeconds } from '../../domain/exceptions/rule.js';
import { offsetChange } from '../../domain/exceptions/workRules.js';
import type { Period } from '../../domain/period/period.js';
import { employerZones } from '../../domain/records/periodData.js';
import type { TimeEntry } from '../../domain/records/records.js';
import type { DayPart } from '../../domain/time/attribution.js';
import { dateOfEpochDay, type LocalDate } from '../../domain/time/localDate.js';
import { clockMinutes, elapsedMinutes, type Stamp, wallClockSeconds } from '../../domain/time/stamp.js';
import { SECONDS_PER_DAY, type Zone } from '../../domain/time/zone.js';
import { insideMinutes } from '../../domain/timesheet/controlTotals.js';
import { pairShifts, type ShiftPair } from '../../domain/timesheet/pairShifts.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { type FieldDefinition, field, makeDataSet } from './fieldDefinition.js';
import { dayAllocation, type Lookups, type SetInput } from './modelLookups.js';
import { calendarFields, clockOffsetFields, dateFields, employeeFields, workFields } from './sharedFields.js';

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

function entryFields(zones: readonly Zone[], period: Period): FieldDefinition<EntryDay>[] {
  return [
    ...dateFields<EntryDay>('Local day that the minutes count for', ({ part }) => part.date, period),
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
    ...clockOffsetFields<EntryDay>(
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

function referenceFields(find: Lookups): FieldDefinition<EntryDay>[] {
  return [
    field('shift.id', 'text', 'Id of the shift worked on', ({ worked }) => worked.entry.shiftId),
    field('establishment.zone', 'text', 'Time zone used', ({ worked }) => worked.zone?.zone.name ?? null),
    ...workFields<EntryDay>(({ worked }) => entryWork(worked.entry), find),
  ];
}

function minuteFields(paid: PaidByEntryDay): FieldDefinition<EntryDay>[] {
  return [
    field('elapsedMinutes', 'minutes', 'Real time of the entry between its stamps', ({ worked }) => {
      const elapsedSeconds = elapsedEntrySeconds(worked.entry);
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

/** A row per shift and the entry worked on it, per shift without work, and per entry without shift. */
export function plannedWorkedSet(input: SetInput, find: Lookups): DataSet {
  const { timesheet, data, relatedShifts, mapping } = input;
  const person = employeeFields<ShiftPair>(({ employeeId }) => find.person(employeeId), mapping);
  return makeDataSet<ShiftPair>(
    'planned-worked',
    [
      ...person,
      field('date', 'date', 'Day of the shift, else of the entry', ({ date }) => date),
      ...calendarFields<ShiftPair>(({ date }) => date, timesheet.period),
      field('shift.id', 'text', 'Id of the shift', ({ shift }) => shift?.id ?? null),
      field('shift.startsAt', 'timestamp', 'Planned start', ({ shift }) => shift?.start.text ?? null),
      field('shift.endsAt', 'timestamp', 'Planned end', ({ shift }) => shift?.end.text ?? null),
      field('entry.id', 'text', 'Id of the entry', ({ entry }) => entry?.id ?? null),
      field('entry.startsAt', 'timestamp', 'Recorded start', ({ entry }) => entry?.start.text ?? null),
      field('entry.endsAt', 'timestamp', 'Recorded end', ({ entry }) => entry?.end?.text ?? null),
      ...clockOffsetFields<ShiftPair>(
        {
          'shift.startOffset': 'the planned start',
          'shift.endOffset': 'the planned end',
          'entry.startOffset': 'the recorded start',
          'entry.endOffset': 'the recorded end',
        },
        ({ shift, entry }) => ({
          'shift.startOffset': shift?.start,
          'shift.endOffset': shift?.end,
          'entry.startOffset': entry?.start,
          'entry.endOffset': entry?.end,
        }),
        employerZones(data),
      ),
      ...workFields<ShiftPair>(({ shift, entry }) => pairWork(shift, entry), find),
      field('plannedMinutes', 'minutes', 'Planned minutes', ({ plannedMinutes }) => plannedMinutes),
      field('workedMinutes', 'minutes', 'Worked minutes in the period', ({ workedMinutes }) => workedMinutes),
      field('differenceMinutes', 'minutes', 'Worked less planned', ({ workedMinutes, plannedMinutes }) => {
        return workedMinutes - plannedMinutes;
      }),
      field('status', 'text', 'matched, no-show or unplanned', ({ status }) => status),
    ],
    data.shifts === null ? [] : pairShifts(timesheet, data.shifts, relatedShifts),
  );
}

interface ChangedEntry {
  readonly worked: WorkedEntry;
  readonly zone: Zone;
  readonly end: Stamp;
  readonly changeMinutes: number;
}

/** Exported entries that were worked over a clock change. */
export function clockChangesSet(input: SetInput, find: Lookups): DataSet {
  const items = input.timesheet.exported.flatMap((worked) => changedEntry(worked) ?? []);
  const paid = new Map(input.pay.entries.map(({ entryId, paidMinutes }) => [entryId, paidMinutes]));
  return makeDataSet<ChangedEntry>(
    'clock-changes',
    [
      ...employeeFields<ChangedEntry>(({ worked }) => find.person(worked.entry.employeeId), input.mapping),
      field('entry.id', 'text', 'Id of the entry', ({ worked }) => worked.entry.id),
      ...workFields<ChangedEntry>(({ worked }) => entryWork(worked.entry), find),
      field('zone', 'text', 'Time zone', ({ zone }) => zone.name),
      field('entry.startsAt', 'timestamp', 'Start', ({ worked }) => worked.entry.start.text),
      field('entry.endsAt', 'timestamp', 'End', ({ end }) => end.text),
      field('change', 'minutes', 'How far the clocks moved', ({ changeMinutes }) => changeMinutes),
      field('elapsedMinutes', 'minutes', 'Real time', ({ worked, end }) =>
        elapsedMinutes(worked.entry.start, end),
      ),
      field('clockMinutes', 'minutes', 'Time by the clock', ({ worked, end }) =>
        clockMinutes(worked.entry.start, end),
      ),
      field(
        'workedMinutes',
        'minutes',
        'Worked minutes of the service',
        ({ worked }) => worked.entry.workedMinutes ?? 0,
      ),
      field(
        'paidMinutes',
        'minutes',
        'Paid minutes of the entry',
        ({ worked }) => paid.get(worked.entry.id) ?? null,
      ),
      field('allocation', 'text', 'Minutes by day', ({ worked }) => dayAllocation(worked.parts, find)),
    ],
    items,
  );
}

function changedEntry(worked: WorkedEntry): ChangedEntry | undefined {
  const { end, start } = worked.entry;
  const zone = worked.zone?.zone;
  if (end === null || zone === undefined) return undefined;
  const changeSeconds = offsetChange(start.epochSeconds, end.epochSeconds, zone);
  return changeSeconds === 0
    ? undefined
    : { worked, zone, end, changeMinutes: Math.trunc(changeSeconds / 60) };
}

/**
 * Entries with stamps on both sides of the period's edge, or minutes beyond it: also those that went to the
 * neighbouring period with all their minutes.
 */
export function periodEdgesSet(input: SetInput, find: Lookups): DataSet {
  const items = completedEntries(input.timesheet).filter((worked) => crossesEdge(worked, input));
  return makeDataSet<WorkedEntry>(
    'period-edges',
    [
      ...employeeFields<WorkedEntry>(({ entry }) => find.person(entry.employeeId), input.mapping),
      field('entry.id', 'text', 'Id of the entry', ({ entry }) => entry.id),
      ...workFields<WorkedEntry>(({ entry }) => entryWork(entry), find),
      field('entry.startsAt', 'timestamp', 'Start', ({ entry }) => entry.start.text),
      field('entry.endsAt', 'timestamp', 'End', ({ entry }) => entry.end?.text ?? null),
      field(
        'workedMinutes',
        'minutes',
        'Worked minutes of the entry',
        ({ entry }) => entry.workedMinutes ?? 0,
      ),
      field('insideMinutes', 'minutes', 'Minutes in this period', insideMinutes),
      field('outsideMinutes', 'minutes', 'Minutes of other periods', (worked) => {
        return (worked.entry.workedMinutes ?? 0) - insideMinutes(worked);
      }),
      field('allocation', 'text', 'Minutes by day', ({ parts }) => dayAllocation(parts, find)),
    ],
    items,
  );
}

function crossesEdge({ entry, parts, inside }: WorkedEntry, { timesheet }: SetInput): boolean {
  if (inside.length > 0 && parts.length !== inside.length) return true;
  const { from, to } = timesheet.period;
  const firstDay = entry.start.text.slice(0, 10);
  const last = lastDay(entry);
  return (firstDay < from && last >= from) || (firstDay <= to && last > to);
}

/** The calendar day of the end as written; an end at 00:00 belongs to the day before. */
function lastDay({ end, start }: TimeEntry): string {
  if (end === null) return start.text.slice(0, 10);
  return dateOfEpochDay(Math.floor((wallClockSeconds(end) - 1) / SECONDS_PER_DAY));
}
