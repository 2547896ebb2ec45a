import { employeeIdOf } from './generateEmployer.js';
import type { StaffMember } from './staff.js';

function cell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The mapping to payroll IDs: CSV with a header, numbers with leading zeros, the name only for readers. */
export function mappingFile(people: readonly StaffMember[]): string {
  const rows = people.map((person) => [
    employeeIdOf(person),
    person.employeeNumber,
    `${person.firstName} ${person.lastName}`,
    person.contract,
  ]);
  return [['employeeId', 'employeeNumber', 'name', 'contract'], ...rows]
    .map((row) => `${row.map(cell).join(',')}\n`)
    .join('');
}
