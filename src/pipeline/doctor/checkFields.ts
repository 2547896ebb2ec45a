import type { FoundField } from '../../api/discovery/targets.js';
import type { EmployerRead } from '../../api/reading/readEmployer.js';
import { type DoctorFinding, ok, warning } from './finding.js';

const HOW: Readonly<Record<FoundField['how'], string>> = {
  pin: 'pinned in the configuration',
  known: 'where an earlier run found it',
  name: 'by its name',
  value: 'by its values',
};

/** Where the undocumented fields were found, and what the records do without. */
export function checkFields(read: EmployerRead, employer: string): DoctorFinding[] {
  const found = read.fields.map(({ target, path, how, evidence }) =>
    ok('fields', `${target} is "${path}", found ${HOW[how]}: ${evidence}`, employer),
  );
  return [...found, ...withoutPlace(read, employer)];
}

function withoutPlace({ digests, fields }: EmployerRead, employer: string): DoctorFinding[] {
  const hasPlace = fields.some(({ target }) => target === 'timeEntry.establishmentId');
  if ((digests['time-entries']?.records ?? 0) === 0 || hasPlace) return [];
  return [
    warning(
      'fields',
      'No field of the time entries names their establishment, so their zone is judged from their offsets.',
      'If there is such a field, name it in the configuration: fields: { timeEntry.establishmentId: NAME }.',
      employer,
    ),
  ];
}
