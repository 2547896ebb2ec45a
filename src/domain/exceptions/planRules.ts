import { isInside } from '../period/period.js';
import type { Shift } from '../records/records.js';
import type { Finding } from './finding.js';
import { entryFinding, type Rule, type RuleInput, sortByText } from './rule.js';

/**
 * Work that no published shift was planned for. A shift that the entry names and that was not read counts as missing
 * only where it would have been read: not in the margin, and not where its record was invalid.
 */
export const entryNoShift: Rule = ({ data, timesheet, shiftsById, period }) => {
  if (data.shifts === null) return [];
  const invalid = new Set(data.invalid.filter(({ list }) => list === 'shifts').map(({ id }) => id));
  return timesheet.exported
    .filter(({ entry: { shiftId, workDate } }) => {
      if (shiftId === null) return true;
      return !shiftsById.has(shiftId) && !invalid.has(shiftId) && isInside(workDate, period);
    })
    .map(({ entry }) => entryFinding('ENTRY_NO_SHIFT', entry, { shift: entry.shiftId ?? '' }));
};

/**
 * A published shift of an employee that had ended when the read began, and on which nobody has worked. An open entry
 * counts as work, a cancelled one not.
 */
export const shiftNoEntry: Rule = (input) => {
  return shiftsOfPeriod(input)
    .filter((shift) => shift.employeeId !== null && !input.workedShiftIds.has(shift.id))
    .filter((shift) => shift.end.epochSeconds <= input.data.readBeganEpoch)
    .map((shift) => shiftFinding('SHIFT_NO_ENTRY', shift, { plannedMinutes: shift.plannedMinutes }));
};

/** The service's planned minutes are not the real time between the stamps less the break; seconds do not count. */
export const plannedMismatch: Rule = (input) =>
  shiftsOfPeriod(input).flatMap((shift) => {
    const { start, end, breakMinutes, plannedMinutes } = shift;
    const netSeconds = end.epochSeconds - start.epochSeconds - breakMinutes * 60;
    if (Math.abs(netSeconds - plannedMinutes * 60) < 60) return [];
    const expectedMinutes = Math.floor(netSeconds / 60);
    return [shiftFinding('PLANNED_MISMATCH', shift, { plannedMinutes, expectedMinutes, breakMinutes })];
  });

function shiftsOfPeriod({ data, period }: RuleInput): Shift[] {
  const inside = (data.shifts ?? []).filter((shift) => isInside(shift.date, period));
  return sortByText(inside, ({ date, id }) => `${date} ${id}`);
}

function shiftFinding(code: Finding['code'], shift: Shift, facts: Finding['facts']): Finding {
  return {
    code,
    employeeId: shift.employeeId,
    date: shift.date,
    record: shift.id,
    facts: { start: shift.start.text, end: shift.end.text, ...facts },
  };
}
