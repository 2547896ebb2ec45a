import { entryWork, pairWork } from '../../domain/computed/recordWork.js';
import { completedEntries, elapsedEntrySeconds } from '../../domain/exceptions/rule.js';
import { offsetChange } from '../../domain/exceptions/workRules.js';
import type { Period } from '../../domain/period/period.js';
import { employerZones } from '../../domain/records/periodData.js';
import type { TimeEntry } from '../../domain/records/records.js';
import type { DayPart } from '../../domain/time/attribution.js';
import { dateOfEpochDay, type LocalDate } from '../../domain/time/localDate.js';
import {
  clockMinutes,
  elapsedMinutes,
  formatInstant,
  type Stamp,
  wallClockSeconds,
} from '../../domain/time/stamp.js';
import { SECONDS_PER_DAY, type Zone } from '../../domain/time/zone.js';
import { insideMinutes } from '../../domain/timesheet/controlTotals.js';
import { pairShifts, type ShiftPair } from '../../domain/timesheet/pairShifts.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import { stampText } from '../../i18n/dateText.js';
import { languageOf } from '../../i18n/language.js';
import { type ColumnarSet, type FieldDefinition, field, makeDataSet } from './fieldDefinition.js';
import { dayAllocation, dayAllocationText, type Lookups, type SetInput } from './modelLookups.js';
import { reportText } from './reportText.js';
import { calendarFields, clockOffsetFields, dateFields, employeeFields, workFields } from './sharedFields.js';

interface EntryDay {
  readonly worked: WorkedEntry;
  readonly part: DayPart;
}

/** A row per exported entry and local day of the period. */
export function entriesSet(input: SetInput, find: Lookups): ColumnarSet {
  const items = input.timesheet.exported.flatMap((worked) => worked.inside.map((part) => ({ worked, part })));
  const person = employeeFields<EntryDay>(
    ({ worked, part }) => find.person(worked.entry.employeeId, part.date),
    input.mapping,
  );
  return makeDataSet(
    'entries',
    [
      ...person,
      ...entryFields(employerZones(input.data), input.timesheet.period),
      ...referenceFields(find),
      ...minuteFields(paidByEntryDay(input)),
      ...partFields(),
    ],
    items,
  );
}

function entryFields(zones: readonly Zone[], period: Period): FieldDefinition<EntryDay>[] {
  return [
    ...dateFields<EntryDay>('localDayCounted', ({ part }) => part.date, period),
    field('entry.id', 'text', 'entryId', ({ worked }) => worked.entry.id),
    field('entry.workDate', 'date', 'workDate', ({ worked }) => worked.entry.workDate),
    field('entry.startsAt', 'timestamp', 'recordedStart', ({ worked }) => worked.entry.start.text),
    field('entry.endsAt', 'timestamp', 'recordedEnd', ({ worked }) => worked.entry.end?.text ?? null),
    field('entry.startTime', 'text', 'startClock', ({ worked }) => clockTime(worked.entry.start.text)),
    field('entry.endTime', 'text', 'endClock', ({ worked }) => clockTime(worked.entry.end?.text)),
    ...clockOffsetFields<EntryDay>(
      { 'entry.startOffset': 'offset.start', 'entry.endOffset': 'offset.end' },
      ({ worked: { entry } }) => ({ 'entry.startOffset': entry.start, 'entry.endOffset': entry.end }),
      zones,
    ),
    field('entry.reviewedAtUtc', 'timestamp', 'reviewedAt', ({ worked }) => worked.entry.reviewedAtUtc),
  ];
}

function referenceFields(find: Lookups): FieldDefinition<EntryDay>[] {
  return [
    field('shift.id', 'text', 'shiftWorked', ({ worked }) => worked.entry.shiftId),
    field('establishment.zone', 'text', 'zoneUsed', ({ worked }) => worked.zone?.zone.name ?? null),
    ...workFields<EntryDay>(({ worked }) => entryWork(worked.entry), find),
  ];
}

