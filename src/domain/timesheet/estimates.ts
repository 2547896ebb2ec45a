import { isInside, type Period } from '../period/period.js';
import type { Shift, TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import { createStamp, type Stamp } from '../time/stamp.js';
import type { TimePolicy, WorkedEntry } from './timesheet.js';

type EstimatePolicy = Pick<TimePolicy, 'estimateFrom'>;

/** Whether planned shifts replace the entries of a day. */
export function isEstimatedDay(date: LocalDate, { estimateFrom }: EstimatePolicy): boolean {
  return estimateFrom !== undefined && date >= estimateFrom;
}

/** A published shift as an entry, as if worked as planned. Its ID is never that of an entry. */
export function entryFromShift(shift: Shift): TimeEntry {
  const { id, date, start, end, plannedMinutes, employeeId } = shift;
  const { establishmentId, teamId, taskId, agencyId, agencyWorkerId } = shift;
  return {
    id: `shift ${id}`,
    workDate: date,
    status: 'Completed',
    start,
    end,
    workedMinutes: plannedMinutes,
    shiftId: id,
    employeeId,
    reviewedAtUtc: null,
    establishmentId,
    teamId,
    taskId,
    agencyId,
    agencyWorkerId,
  };
}

/** Minutes of an entry on days of the period for which planned shifts replace entries. */
export function replacedMinutes({ parts }: WorkedEntry, period: Period, policy: EstimatePolicy): number {
  return parts
    .filter(({ date }) => isInside(date, period) && isEstimatedDay(date, policy))
    .reduce((sum, { minutes }) => sum + minutes, 0);
}

/**
 * The work for pay rules: entries up to the first estimated day, shifts from it on. Work across the midnight between
 * the two is paid from the entry before it and from the shift after it, and no hour twice.
 */
export function clipAtEstimates(worked: WorkedEntry, policy: EstimatePolicy): WorkedEntry {
  const isEstimate = worked.isEstimate === true;
  const parts = worked.parts.filter(({ date }) => isEstimatedDay(date, policy) === isEstimate);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || parts.length === worked.parts.length) return worked;
  const { entry, zone } = worked;
  const stampAt = (epochSeconds: number, { offsetSeconds }: Stamp): Stamp =>
    createStamp(epochSeconds, zone?.clock.offsetAt(epochSeconds) ?? offsetSeconds);
  return {
    ...worked,
    parts,
    entry: {
      ...entry,
      start: stampAt(first.startEpoch, entry.start),
      end: entry.end === null ? null : stampAt(last.endEpoch, entry.end),
      workedMinutes: parts.reduce((sum, { minutes }) => sum + minutes, 0),
    },
  };
}
