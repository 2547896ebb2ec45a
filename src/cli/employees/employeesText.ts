import { relative } from 'node:path';
import type { Language } from '../../language/language.js';
import { type Say, terminalTexts } from '../../language/terminal/terminalTexts.js';
import { withLabel } from '../../language/text.js';
import type { EmployeesListing, ListedPerson } from '../../people/employeesListing.js';
import type { EmployeesSync } from '../../people/employeesSync.js';
import { fittedText, printable, tableWithin, textTable } from '../terminalText.js';

/**
 * A table of people per employer, and what is wrong with the mapping file.
 * @param width of the terminal, in which ids stand on lines of their own where the table is wider
 */
export function employeesText(
  { employer, mapping, employees, problems }: EmployeesListing,
  language: Language,
  width?: number,
): string {
  const say = terminalTexts(language);
  const count = say(employees.length === 1 ? 'person' : 'people', { count: employees.length });
  const rows = employees.map((person) => [
    `  ${printable([person.lastName, person.firstName].filter(Boolean).join(', '))}`,
    printable(person.employeeNumber ?? ''),
    statusText(person, say),
    person.active === null ? '' : say(person.active ? 'active' : 'inactive'),
    person.employeeId,
  ]);
  const headings = [`  ${say('name')}`, say('number'), say('status'), say('isActive'), say('id')];
  return [
    fittedText(withLabel(language, employer, `${count}, ${mapping ?? say('noMapping')}`), width),
    ...(rows.length > 0 ? [tableWithin([headings, ...rows], width)] : []),
    ...problems.map((problem) =>
      fittedText(`  ${withLabel(language, say('found-problem'), printable(problem))}`, width),
    ),
  ].join('\n');
}

/** Nothing where no mapping file is configured. */
function statusText({ status }: ListedPerson, say: Say): string {
  return status === 'unmapped' ? '' : say(status);
}

/** What a sync did to a file, person by person. */
export function syncText(
  { path, effect, added, gone, returned }: EmployeesSync,
  cwd: string,
  language: Language,
): string {
  const say = terminalTexts(language);
  const counts = say('syncCounts', {
    effect: say(`sync-${effect}`),
    added: added.length,
    gone: gone.length,
    back: returned.length,
  });
  const people = [
    ...added.map(({ employeeId, lastName, firstName }) => [
      `  ${say('added')}`,
      employeeId,
      printable(`${lastName}, ${firstName}`),
    ]),
    ...gone.map((id) => [`  ${say('gone')}`, printable(id)]),
    ...returned.map((id) => [`  ${say('back')}`, printable(id)]),
  ];
  return [
    withLabel(language, relative(cwd, path) || path, counts),
    ...(people.length > 0 ? [textTable(people)] : []),
  ].join('\n');
}