function minuteFields(paid: PaidByEntryDay): FieldDefinition<EntryDay>[] {
  return [
    field('elapsedMinutes', 'minutes', 'elapsed', ({ worked }) => {
      const elapsedSeconds = elapsedEntrySeconds(worked.entry);
      return elapsedSeconds === undefined ? null : Math.floor(elapsedSeconds / 60);
    }),
    field('workedMinutes', 'minutes', 'workedOnDay', ({ part }) => part.minutes),
    field('paidMinutes', 'minutes', 'paidOnDay', ({ worked, part }) => paid(worked.entry.id, part.date)),
  ];
}

/** The time of the entry that counts on the day of the row: all of it, unless it is divided between days. */
function partFields(): FieldDefinition<EntryDay>[] {
  const isFirst = ({ worked: { parts }, part }: EntryDay) => parts[0] === part;
  const isLast = ({ worked: { parts }, part }: EntryDay) => parts.at(-1) === part;
  return [
    field('part.startsAt', 'timestamp', 'partStart', (item) =>
      isFirst(item) ? item.worked.entry.start.text : boundaryText(item, item.part.startEpoch),
    ),
    field('part.endsAt', 'timestamp', 'partEnd', (item) =>
      isLast(item) ? (item.worked.entry.end?.text ?? null) : boundaryText(item, item.part.endEpoch),
    ),
  ];
}

/** Where a day ends and the next begins, by the entry's clock. */
function boundaryText({ worked }: EntryDay, epochSeconds: number): string | null {
  return worked.zone === undefined ? null : formatInstant(epochSeconds, worked.zone.clock);
}

/** `HH:MM` of a stamp's own clock. */
export function clockTime(stamp: string | undefined): string | null {
  return stamp?.slice(11, 16) ?? null;
}

/** Paid minutes of an entry on a local day; 0 if it has none. */
type PaidByEntryDay = (entryId: string, date: LocalDate) => number;

function paidByEntryDay({ pay }: SetInput): PaidByEntryDay {
  const byId = new Map(pay.entries.map((entry) => [entry.entryId, entry]));
  return (entryId, date) => {
    const day = byId.get(entryId)?.days.find((each) => each.date === date);
    return day?.paidMinutes ?? 0;
  };
}

