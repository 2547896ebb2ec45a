import { groupBy } from '../groupBy.js';
import type { Rule } from './rule.js';

const NOBODY = { employeeId: null, date: null } as const;

/** People who worked in the period and are not on the service's list: archived. Once per person. */
export const unknownEmployee: Rule = ({ data, timesheet }) => {
  if (data.employees === null) return [];
  const listed = new Set(data.employees.map(({ id }) => id));
  const remembered = new Map(data.rememberedEmployees.map((employee) => [employee.id, employee]));
  const unknown = new Set(
    timesheet.days.map(({ personId }) => personId).filter((id) => id !== null && !listed.has(id)),
  );
  return [...unknown].flatMap((id) => {
    if (id === null) return [];
    const known = remembered.get(id);
    const name = known ? `${known.firstName} ${known.lastName}` : '';
    return [{ code: 'UNKNOWN_EMPLOYEE' as const, employeeId: id, date: null, record: id, facts: { name } }];
  });
};

/** Stamps whose offset is not the one of their zone: one finding per zone, with a count. */
export const offsetMismatch: Rule = ({ timesheet }) => {
  const wrong = timesheet.exported.filter(({ zone }) => zone !== undefined && zone.mismatches.length > 0);
  const byZone = groupBy(wrong, ({ zone }) => zone?.zone.name ?? '');
  return [...byZone].map(([zone, entries]) => ({
    ...NOBODY,
    code: 'OFFSET_MISMATCH' as const,
    record: zone,
    facts: { zone, count: entries.length, first: entries[0]?.entry.id ?? '' },
  }));
};

/** Records that changed between two passes of one read. */
export const changedWhileReading: Rule = ({ data }) =>
  data.changedWhileReading.map((id) => ({
    ...NOBODY,
    code: 'CHANGED_WHILE_READING' as const,
    record: id,
    facts: {},
  }));

/** Records that break a documented rule. */
export const invalidRecord: Rule = ({ data }) =>
  data.invalid.map(({ list, id, problems }) => ({
    ...NOBODY,
    code: 'INVALID_RECORD' as const,
    record: id,
    facts: { list, problems: problems.join('; ') },
  }));

/** Establishments of earlier runs that the service lists no more, so that it omits their entries. */
export const establishmentGone: Rule = ({ data }) =>
  data.goneEstablishments.map((id) => ({
    ...NOBODY,
    code: 'ESTABLISHMENT_GONE' as const,
    record: id,
    facts: {},
  }));

/** Lists that could not be read, and what that costs. */
export const listUnavailable: Rule = ({ data }) =>
  data.unavailable.map(({ list, reason }) => ({
    ...NOBODY,
    code: 'LIST_UNAVAILABLE' as const,
    record: list,
    facts: { list, reason },
  }));
