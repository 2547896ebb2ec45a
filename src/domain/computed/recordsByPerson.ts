import { groupBy } from '../groupBy.js';
import type { PeriodData, PeriodRecords, PersonRecords } from '../records/periodData.js';

/** Records that are all at hand, person by person, as the store gives those of a read. */
export function recordsByPerson(data: PeriodData): PeriodRecords {
  const { entries, shifts, ...facts } = data;
  const entriesOf = groupBy(entries, ({ employeeId }) => employeeId);
  const shiftsOf = groupBy(shifts ?? [], ({ employeeId }) => employeeId);
  const shiftById = new Map((shifts ?? []).map((shift) => [shift.id, shift]));
  const entriesOn = groupBy(entries, ({ shiftId }) => shiftId);
  const of = (personId: string | null): PersonRecords => {
    const own = { entries: entriesOf.get(personId) ?? [], shifts: shiftsOf.get(personId) ?? [] };
    const named = own.entries.flatMap(({ shiftId }) => shiftById.get(shiftId ?? '') ?? []);
    const on = own.shifts.flatMap(({ id }) => entriesOn.get(id) ?? []);
    return {
      personId,
      ...own,
      relatedShifts: [...new Set(named)].filter(({ employeeId }) => employeeId !== personId),
      relatedEntries: on.filter(({ employeeId }) => employeeId !== personId),
    };
  };
  const ids = new Set([...entriesOf.keys(), ...shiftsOf.keys()]);
  const personIds = [...ids].filter((id) => id !== null).sort();
  return { facts: { ...facts, hasPlanning: shifts !== null }, personIds, of };
}