/** A row per shift and the entry worked on it, per shift without work, and per entry without shift. */
export function plannedWorkedSet(input: SetInput, find: Lookups): ColumnarSet {
  const { timesheet, data, relatedShifts, mapping } = input;
  const person = employeeFields<ShiftPair>(({ employeeId, date }) => find.person(employeeId, date), mapping);
  return makeDataSet<ShiftPair>(
    'planned-worked',
    [
      ...person,
      field('date', 'date', 'pairDate', ({ date }) => date),
      ...calendarFields<ShiftPair>(({ date }) => date, timesheet.period),
      field('shift.id', 'text', 'shiftId', ({ shift }) => shift?.id ?? null),
      field('shift.startsAt', 'timestamp', 'plannedStart', ({ shift }) => shift?.start.text ?? null),
      field('shift.endsAt', 'timestamp', 'plannedEnd', ({ shift }) => shift?.end.text ?? null),
      field('entry.id', 'text', 'entryId', ({ entry }) => entry?.id ?? null),
      field('entry.startsAt', 'timestamp', 'recordedStart', ({ entry }) => entry?.start.text ?? null),
      field('entry.endsAt', 'timestamp', 'recordedEnd', ({ entry }) => entry?.end?.text ?? null),
      ...clockOffsetFields<ShiftPair>(
        {
          'shift.startOffset': 'offset.plannedStart',
          'shift.endOffset': 'offset.plannedEnd',
          'entry.startOffset': 'offset.recordedStart',
          'entry.endOffset': 'offset.recordedEnd',
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
      field('plannedMinutes', 'minutes', 'planned', ({ plannedMinutes }) => plannedMinutes),
      field('workedMinutes', 'minutes', 'workedInPeriod', ({ workedMinutes }) => workedMinutes),
      field('differenceMinutes', 'minutes', 'difference', ({ workedMinutes, plannedMinutes }) => {
        return workedMinutes - plannedMinutes;
      }),
      field('status', 'text', 'status', ({ status }) => status),
      field('statusText', 'text', 'statusText', ({ status }) => reportText(input.run.language, status)),
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

/** Exported entries across a clock change. */
export function clockChangesSet(input: SetInput, find: Lookups): ColumnarSet {
  const items = input.timesheet.exported.flatMap((worked) => changedEntry(worked) ?? []);
  const paid = new Map(input.pay.entries.map(({ entryId, paidMinutes }) => [entryId, paidMinutes]));
  const inWords = ({ text }: Stamp): string => stampText(languageOf(input.run.language), text);
  return makeDataSet<ChangedEntry>(
    'clock-changes',
    [
      ...employeeFields<ChangedEntry>(
        ({ worked: { entry } }) => find.person(entry.employeeId, entry.workDate),
        input.mapping,
      ),
      field('entry.id', 'text', 'entryId', ({ worked }) => worked.entry.id),
      ...workFields<ChangedEntry>(({ worked }) => entryWork(worked.entry), find),
      field('zone', 'text', 'zone', ({ zone }) => zone.name),
      field('entry.startsAt', 'timestamp', 'start', ({ worked }) => worked.entry.start.text),
      field('entry.endsAt', 'timestamp', 'end', ({ end }) => end.text),
      field('startText', 'text', 'startText', ({ worked }) => inWords(worked.entry.start)),
      field('endText', 'text', 'endText', ({ end }) => inWords(end)),
      field('change', 'minutes', 'clockChange', ({ changeMinutes }) => changeMinutes),
      field('elapsedMinutes', 'minutes', 'elapsed', ({ worked, end }) =>
        elapsedMinutes(worked.entry.start, end),
      ),
      field('clockMinutes', 'minutes', 'clockMinutes', ({ worked, end }) =>
        clockMinutes(worked.entry.start, end),
      ),
      field('workedMinutes', 'minutes', 'workedOfService', ({ worked }) => worked.entry.workedMinutes ?? 0),
      field('paidMinutes', 'minutes', 'paidOfEntry', ({ worked }) => paid.get(worked.entry.id) ?? null),
      field('allocation', 'text', 'allocation', ({ worked }) => dayAllocation(worked.parts, find)),
      field('allocationText', 'text', 'allocationText', ({ worked }) => {
        return dayAllocationText(worked.parts, find, input.run);
      }),
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
 * Entries with stamps on both sides of the period's edge, or minutes beyond it: including those whose minutes all
 * belong to the neighbouring period.
 */
export function periodEdgesSet(input: SetInput, find: Lookups): ColumnarSet {
  const items = completedEntries(input.timesheet).filter((worked) => crossesEdge(worked, input));
  const inWords = ({ text }: Stamp): string => stampText(languageOf(input.run.language), text);
  return makeDataSet<WorkedEntry>(
    'period-edges',
    [
      ...employeeFields<WorkedEntry>(
        ({ entry }) => find.person(entry.employeeId, entry.workDate),
        input.mapping,
      ),
      field('entry.id', 'text', 'entryId', ({ entry }) => entry.id),
      ...workFields<WorkedEntry>(({ entry }) => entryWork(entry), find),
      field('entry.startsAt', 'timestamp', 'start', ({ entry }) => entry.start.text),
      field('entry.endsAt', 'timestamp', 'end', ({ entry }) => entry.end?.text ?? null),
      field('startText', 'text', 'startText', ({ entry }) => inWords(entry.start)),
      field('endText', 'text', 'endText', ({ entry }) => (entry.end === null ? null : inWords(entry.end))),
      field('workedMinutes', 'minutes', 'workedOfEntry', ({ entry }) => entry.workedMinutes ?? 0),
      field('insideMinutes', 'minutes', 'inside', insideMinutes),
      field('outsideMinutes', 'minutes', 'outside', (worked) => {
        return (worked.entry.workedMinutes ?? 0) - insideMinutes(worked);
      }),
      field('allocation', 'text', 'allocation', ({ parts }) => dayAllocation(parts, find)),
      field('allocationText', 'text', 'allocationText', ({ parts }) => {
        return dayAllocationText(parts, find, input.run);
      }),
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
