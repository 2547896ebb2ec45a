import type { EmployeesListing, ListedPerson } from '../../pipeline/people/employeesListing.js';
import { plainText } from '../plainText.js';
import { textTable } from '../textTable.js';

const STATUS: Readonly<Record<ListedPerson['status'], string>> = {
  mapped: 'ok',
  'no-number': 'no number',
  'not-in-file': 'not in the file',
  gone: 'gone',
  unmapped: '',
};

/** A table of people per employer, and what is wrong with the mapping file. */
export function employeesText({ employer, mapping, employees, problems }: EmployeesListing): string {
  const head = `${employer}: ${employees.length} ${employees.length === 1 ? 'person' : 'people'}, ${mapping ?? 'no mapping file'}`;
  const rows = employees.map((person) => [
    `  ${person.employeeId}`,
    plainText([person.lastName, person.firstName].filter(Boolean).join(', ')),
    person.active === null ? '' : person.active ? 'active' : 'inactive',
    plainText(person.employeeNumber ?? ''),
    STATUS[person.status],
  ]);
  const headings = ['  id', 'name', 'active', 'number', 'status'];
  return [
    head,
    ...(rows.length > 0 ? [textTable([headings, ...rows])] : []),
    ...problems.map((problem) => `  problem: ${plainText(problem)}`),
  ].join('\n');
}
