import { localDateOf, weekdayOf } from '../../../domain/time/localDate.js';
import type { DataRow, DataSet } from '../../dataSet.js';
import { sampleEmployee } from './sampleEmployee.js';
import { sampleSet } from './sampleSet.js';
import { SAMPLE_ENTRIES, type SampleEntry } from './sampleWork.js';
import { sampleWorkFields } from './sampleWorkFields.js';

/** Entries, and planned against worked. */
export function sampleEntries(): DataSet[] {
  return [
    sampleSet('entries', SAMPLE_ENTRIES.map(entryRow)),
    sampleSet('planned-worked', SAMPLE_ENTRIES.map(plannedRow)),
  ];
}

export function sampleEntryId(entry: SampleEntry): string {
  return `entry-${entry.person + 1}-${entry.date}`;
}

/** Stamps with the offset of Brussels: summer time until 25 October 2026. */
export function sampleStamps(entry: SampleEntry): { startsAt: string; endsAt: string } {
  const offset = (date: string) => (date < '2026-10-25' ? '+02:00' : '+01:00');
  return {
    startsAt: `${entry.date}T${entry.start}:00${offset(entry.date)}`,
    endsAt: `${entry.endDate}T${entry.end}:00${offset(entry.endDate)}`,
  };
}

/** What stands beside a clock time within a day of the change of the clocks: all such entries begin after it. */
export function sampleOffset({ date }: SampleEntry): string | null {
  return date === '2026-10-25' ? '+01:00' : null;
}

function entryRow(entry: SampleEntry): DataRow {
  const { startsAt, endsAt } = sampleStamps(entry);
  const elapsedMinutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
  return {
    ...sampleEmployee(entry.person),
    date: entry.date,
    weekday: weekdayOf(localDateOf(entry.date)),
    'entry.id': sampleEntryId(entry),
    'entry.workDate': entry.date,
    'entry.startsAt': startsAt,
    'entry.endsAt': endsAt,
    'entry.startTime': entry.start,
    'entry.endTime': entry.end,
    'entry.startOffset': sampleOffset(entry),
    'entry.endOffset': sampleOffset(entry),
    'entry.reviewedAtUtc': '2026-11-02T08:00:00Z',
    'shift.id': entry.planned === null ? null : `shift-${entry.person + 1}-${entry.date}`,
    ...sampleWorkFields(entry),
    'establishment.zone': 'Europe/Brussels',
    elapsedMinutes,
    workedMinutes: entry.worked,
    paidMinutes: entry.worked,
  };
}

function plannedRow(entry: SampleEntry): DataRow {
  const { startsAt, endsAt } = sampleStamps(entry);
  const isPlanned = entry.planned !== null;
  return {
    ...sampleEmployee(entry.person),
    date: entry.date,
    'shift.id': isPlanned ? `shift-${entry.person + 1}-${entry.date}` : null,
    'shift.startsAt': isPlanned ? startsAt : null,
    'shift.endsAt': isPlanned ? endsAt : null,
    'entry.id': sampleEntryId(entry),
    'entry.startsAt': startsAt,
    'entry.endsAt': endsAt,
    'shift.startOffset': isPlanned ? sampleOffset(entry) : null,
    'shift.endOffset': isPlanned ? sampleOffset(entry) : null,
    'entry.startOffset': sampleOffset(entry),
    'entry.endOffset': sampleOffset(entry),
    ...sampleWorkFields(entry),
    plannedMinutes: entry.planned,
    workedMinutes: entry.worked,
    differenceMinutes: entry.planned === null ? null : entry.worked - entry.planned,
    status: isPlanned ? 'matched' : 'unplanned',
  };
}
