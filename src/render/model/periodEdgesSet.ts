import { workOfEntry } from '../../domain/computed/recordWork.js';
import { workedAround } from '../../domain/exceptions/rule.js';
import type { TimeEntry } from '../../domain/records/records.js';
import { clockSecondsOf } from '../../domain/time/stamp.js';
import { dateOfDay, SECONDS_PER_DAY } from '../../domain/time/zone.js';
import { insideMinutes } from '../../domain/timesheet/controlTotals.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { employeeFields } from './employeeFields.js';
import { field, makeDataSet } from './fieldOf.js';
import { dayAllocation, type Lookups } from './modelLookups.js';
import type { SetInput } from './peopleSets.js';
import { workFields } from './workFields.js';

/**
 * Entries with stamps on both sides of the period's edge, or minutes beyond it: also those that went to the
 * neighbouring period with all their minutes.
 */
export function periodEdgesSet(input: SetInput, find: Lookups): DataSet {
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
  return dateOfDay(Math.floor((clockSecondsOf(end) - 1) / SECONDS_PER_DAY));
}
