import type { MappingFile } from '../config/mappingFile.js';
import type { EmployerRead } from '../read/reading/readEmployer.js';
import type { RecentRead } from './readRecent.js';

/** Whom an export would name. */
export interface Staff {
  /** Ids of the active employees, and of all who have worked lately. */
  readonly people: readonly string[];
  /** Ids of those who have worked in the days that the doctor reads. */
  readonly recent: ReadonlySet<string>;
}

/** As the service has it; where it does not say, everybody whom the mapping file does not mark as gone. */
export function staffOf(read: RecentRead | undefined, mapping: MappingFile): Staff {
  const recent = read?.workers ?? new Set<string>();
  const mapped = [...mapping.employees.byId.keys()].filter((id) => !mapping.gone.has(id));
  const listed = read === undefined || isUnreadable(read, 'employees') ? mapped : activeIds(read);
  return { people: [...new Set([...listed, ...recent])], recent };
}

export function isUnreadable(
  { unavailable }: EmployerRead,
  wanted: 'employees' | 'shifts' | 'establishments',
): boolean {
  return unavailable.some(({ list }) => list === wanted);
}

function activeIds({ employees }: EmployerRead): string[] {
  return employees.filter(({ isActive }) => isActive).map(({ id }) => id);
}
