import {
  type Employee,
  type Establishment,
  type Holiday,
  type InvalidRecord,
  type ListName,
  type NamedRecord,
  publicHolidayName,
} from '../../../domain/records/records.js';
import { parseLocalDate } from '../../../domain/time/localDate.js';
import { type AnyMessage, message } from '../../../i18n/message.js';
import { shown } from '../../../runtime/outsideText.js';
import { countColumns } from '../../records/columns.js';
import { fieldProblem, type WireRecord } from '../../records/fields.js';
import type { FieldHints, FieldTarget, FoundField } from '../../records/foundFields.js';
import type { ListCollector } from '../../records/listCollector.js';
import type { Identified, WireShift, WireTimeEntry } from '../../records/lists.js';
import { textReader } from '../../records/undocumentedFields.js';
import type { SourceLists } from '../../source.js';
import { findHolidayDates } from '../discovery/findHolidays.js';
import { findLabel } from '../discovery/findLabel.js';
import { findReferences, type KnownIds } from '../discovery/findReferences.js';
import { findZone } from '../discovery/findZone.js';

/** The input, besides the records, for finding undocumented fields. */
export interface DiscoveryOptions {
  readonly hints: FieldHints;
  /** The language of holiday names and labels, if there are several. */
  readonly language: string;
  /** Whether the pinned tz data has a zone of this name. */
  readonly isZone: (name: string) => boolean;
  /** IDs of establishments in the configuration, in addition to those that the service lists. @default [] */
  readonly configuredEstablishments?: readonly string[];
}

/** The lists of an employer as read; undefined for a list that may not be read. */
export interface CollectedLists {
  readonly establishments: ListCollector<Identified> | undefined;
  readonly holidays: ListCollector<WireRecord> | undefined;
  readonly employees: ListCollector<Employee> | undefined;
  readonly agencyWorkers: ListCollector<Identified> | undefined;
  readonly teams: ListCollector<Identified> | undefined;
  readonly tasks: ListCollector<Identified> | undefined;
  readonly shifts: ListCollector<WireShift> | undefined;
  readonly entries: ListCollector<WireTimeEntry> | undefined;
}

export function allCollectors(lists: CollectedLists): readonly ListCollector<unknown>[] {
  const { establishments, holidays, employees, agencyWorkers, teams, tasks, shifts, entries } = lists;
  const all = [establishments, holidays, employees, agencyWorkers, teams, tasks, shifts, entries];
  return all.filter((list) => list !== undefined);
}

/**
 * Converts the read data to domain records.
 * @param envelope path of the holidays in their answers
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED, FIELD_PIN_INVALID
 */
export function assemble(
  lists: CollectedLists,
  envelope: FoundField | undefined,
  options: DiscoveryOptions,
): SourceLists {
  const { shifts, entries } = lists;
  const { hints, configuredEstablishments = [] } = options;
  const establishments = resolveEstablishments(lists.establishments, options);
  const holidays = resolveHolidays(lists.holidays, options, envelope);
  const agencyWorkers = resolveNamed(lists.agencyWorkers, 'agencyWorker.label', options);
  const teams = resolveNamed(lists.teams, 'team.label', options);
  const tasks = resolveNamed(lists.tasks, 'task.label', options);
  const ids = knownIds(lists, configuredEstablishments);
  const references = [
    ...(shifts ? findReferences('shift', shifts.columns(), ids, hints) : []),
    ...(entries ? findReferences('timeEntry', entries.columns(), ids, hints) : []),
  ];
  const resolved = [establishments, holidays, agencyWorkers, teams, tasks];
  return {
    establishments: establishments.records,
    holidays: holidays.records,
    employees: lists.employees?.rows().map(({ value }) => value) ?? [],
    agencyWorkers: agencyWorkers.records,
    teams: teams.records,
    tasks: tasks.records,
    invalid: [
      ...allCollectors(lists).flatMap((list) => list.invalid()),
      ...resolved.flatMap(({ invalid }) => invalid),
    ],
    fields: withFieldsOfEmptyLists(
      [...resolved.flatMap(({ fields }) => fields), ...references],
      lists,
      hints.known,
    ),
  };
}

const LIST_OF_TARGET: Readonly<Record<string, ListName>> = {
  establishment: 'establishments',
  holidays: 'public-holidays',
  holiday: 'public-holidays',
  agencyWorker: 'agency-workers',
  team: 'teams',
  task: 'tasks',
  shift: 'shifts',
  timeEntry: 'time-entries',
};

/** Known fields of a list that is empty or cannot be read are kept. */
function withFieldsOfEmptyLists(
  fields: readonly FoundField[],
  lists: CollectedLists,
  known: readonly FoundField[],
): readonly FoundField[] {
  const filledLists = new Set(
    allCollectors(lists).flatMap(({ shape, size }) => (size > 0 ? [shape.list] : [])),
  );
  const isOfFilledList = (target: FieldTarget): boolean => {
    const list = LIST_OF_TARGET[target.split('.')[0] ?? ''];
    return list !== undefined && filledLists.has(list);
  };
  const found = new Set(fields.map(({ target }) => target));
  return [...fields, ...known.filter(({ target }) => !found.has(target) && !isOfFilledList(target))];
}

