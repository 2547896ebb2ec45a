import type { Config, WholeConfig } from '../config/config.js';
import { didYouMean } from '../config/input/nearestName.js';
import {
  type Establishment,
  type InvalidRecord,
  LIST_NAMES,
  type ListName,
} from '../domain/records/records.js';
import { tzdataVersion, zoneByName } from '../domain/time/tzdata.js';
import { PaytallyError } from '../errors.js';
import { englishText } from '../i18n/formatMessage.js';
import type { FoundField } from '../read/discovery/foundFields.js';
import type { EmployerRead } from '../read/reading/readEmployer.js';
import { findZoneConflicts } from '../read/staging/storedFacts.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

const DATED: readonly ListName[] = ['shifts', 'time-entries'];
const SHOWN_RECORDS = 3;

/** The result of each list. An invalid record blocks a final run, so this check reports it. */
export function checkLists(read: EmployerRead, employer: string): DoctorFinding[] {
  return LIST_NAMES.flatMap((list) => {
    const lacking = read.unavailable.find((unavailable) => unavailable.list === list);
    if (lacking !== undefined) return [unavailableList(list, englishText(lacking.reason), employer)];
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
  const shown = invalid
    .slice(0, SHOWN_RECORDS)
    .map(({ id, problems }) => `${id} (${problems.map(englishText).join('; ')})`);
  const more = invalid.length > SHOWN_RECORDS ? ` and ${invalid.length - SHOWN_RECORDS} more` : '';
  return warning(
    'lists',
    `${list}: ${invalid.length} not valid: ${shown.join(', ')}${more}`,
    'They stop a final run. Report them to the operator of the service.',
    employer,
  );
}

/** An unknown zone has a check of its own. */
function isZoneOnly({ list, problems }: InvalidRecord): boolean {
  return (
    list === 'establishments' &&
    problems.every((problem) => 'id' in problem && problem.id === 'fields.unknownZone')
  );
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
    ok('fields', `${target} is "${path}", found ${HOW[how]}: ${englishText(evidence)}`, employer),
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

/** The zone of every establishment, against the pinned tz data. */
export function checkZones(read: EmployerRead, config: Config, employer: string): DoctorFinding[] {
  const placed = read.establishments.map((establishment) => ({
    establishment,
    zone: establishment.zone ?? config.zones[establishment.id],
  }));
  const problems = placed.flatMap(({ establishment, zone }) =>
    zone === undefined ? [problemFinding('zones', noZone(establishment, read), employer)] : [],
  );
  const zones = placed.flatMap(({ zone }) => zone ?? []);
  const contradiction = findZoneConflicts(read.establishments, config.zones);
  if (contradiction !== undefined) problems.push(problemFinding('zones', contradiction, employer));
  return [...problems, ...(zones.length > 0 ? [ok('zones', countsText(zones), employer)] : [])];
}

/** Zones that the configuration names itself. @throws PaytallyError ZONE_UNKNOWN */
export function checkConfiguredZones({ employers }: WholeConfig): DoctorFinding[] {
  const named = Object.values(employers).flatMap(({ zones, zone }) =>
    [...Object.values(zones), zone ?? []].flat(),
  );
  for (const zone of named) zoneByName(zone);
  return named.length === 0
    ? []
    : [ok('configuration', `Zones of the configuration: ${[...new Set(named)].join(', ')}`)];
}

/** @param establishments ids by employer; undefined where an employer's could not be read: then nothing can be told */
export function checkZoneIds(
  { employers }: WholeConfig,
  establishments: readonly (readonly string[] | undefined)[],
): DoctorFinding[] {
  if (establishments.includes(undefined)) return [];
  const listed = establishments.flatMap((ids) => ids ?? []);
  const named = new Set(Object.values(employers).flatMap(({ zones }) => Object.keys(zones)));
  return [...named]
    .filter((id) => !listed.includes(id))
    .map((id) =>
      warning(
        'zones',
        `zones: no employer lists the establishment ${id}.${didYouMean(id, listed)}`,
        STRAY_ID,
      ),
    );
}

const STRAY_ID =
  'Correct the id under "zones" in the configuration, or take it out. It is right as it is only for an establishment that records name and the service no longer lists.';

function noZone({ id, label }: Establishment, { invalid }: EmployerRead): PaytallyError {
  const name = label === undefined ? id : `${label} (${id})`;
  const said = invalid.find((record) => record.list === 'establishments' && record.id === id)?.problems[0];
  const message =
    said === undefined
      ? `The establishment ${name} has no time zone.`
      : `The establishment ${name} has a time zone that tz data ${tzdataVersion} does not know: ${englishText(said)}.`;
  return new PaytallyError('ZONE_UNKNOWN', message, {
    record: id,
    remedy: `Name its zone in the configuration: zones: { ${id}: Europe/Brussels }, with the zone that is right.`,
  });
}

function countsText(zones: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const shown = [...counts].map(([zone, count]) => `${zone} (${count})`).sort();
  return `${zones.length} ${zones.length === 1 ? 'establishment' : 'establishments'}: ${shown.join(', ')}`;
}
