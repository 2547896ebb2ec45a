import { workOfEntry } from '../../domain/computed/recordWork.js';
import { transitionSpanned } from '../../domain/exceptions/entryRules.js';
import { clockMinutes, elapsedMinutes, type Stamp } from '../../domain/time/stamp.js';
import type { Zone } from '../../domain/time/zone.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { employeeFields } from './employeeFields.js';
import { field, makeDataSet } from './fieldOf.js';
import { dayAllocation, type Lookups } from './modelLookups.js';
import type { SetInput } from './peopleSets.js';
import { workFields } from './workFields.js';

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
      field('allocation', 'text', 'Minutes by day', ({ worked }) => dayAllocation(worked.parts, find)),
    ],
    items,
  );
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
