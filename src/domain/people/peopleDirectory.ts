import type { PeriodFacts } from '../records/periodData.js';
import type { Employee } from '../records/records.js';

/** All known data of an employee. */
export interface Person {
  readonly id: string;
  /** The payroll ID of the mapping file. */
  readonly number: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** null if the employee is not listed. */
  readonly isActive: boolean | null;
  /** Further columns of the mapping file. */
  readonly extra: Readonly<Record<string, string>>;
}

/** The rows of the mapping file. */
export interface MappedEmployees {
  readonly extraColumns: readonly string[];
  readonly byId: ReadonlyMap<
    string,
    { readonly number: string | null; readonly extra: Readonly<Record<string, string>> }
  >;
}

export const NO_MAPPING: MappedEmployees = { extraColumns: [], byId: new Map() };

/** Finds people by id: listed, remembered from earlier runs, or known by their id only. */
export function createPeopleDirectory(
  data: Pick<PeriodFacts, 'employees' | 'rememberedEmployees'>,
  mapping: MappedEmployees,
): (id: string) => Person {
  const remembered = data.rememberedEmployees.map((employee) => ({ ...employee, isActive: null }));
  const known: (Omit<Employee, 'isActive'> & { isActive: boolean | null })[] = [
    ...remembered,
    ...(data.employees ?? []),
  ];
  const named = new Map(known.map((employee) => [employee.id, employee]));
  return (id) => {
    const employee = named.get(id);
    const mapped = mapping.byId.get(id);
    return {
      id,
      number: mapped?.number ?? null,
      firstName: employee?.firstName ?? null,
      lastName: employee?.lastName ?? null,
      isActive: employee?.isActive ?? null,
      extra: mapped?.extra ?? {},
    };
  };
}

/** `Last, First`; the ID if the name is unknown. */
export function fullName({ id, firstName, lastName }: Person): string {
  return [lastName, firstName].filter(Boolean).join(', ') || id;
}

/** Names of people, with the ID if two have the same name. */
export function distinctNames(
  people: Iterable<{ readonly id: string; readonly name: string }>,
): (id: string) => string {
  const names = new Map<string, string>();
  for (const { id, name } of people) names.set(id, name);
  const times = new Map<string, number>();
  for (const name of names.values()) times.set(name, (times.get(name) ?? 0) + 1);
  return (id) => {
    const name = names.get(id) ?? id;
    return (times.get(name) ?? 0) > 1 && name !== id ? `${name} (${id})` : name;
  };
}
