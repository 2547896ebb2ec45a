import type { Found } from '../exceptions/workList.js';
import { fullName, peopleDirectory } from '../people/peopleDirectory.js';
import type { ComputedPeriod } from './computedPeriod.js';

/** The findings of a computed period with the names of the people and places that they are about. */
export function foundOf({ findings, data, works, mapping, run }: ComputedPeriod): Found {
  const person = peopleDirectory(data, mapping);
  const agencyNames = new Map(data.agencyWorkers.map(({ id, label }) => [id, label ?? id]));
  const labels = new Map(data.establishments.map(({ id, label }) => [id, label ?? id]));
  const names = new Map<string, string>();
  for (const { employeeId } of findings) {
    if (employeeId !== null) names.set(employeeId, fullName(person(employeeId)));
  }
  const places = new Map<string, string>();
  for (const { record } of findings) {
    const work = works.get(record);
    if (work === undefined || work.kind === 'place') continue;
    const { employeeId, agencyWorkerId, establishmentId } = work;
    const name = agencyNames.get(agencyWorkerId ?? '');
    if (employeeId === null && name !== undefined) names.set(record, name);
    if (establishmentId !== null) places.set(record, labels.get(establishmentId) ?? establishmentId);
  }
  return { findings, names, places, language: run.language, hours: run.hours };
}
