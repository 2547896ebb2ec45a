import { relative } from 'node:path';
import type { EmployeesSync } from '../../pipeline/people/employeesSync.js';
import { plainText } from '../plainText.js';

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
        `  added  ${employeeId}  ${plainText(`${lastName}, ${firstName}`)}`,
    ),
    ...gone.map((id) => `  gone   ${plainText(id)}`),
    ...returned.map((id) => `  back   ${plainText(id)}`),
  ].join('\n');
}
