import type { Config, WholeConfig } from '../../config/config.js';
import { suggestion } from '../../config/input/nearestName.js';
import {
  type Establishment,
  type InvalidRecord,
  LIST_NAMES,
  type ListName,
} from '../../domain/records/records.js';
import { tzdataVersion, zoneByName } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { joined, type Message, message, type Text } from '../../i18n/message.js';
import type { SourceRead } from '../../sources/source.js';
import { findZoneConflicts } from '../../sources/staging/storedFacts.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

const DATED: readonly ListName[] = ['shifts', 'time-entries'];
const SHOWN_RECORDS = 3;

/** The result of each list. An invalid record blocks a final run, so this check reports it. */
export function checkLists(read: SourceRead, employer: string): DoctorFinding[] {
  return LIST_NAMES.flatMap((list) => {
    const lacking = read.unavailable.find((unavailable) => unavailable.list === list);
    if (lacking !== undefined) return [unavailableList(list, lacking.reason, employer)];
    const records = read.digests[list]?.records ?? 0;
    const { from, to } = read.window;
    const values = { list, count: records, days: DATED.includes(list) ? 1 : 0, from, to };
    const count = ok('lists', message('doctor.lists.count', values), employer);
    const invalid = read.invalid.filter((record) => record.list === list && !isZoneOnly(record));
    return invalid.length === 0 ? [count] : [count, invalidRecords(list, invalid, employer)];
  });
}

function unavailableList(list: ListName, reason: Text, employer: string): DoctorFinding {
  return warning('lists', message('doctor.lists.unavailable', { list, reason }), employer);
}

function invalidRecords(list: ListName, invalid: readonly InvalidRecord[], employer: string): DoctorFinding {
  const shown = invalid
    .slice(0, SHOWN_RECORDS)
    .map(({ id, problems }) => joined([id, ' (', joined(problems, '; '), ')'], ''));
  const count = invalid.length;
  const values = { list, count, records: joined(shown, ', '), more: Math.max(0, count - SHOWN_RECORDS) };
  return warning('lists', message('doctor.lists.invalid', values), employer);
}

/** Unknown zones have a separate check. */
function isZoneOnly({ list, problems }: InvalidRecord): boolean {
  return (
    list === 'establishments' &&
    problems.every((problem) => 'id' in problem && problem.id === 'fields.unknownZone')
  );
}

/** Reports where the undocumented fields were found, and which the records lack. */
export function checkFields(read: SourceRead, employer: string): DoctorFinding[] {
  const found = read.fields.map(({ target: field, path, how, evidence }) =>
    ok('fields', message('doctor.fields.found', { field, path, how, evidence }), employer),
  );
  return [...found, ...withoutPlace(read, employer)];
}

function withoutPlace({ digests, fields }: SourceRead, employer: string): DoctorFinding[] {
  const hasPlace = fields.some(({ target }) => target === 'timeEntry.establishmentId');
  if ((digests['time-entries']?.records ?? 0) === 0 || hasPlace) return [];
  return [warning('fields', message('doctor.fields.noPlace'), employer)];
}

/** Checks the zone of every establishment against the pinned tz data. */
export function checkZones(read: SourceRead, config: Config, employer: string): DoctorFinding[] {
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

/** Checks the zones in the configuration. @throws PaytallyError ZONE_UNKNOWN */
export function checkConfiguredZones({ employers }: WholeConfig): DoctorFinding[] {
  const named = Object.values(employers).flatMap(({ zones, zone }) =>
    [...Object.values(zones), zone ?? []].flat(),
  );
  for (const zone of named) zoneByName(zone);
  return named.length === 0
    ? []
    : [ok('configuration', message('doctor.configuredZones', { zones: [...new Set(named)].join(', ') }))];
}

/**
 * @param establishments IDs by employer; undefined if those of an employer could not be read, and then nothing is
 * checked
 */
export function checkZoneIds(
  { employers }: WholeConfig,
  establishments: readonly (readonly string[] | undefined)[],
): DoctorFinding[] {
  if (establishments.includes(undefined)) return [];
  const listed = establishments.flatMap((ids) => ids ?? []);
  const named = new Set(Object.values(employers).flatMap(({ zones }) => Object.keys(zones)));
  return [...named]
    .filter((id) => !listed.includes(id))
    .map((id) => warning('zones', message('doctor.zones.idUnknown', { id, ...suggestion(id, listed) })));
}

function noZone({ id, label }: Establishment, { invalid }: SourceRead): PaytallyError {
  const name = label === undefined ? id : `${label} (${id})`;
  const problem = invalid.find((record) => record.list === 'establishments' && record.id === id)?.problems[0];
  const text =
    problem === undefined
      ? message('doctor.zones.missing', { name, id })
      : message('doctor.zones.notKnown', { name, version: tzdataVersion, problem });
  const remedy = message('doctor.zones.missing.remedy', { id });
  return new PaytallyError('ZONE_UNKNOWN', text, { record: id, remedy });
}

function countsText(zones: readonly string[]): Message {
  const counts = new Map<string, number>();
  for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  const shown = [...counts].map(([zone, count]) => `${zone} (${count})`).sort();
  return message('doctor.zones.counts', { count: zones.length, zones: shown.join(', ') });
}
