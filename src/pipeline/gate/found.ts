import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { Found } from '../../domain/exceptions/workList.js';
import { fullName, peopleDirectory } from '../../domain/people/peopleDirectory.js';

/** The findings of a computed period with the names of the people and places that they are about. */
export function foundOf({ findings, data, mapping, run }: ComputedPeriod): Found {
  const person = peopleDirectory(data, mapping);
  const records = new Set(findings.map(({ record }) => record));
  const about = [...data.entries, ...(data.shifts ?? [])].filter(({ id }) => records.has(id));
  const agencyNames = new Map(data.agencyWorkers.map(({ id, label }) => [id, label ?? id]));
  const labels = new Map(data.establishments.map(({ id, label }) => [id, label ?? id]));
  const names = new Map<string, string>();
  for (const { employeeId } of findings) {
    if (employeeId !== null) names.set(employeeId, fullName(person(employeeId)));
  }
  const places = new Map<string, string>();
  for (const record of about) {
    const name = 'agencyWorkerId' in record ? agencyNames.get(record.agencyWorkerId ?? '') : undefined;
    if (record.employeeId === null && name !== undefined) names.set(record.id, name);
    const { establishmentId } = record;
    if (establishmentId !== null) places.set(record.id, labels.get(establishmentId) ?? establishmentId);
  }
  return { findings, names, places, language: run.language };
}
