import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { transitionSpanned } from '../../domain/exceptions/dstSuspect.js';
import { sortedBy, workedAround } from '../../domain/exceptions/rule.js';
import type { Holiday, TimeEntry } from '../../domain/records/records.js';
import { clockMinutes, elapsedMinutes } from '../../domain/time/clockMinutes.js';
import { dateOfDay } from '../../domain/time/dayOf.js';
import type { DayPart } from '../../domain/time/dayParts.js';
import { clockSecondsOf, type Stamp } from '../../domain/time/stamp.js';
import { SECONDS_PER_DAY, type Zone } from '../../domain/time/zone.js';
import { insideMinutes } from '../../domain/timesheet/control.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { employeeFields } from './employeeFields.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './lookups.js';
import { workFields } from './workFields.js';
import { workOfEntry } from './workOfRecords.js';

interface ChangedEntry {
  readonly worked: WorkedEntry;
  readonly zone: Zone;
  readonly end: Stamp;
  readonly changeMinutes: number;
}

/** Exported entries that were worked over a clock change. */
export function clockChangesSet(input: ComputedPeriod, find: Lookups): DataSet {
  const items = input.timesheet.exported.flatMap((worked) => changedEntry(worked) ?? []);
  const paid = new Map(input.pay.entries.map(({ entryId, paidMinutes }) => [entryId, paidMinutes]));
  return makeDataSet<ChangedEntry>(
    'clock-changes',
    [
      ...employeeFields<ChangedEntry>(({ worked }) => find.person(worked.entry.employeeId), input.mapping),
      field('entry.id', 'text', 'Id of the entry', ({ worked }) => worked.entry.id),
      ...workFields<ChangedEntry>(({ worked }) => workOfEntry(worked.entry), find),
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
      field('allocation', 'text', 'Minutes by day', ({ worked }) => allocation(worked.parts, find)),
    ],
    items,
  );
}

/**
 * Entries with stamps on both sides of the period's edge, or minutes beyond it: also those that went to the
 * neighbouring period with all their minutes.
 */
export function periodEdgesSet(input: ComputedPeriod, find: Lookups): DataSet {
  const items = workedAround(input.timesheet).filter((worked) => crossesEdge(worked, input));
  return makeDataSet<WorkedEntry>(
    'period-edges',
    [
      ...employeeFields<WorkedEntry>(({ entry }) => find.person(entry.employeeId), input.mapping),
      field('entry.id', 'text', 'Id of the entry', ({ entry }) => entry.id),
      ...workFields<WorkedEntry>(({ entry }) => workOfEntry(entry), find),
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
      field('allocation', 'text', 'Minutes by day', ({ parts }) => allocation(parts, find)),
    ],
    items,
  );
}

/** Holidays on the dates on which they are granted, in the period. */
export function holidaysSet({ data, timesheet }: ComputedPeriod): DataSet {
  const { from, to } = timesheet.period;
  const inside = data.holidays.filter(({ date }) => date >= from && date <= to);
  return makeDataSet<Holiday>(
    'holidays',
    [
      field('date', 'date', 'Date on which the employer grants it', ({ date }) => date),
      field('name', 'text', 'Name', ({ name }) => name),
      field('originalDate', 'date', 'Date before a replacement', ({ originalDate }) => originalDate ?? null),
    ],
    sortedBy(inside, ({ date, name }) => `${date} ${name}`),
  );
}

/** `2026-10-24: 120; 2026-10-25: 420`. An end with a wrong year makes thousands of days: they are cut, not refused. */
function allocation(parts: readonly DayPart[], find: Lookups): string {
  return find.list(parts.map(({ date, minutes }) => `${date}: ${minutes}`));
}

function changedEntry(worked: WorkedEntry): ChangedEntry | undefined {
  const { end, start } = worked.entry;
  const zone = worked.zone?.zone;
  if (end === null || zone === undefined) return undefined;
  const changeSeconds = transitionSpanned(start.epochSeconds, end.epochSeconds, zone);
  return changeSeconds === 0
    ? undefined
    : { worked, zone, end, changeMinutes: Math.trunc(changeSeconds / 60) };
}

function crossesEdge({ entry, parts, inside }: WorkedEntry, { timesheet }: ComputedPeriod): boolean {
  if (inside.length > 0 && parts.length !== inside.length) return true;
  const { from, to } = timesheet.period;
  const firstDay = entry.start.text.slice(0, 10);
  const last = lastDay(entry);
  return (firstDay < from && last >= from) || (firstDay <= to && last > to);
}

/** The calendar day of the end as written; an end at 00:00 belongs to the day before. */
function lastDay({ end, start }: TimeEntry): string {
  if (end === null) return start.text.slice(0, 10);
  return dateOfDay(Math.floor((clockSecondsOf(end) - 1) / SECONDS_PER_DAY));
}
