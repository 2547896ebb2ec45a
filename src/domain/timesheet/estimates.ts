import { isInside, type Period } from '../period/period.js';
import type { Shift, TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import type { TimePolicy, WorkedEntry } from './timesheet.js';

type EstimatePolicy = Pick<TimePolicy, 'estimateFrom'>;

/** Whether planned shifts replace the entries of a day. */
export function isEstimatedDay(date: LocalDate, { estimateFrom }: EstimatePolicy): boolean {
  return estimateFrom !== undefined && date >= estimateFrom;
}

/** The ID of a shift as an entry: never that of an entry. */
export function estimateId({ id }: Pick<Shift, 'id'>): string {
  return `shift ${id}`;
}

/**
 * A published shift as an entry, as if worked as planned.
 * @param workedMinutes the planned minutes, or what an absence leaves of them
 */
export function entryFromShift(shift: Shift, workedMinutes = shift.plannedMinutes): TimeEntry {
  const { id, date, start, end, employeeId } = shift;
  const { establishmentId, teamId, taskId, agencyId, agencyWorkerId } = shift;
  return {
    id: estimateId(shift),
    workDate: date,
    status: 'Completed',
    start,
    end,
    workedMinutes,
    shiftId: id,
    employeeId,
    reviewedAtUtc: null,
    shift,
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
 * the two is paid from the entry before it and from the shift after it, and no hour twice. Its stamps and minutes stay
 * whole, because rounding applies to the whole entry.
 */
export function clipAtEstimates(worked: WorkedEntry, policy: EstimatePolicy): WorkedEntry {
  const parts = worked.parts.filter(({ date }) => isOwnDay(date, worked, policy));
  if (parts.length === 0 || parts.length === worked.parts.length) return worked;
  return { ...worked, parts, isCutByEstimates: true };
}

/** Whether a day is paid from this kind of record: entries before the first estimated day, shifts from it on. */
export function isOwnDay(
  date: LocalDate,
  { isEstimate }: Pick<WorkedEntry, 'isEstimate'>,
  policy: EstimatePolicy,
): boolean {
  return isEstimatedDay(date, policy) === (isEstimate === true);
}
