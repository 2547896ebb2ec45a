import { groupBy } from '../groupBy.js';
import type { ComputedWork, WorkByPerson } from './computedPeriod.js';

/** Work that was computed for everybody at once, person by person. */
export function workByPerson({ data, timesheet, pay }: ComputedWork): WorkByPerson {
  const ownerOf = (item: { readonly employeeId: string | null }): string | null => item.employeeId;
  const ownerOfEntry = ({ entry }: { readonly entry: { readonly employeeId: string | null } }) =>
    entry.employeeId;
  const by = {
    entries: groupBy(data.entries, ownerOf),
    shifts: groupBy(data.shifts ?? [], ownerOf),
    exported: groupBy(timesheet.exported, ownerOfEntry),
    outside: groupBy(timesheet.outside, ownerOfEntry),
    excluded: groupBy(timesheet.excluded, ownerOfEntry),
    days: groupBy(timesheet.days, ({ personId }) => personId),
    lines: groupBy(pay.lines, ({ employeeId }) => employeeId),
    outsideLines: groupBy(pay.outsideLines, ({ employeeId }) => employeeId),
  };
  const owners = new Map(data.entries.map(({ id, employeeId }) => [id, employeeId]));
  const paid = groupBy(pay.entries, ({ entryId }) => owners.get(entryId) ?? null);
  const ids = new Set([...by.entries.keys(), ...by.shifts.keys(), ...by.days.keys(), ...by.lines.keys()]);
  return {
    ids: [...ids].filter((id) => id !== null).sort(),
    of: (personId) => ({
      data: {
        ...data,
        entries: by.entries.get(personId) ?? [],
        shifts: data.shifts === null ? null : (by.shifts.get(personId) ?? []),
      },
      relatedShifts: (data.shifts ?? []).filter(({ employeeId }) => employeeId !== personId),
      timesheet: {
        ...timesheet,
        exported: by.exported.get(personId) ?? [],
        outside: by.outside.get(personId) ?? [],
        excluded: by.excluded.get(personId) ?? [],
        days: by.days.get(personId) ?? [],
        agency: personId === null ? timesheet.agency : [],
        agencyDays: personId === null ? timesheet.agencyDays : [],
      },
      pay: {
        lines: by.lines.get(personId ?? '') ?? [],
        outsideLines: by.outsideLines.get(personId ?? '') ?? [],
        entries: paid.get(personId) ?? [],
      },
    }),
  };
}