function knownIds(lists: CollectedLists, configured: readonly string[]): KnownIds {
  const idsIn = (list: ListCollector<Identified> | undefined) =>
    list && new Set(list.rows().map(({ id }) => id));
  const listed = idsIn(lists.establishments);
  return {
    establishmentId: configured.length === 0 ? listed : new Set([...(listed ?? []), ...configured]),
    teamId: idsIn(lists.teams),
    taskId: idsIn(lists.tasks),
    agencyId: undefined,
    agencyWorkerId: idsIn(lists.agencyWorkers),
  };
}

/** Records with their undocumented fields, and how these were found. */
interface Resolved<T> {
  readonly records: readonly T[];
  readonly fields: readonly FoundField[];
  /** Invalid records besides those with an invalid documented field. */
  readonly invalid: readonly InvalidRecord[];
}

const NOTHING: Resolved<never> = { records: [], fields: [], invalid: [] };

/**
 * Establishments with zone and label. One with an invalid zone is kept without a zone, because entries refer to it, and
 * is listed as invalid as well.
 */
export function resolveEstablishments(
  list: ListCollector<Identified> | undefined,
  { hints, isZone, language }: DiscoveryOptions,
): Resolved<Establishment> {
  if (list === undefined) return NOTHING;
  const rows = list.rows();
  const { records, columns } = countColumns(list.undocumented, rows);
  const zone = findZone({ records, columns }, hints, isZone);
  const others = columns.filter(({ path }) => path !== zone?.path);
  const label = findLabel('establishment.label', { records, columns: others }, hints, language);
  const readZone = textReader(list.undocumented, zone?.path);
  const readLabel = textReader(list.undocumented, label?.path);
  const invalid: InvalidRecord[] = [];
  const establishments = rows.map(({ id, values }): Establishment => {
    const name = readZone(values);
    const isKnown = name !== null && isZone(name);
    if (name !== null && !isKnown) {
      const problem = message('fields.unknownZone', { field: zone?.path ?? '', got: shown(name) });
      invalid.push({ list: 'establishments', id, problems: [problem], workedMinutes: 0 });
    }
    return { id, zone: isKnown ? name : undefined, label: readLabel(values) ?? undefined };
  });
  return { records: establishments, fields: [zone, label].filter((field) => field !== undefined), invalid };
}

/** Teams, tasks or agency workers with their labels. */
export function resolveNamed(
  list: ListCollector<Identified> | undefined,
  target: FieldTarget,
  { hints, language }: DiscoveryOptions,
): Resolved<NamedRecord> {
  if (list === undefined) return NOTHING;
  const rows = list.rows();
  const label = findLabel(target, countColumns(list.undocumented, rows), hints, language);
  const readLabel = textReader(list.undocumented, label?.path);
  const records = rows.map(({ id, values }) => ({ id, label: readLabel(values) ?? undefined }));
  return { records, fields: label === undefined ? [] : [label], invalid: [] };
}

/**
 * Holidays on the dates that the employer grants. A holiday without a readable date is an invalid record.
 * @param envelope path of the holidays in their answers
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED
 */
export function resolveHolidays(
  list: ListCollector<WireRecord> | undefined,
  { hints, language }: DiscoveryOptions,
  envelope?: FoundField,
): Resolved<Holiday> {
  if (list === undefined) return NOTHING;
  const table = countColumns(list.undocumented, list.rows());
  const { date, granted } = findHolidayDates(table, hints);
  const label = findLabel('holiday.name', table, hints, language);
  const readDate = textReader(list.undocumented, date?.path);
  const readGranted = textReader(list.undocumented, granted?.path);
  const readName = textReader(list.undocumented, label?.path);
  const records: Holiday[] = [];
  const invalid: InvalidRecord[] = [];
  for (const { id, values } of list.rows()) {
    const [dateText, grantedText] = [readDate(values), readGranted(values)];
    const problems = [...dateProblems(dateText, date?.path), ...dateProblems(grantedText, granted?.path)];
    if (dateText === null && grantedText === null)
      problems.push(fieldProblem('record', message('fields.noDateField')));
    const original = parseLocalDate(dateText ?? '');
    const day = parseLocalDate(grantedText ?? '') ?? original;
    if (day === undefined || problems.length > 0) {
      invalid.push({ list: 'public-holidays', id, problems, workedMinutes: 0 });
      continue;
    }
    const name = readName(values) ?? '';
    const originalDate = original === day ? undefined : original;
    records.push({ date: day, name: name.trim() === '' ? publicHolidayName(language) : name, originalDate });
  }
  return {
    records,
    fields: [envelope, date, granted, label].filter((field) => field !== undefined),
    invalid,
  };
}

function dateProblems(text: string | null, field = 'record'): AnyMessage[] {
  if (text === null || parseLocalDate(text) !== undefined) return [];
  const kind = message('fields.kind.date');
  return [fieldProblem(field, message('fields.expected', { kind, got: shown(text) }))];
}
