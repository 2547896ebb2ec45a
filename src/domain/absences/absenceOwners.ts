import { namedIds } from '../people/namedIds.js';
import type { MappedEmployees } from '../people/peopleDirectory.js';
import type { Absence } from './absence.js';
import { type AbsenceRow, absencesError } from './parseAbsences.js';

/**
 * Finds whom the rows are about, by id or by the payroll number of the mapping file.
 * @param knownIds people of the service, beside those of the mapping
 * @throws PaytallyError ABSENCES_INVALID with every row that names nobody, or more than one person
 */
export function absencesOf(
  rows: readonly AbsenceRow[],
  mapping: MappedEmployees,
  knownIds: ReadonlySet<string>,
  path: string,
): Absence[] {
  const byNumber = new Map<string, string[]>();
  for (const [id, { number }] of mapping.byId) {
    if (number !== null) byNumber.set(number, [...(byNumber.get(number) ?? []), id]);
  }
  const problems: string[] = [];
  const found = rows.flatMap(({ employee, ...row }) => {
    const isId = knownIds.has(employee) || mapping.byId.has(employee);
    const [employeeId, ...others] = isId ? [employee] : (byNumber.get(employee) ?? []);
    if (employeeId !== undefined && others.length === 0) return [{ ...row, employeeId }];
    const why =
      employeeId === undefined
        ? 'is no id of an employee and no number of the mapping file'
        : `is the number of several employees: ${namedIds([employeeId, ...others])}`;
    problems.push(`${path}:${row.line}: ${employee} ${why}`);
    return [];
  });
  if (problems.length > 0) throw absencesError(problems, path);
  return found;
}
