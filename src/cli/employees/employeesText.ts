import { relative } from 'node:path';
import type { EmployeesListing, ListedPerson } from '../../pipeline/people/employeesListing.js';
import type { EmployeesSync } from '../../pipeline/people/employeesSync.js';
import { printable, textTable } from '../terminalText.js';

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
    printable([person.lastName, person.firstName].filter(Boolean).join(', ')),
    person.active === null ? '' : person.active ? 'active' : 'inactive',
    printable(person.employeeNumber ?? ''),
    STATUS[person.status],
  ]);
  const headings = ['  id', 'name', 'active', 'number', 'status'];
  return [
    head,
    ...(rows.length > 0 ? [textTable([headings, ...rows])] : []),
    ...problems.map((problem) => `  problem: ${printable(problem)}`),
  ].join('\n');
}

const EFFECT: Readonly<Record<EmployeesSync['effect'], string>> = {
  made: 'made',
  changed: 'changed',
  current: 'nothing to change',
  planned: 'not written (--dry-run)',
};

/** What a sync did to a file, person by person. */
export function syncText({ path, effect, added, gone, returned }: EmployeesSync, cwd: string): string {
  const counts = `${added.length} added, ${gone.length} gone, ${returned.length} back`;
  return [
    `${relative(cwd, path) || path}: ${EFFECT[effect]}; ${counts}`,
    ...added.map(
      ({ employeeId, lastName, firstName }) =>
        `  added  ${employeeId}  ${printable(`${lastName}, ${firstName}`)}`,
    ),
    ...gone.map((id) => `  gone   ${printable(id)}`),
    ...returned.map((id) => `  back   ${printable(id)}`),
  ].join('\n');
}
