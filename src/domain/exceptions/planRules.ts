import { isInside } from '../period.js';
import type { Shift } from '../records.js';
import type { Finding } from './finding.js';
import { entryFinding, type Rule } from './rule.js';

/** Work that no published shift was planned for. */
export const entryNoShift: Rule = ({ data, timesheet, shiftsById }) => {
  if (data.shifts === null) return [];
  return timesheet.exported
    .filter(({ entry }) => entry.shiftId === null || !shiftsById.has(entry.shiftId))
    .map(({ entry }) => entryFinding('ENTRY_NO_SHIFT', entry, { shift: entry.shiftId ?? '' }));
};

/** A published shift of an employee on which nobody has worked. An open entry counts as work, a cancelled one not. */
export const shiftNoEntry: Rule = ({ data, period }) => {
  const worked = new Set(
    data.entries.filter(({ status }) => status !== 'Cancelled').map(({ shiftId }) => shiftId),
  );
  return (data.shifts ?? [])
    .filter((shift) => shift.employeeId !== null && isInside(shift.date, period) && !worked.has(shift.id))
    .map((shift) => shiftFinding('SHIFT_NO_ENTRY', shift, { plannedMinutes: shift.plannedMinutes }));
};

/** The service's planned minutes are not the real time between the stamps less the break. */
export const plannedMismatch: Rule = ({ data, period }) =>
  (data.shifts ?? [])
    .filter((shift) => isInside(shift.date, period))
    .flatMap((shift) => {
      const elapsedSeconds = shift.end.epochSeconds - shift.start.epochSeconds;
      const expectedMinutes = Math.floor(elapsedSeconds / 60) - shift.breakMinutes;
      if (Math.abs(expectedMinutes - shift.plannedMinutes) * 60 < 60) return [];
      return [
        shiftFinding('PLANNED_MISMATCH', shift, { plannedMinutes: shift.plannedMinutes, expectedMinutes }),
      ];
    });

function shiftFinding(code: Finding['code'], shift: Shift, facts: Finding['facts']): Finding {
  return {
    code,
    employeeId: shift.employeeId,
    date: shift.date,
    record: shift.id,
    facts: { start: shift.start.text, end: shift.end.text, ...facts },
  };
}
