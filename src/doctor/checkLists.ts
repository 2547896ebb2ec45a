import { type InvalidRecord, LIST_NAMES, type ListName } from '../domain/records/records.js';
import type { FoundField } from '../read/discovery/foundFields.js';
import type { EmployerRead } from '../read/reading/readEmployer.js';
import { type DoctorFinding, ok, warning } from './doctorFinding.js';

const DATED: readonly ListName[] = ['shifts', 'time-entries'];
const SHOWN_RECORDS = 3;

/** What each list gave. An invalid record blocks a final run, so it is said here. */
export function checkLists(read: EmployerRead, employer: string): DoctorFinding[] {
  return LIST_NAMES.flatMap((list) => {
    const lacking = read.unavailable.find((unavailable) => unavailable.list === list);
    if (lacking !== undefined) return [unavailableList(list, lacking.reason, employer)];
    const records = read.digests[list]?.records ?? 0;
    const days = DATED.includes(list) ? ` (${read.window.from} to ${read.window.to})` : '';
    const count = ok('lists', `${list}: ${records} ${records === 1 ? 'record' : 'records'}${days}`, employer);
    const invalid = read.invalid.filter((record) => record.list === list && !isZoneOnly(record));
    return invalid.length === 0 ? [count] : [count, invalidRecords(list, invalid, employer)];
  });
}

function unavailableList(list: ListName, reason: string, employer: string): DoctorFinding {
  return warning(
    'lists',
    `${list}: cannot be read. ${reason}`,
    'Templates that do not need it go on without it. To have it, correct permissions or modules in the employer portal.',
    employer,
  );
}

function invalidRecords(list: ListName, invalid: readonly InvalidRecord[], employer: string): DoctorFinding {
  const shown = invalid.slice(0, SHOWN_RECORDS).map(({ id, problems }) => `${id} (${problems.join('; ')})`);
  const more = invalid.length > SHOWN_RECORDS ? ` and ${invalid.length - SHOWN_RECORDS} more` : '';
  return warning(
    'lists',
    `${list}: ${invalid.length} not valid: ${shown.join(', ')}${more}`,
    'They stop a final run. Report them to the operator of the service.',
    employer,
  );
}

/** A zone that nobody knows has a check of its own. */
function isZoneOnly({ list, problems }: InvalidRecord): boolean {
  return list === 'establishments' && problems.every((text) => text.includes('expected an IANA time zone'));
}

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
