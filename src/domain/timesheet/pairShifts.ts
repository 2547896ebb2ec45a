import { compareText, groupBy } from '../collections.js';
import { isInside } from '../period/period.js';
import type { Shift, TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import { insideMinutes } from './controlTotals.js';
import type { Timesheet } from './timesheet.js';

export type PairStatus = 'matched' | 'no-show' | 'unplanned';

/** A published shift and an entry that was worked on it, or one of the two alone. */
export interface ShiftPair {
  readonly shift: Shift | undefined;
  readonly entry: TimeEntry | undefined;
  /** The day of the shift, otherwise of the entry. */
  readonly date: LocalDate;
  readonly employeeId: string;
  /** The planned minutes of the shift, once: with the first entry of the person it was planned for. */
  readonly plannedMinutes: number;
  /** The worked minutes of the entry in the period; 0 while it is open. */
  readonly workedMinutes: number;
  readonly status: PairStatus;
}

interface Worked {
  readonly entry: TimeEntry;
  readonly employeeId: string;
  readonly workedMinutes: number;
  /** Whether a part of it is in the period. */
  readonly isInside: boolean;
}

/**
 * Matches entries with published shifts by `shiftId`. Per employee the planned minutes add up to those of the person's
 * shifts on days of the period, and the worked minutes to the exported ones. A shift that another person worked remains
 * a no-show of its planned employee. A shift of another period adds no planned minutes. Sorted by employee, then by
 * start.
 * @param related shifts of others on which the people of the timesheet worked
 */
export function pairShifts(
  timesheet: Timesheet,
  shifts: readonly Shift[],
  related: readonly Shift[] = [],
): ShiftPair[] {
  const byShift = groupBy(workedOf(timesheet), ({ entry }) => entry.shiftId ?? undefined);
  const workedOn = (shift: Shift): Worked[] => byShift.get(shift.id) ?? [];
  const shiftIds = new Set<string | undefined>([...shifts, ...related].map(({ id }) => id));
  const planned = [
    ...shifts.flatMap((shift) => pairsOf(shift, workedOn(shift), timesheet)),
    // A related shift that was not worked is listed for the employee it was planned for.
    ...related
      .filter((shift) => workedOn(shift).length > 0)
      .flatMap((shift) => {
        return pairsOf(shift, workedOn(shift), timesheet).filter(({ entry }) => entry !== undefined);
      }),
  ];
  const unplanned = [...byShift]
    .filter(([shiftId]) => !shiftIds.has(shiftId))
    .flatMap(([, worked]) => worked.filter((each) => each.isInside))
    .map((worked) => pair(undefined, worked, 0));
  return [...planned, ...unplanned].sort(byEmployeeAndStart);
}

/** All entries of employees that could be matched with a shift: open entries are work too, cancelled ones not. */
function workedOf({ exported, outside, excluded, period }: Timesheet): Worked[] {
  const completed = [
    ...exported.map((each) => [each, true] as const),
    ...outside.map((each) => [each, false] as const),
  ];
  const open = excluded.filter(({ reason }) => reason === 'open');
  return [
    ...completed.flatMap(([worked, inside]) => {
      const { entry } = worked;
      if (entry.employeeId === null) return [];
      return [
        { entry, employeeId: entry.employeeId, workedMinutes: insideMinutes(worked), isInside: inside },
      ];
    }),
    ...open.flatMap(({ entry }) => {
      if (entry.employeeId === null) return [];
      return [
        { entry, employeeId: entry.employeeId, workedMinutes: 0, isInside: isInside(entry.workDate, period) },
      ];
    }),
  ];
}

function pairsOf(shift: Shift, all: readonly Worked[], { period }: Timesheet): ShiftPair[] {
  const isOfPeriod = isInside(shift.date, period);
  const worked = all.filter((each) => isOfPeriod || each.isInside);
  const own = worked.find(({ employeeId }) => employeeId === shift.employeeId);
  const pairs = worked.map((each) => {
    return pair(shift, each, isOfPeriod && each === own ? shift.plannedMinutes : 0);
  });
  if (own !== undefined || !isOfPeriod || shift.employeeId === null) return pairs;
  return [noShow(shift, shift.employeeId), ...pairs];
}

function pair(shift: Shift | undefined, worked: Worked, plannedMinutes: number): ShiftPair {
  const { entry, employeeId, workedMinutes } = worked;
  const date = shift?.date ?? entry.workDate;
  const status = shift === undefined ? 'unplanned' : 'matched';
  return { shift, entry, date, employeeId, plannedMinutes, workedMinutes, status };
}

function noShow(shift: Shift, employeeId: string): ShiftPair {
  const { date, plannedMinutes } = shift;
  return { shift, entry: undefined, date, employeeId, plannedMinutes, workedMinutes: 0, status: 'no-show' };
}

function byEmployeeAndStart(a: ShiftPair, b: ShiftPair): number {
  return (
    compareText(a.employeeId, b.employeeId) || startOf(a) - startOf(b) || compareText(idsOf(a), idsOf(b))
  );
}

function startOf({ shift, entry }: ShiftPair): number {
  return (entry ?? shift)?.start.epochSeconds ?? 0;
}

function idsOf({ shift, entry }: ShiftPair): string {
  return `${shift?.id} ${entry?.id}`;
}
