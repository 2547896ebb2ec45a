import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import type { CsvSettings } from '../../config/schema/sourceSchema.js';
import type { Employee, Establishment, Holiday, NamedRecord } from '../../domain/records/records.js';
import { lowerUuid } from '../../domain/records/uuid.js';
import { zoneByName } from '../../domain/time/tzdata.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { ListCollector } from '../records/listCollector.js';
import type { ListShape } from '../records/lists.js';
import { spanOfWindows } from '../records/readWindows.js';
import { alikePeople } from '../rows/alikePeople.js';
import { LineProblems, unusableFile } from '../rows/lineProblems.js';
import {
  type RowContext,
  readEntryRow,
  readShiftRow,
  type StagedRow,
  type TableRow,
} from '../rows/recordRows.js';
import { RowIds } from '../rows/rowIds.js';
import { breaksInHours, type RowNotices } from '../rows/rowNotices.js';
import { stagedRead } from '../rows/stagedRead.js';
import {
  ENTRY_SHAPE,
  type ReadRecord,
  referenceFields,
  SHIFT_SHAPE,
  stageRecords,
} from '../rows/stageRecords.js';
import type { AccessCheck, Source, SourceRead, SourceRequest } from '../source.js';
import type { Observer } from '../transport/effects.js';
import { type FileColumns, type FolderFile, readFolderRows } from './folderFile.js';
import {
  LIST_FILES,
  listFiles,
  readEmployeesFile,
  readEstablishmentsFile,
  readHolidaysFile,
} from './folderLists.js';
import { ENTRIES, PUNCHES, refuseWidth, SHIFTS, type SurveyedFile, surveyFile } from './folderSurvey.js';
import { countsDuration, headingsOfEntries } from './knownExports.js';
import { punchedRecords } from './punchedRecords.js';

interface CsvOptions {
  readonly config: Config;
  readonly settings: CsvSettings;
  /** The folder of the configuration, absolute. */
  readonly folder: string;
  readonly observer: Observer;
  readonly signal: AbortSignal;
}

/** A folder of CSV files as the source of an employer. */
export function createCsvSource(options: CsvOptions): Source {
  const folder = resolve(options.folder, options.settings.csv);
  const survey = () => surveyFolder(folder, options);
  return {
    read: async (request) => readFolder(folder, await survey(), request, options),
    readEstablishments: async () => ({ establishments: (await survey()).establishments, dataRequests: 0 }),
    readEmployees: async () => ({ employees: (await survey()).employees, invalid: [] }),
    readGrantedHolidays: async (years) =>
      (await holidaysIn(folder, options.config.language))
        .map(({ date }) => date)
        .filter((date) => years.includes(Number(date.slice(0, 4))))
        .sort(),
    checkAccess: async () => checksOf(await survey()),
  };
}

/** The folder as a whole: its files, and the people and places that it names. */
interface FolderSurvey {
  /** Whether the rows of `entries` are punches. */
  readonly isPunched: boolean;
  readonly entries: SurveyedFile;
  readonly shifts: SurveyedFile | undefined;
  /** The files of people, places and holidays that are there. */
  readonly lists: readonly FolderFile[];
  readonly employees: readonly Employee[];
  /** See `alikePeople`; empty if the folder lists its people. */
  readonly alike: string;
  readonly establishments: readonly Establishment[];
  /** The establishment of rows that name none. */
  readonly onlyEstablishment: string | null;
}

async function surveyFolder(path: string, options: CsvOptions): Promise<FolderSurvey> {
  if (!existsSync(path)) throw unusableFile(path, message('source.csv.noFolder', { path }));
  const { config, settings } = options;
  const isPunched = settings.format === 'punches';
  const columns = withNamed(isPunched ? PUNCHES : ENTRIES, Object.keys(settings.columns ?? {}));
  const headings = headingsOfEntries(settings, columns, path);
  if (isFile(path)) {
    const single = { ...columns, name: basename(path) };
    const entries = await surveyFile(dirname(path), single, settings.dateOrder, headings);
    if (entries === undefined) throw unusableFile(path, message('source.csv.noFolder', { path }));
    const people = peopleOfRows([entries]);
    const places = placesOfRows([entries], config);
    return { isPunched, entries, shifts: undefined, lists: [], ...people, ...places };
  }
  const entries = await surveyFile(path, columns, settings.dateOrder, headings);
  if (entries === undefined) throw unusableFile(path, message('source.csv.noEntries', { path }));
  const shifts = await surveyFile(path, SHIFTS, settings.dateOrder);
  const files = [entries, shifts];
  const employees = await readEmployeesFile(path);
  const listed = await readEstablishmentsFile(path);
  return {
    isPunched,
    entries,
    shifts,
    lists: await listFiles(path),
    ...(employees === undefined ? peopleOfRows(files) : { employees, alike: '' }),
    ...(listed === undefined ? placesOfRows(files, config) : placesOfList(listed)),
  };
}

type Places = Pick<FolderSurvey, 'establishments' | 'onlyEstablishment'>;

/** Rows that name no place are at the listed one, if the list has one only. */
function placesOfList(establishments: readonly Establishment[]): Places {
  const [first, second] = establishments;
  return { establishments, onlyEstablishment: second === undefined ? (first?.id ?? null) : null };
}

/** A column for which the configuration names a heading must be there: it would count as empty. */
function withNamed({ name, needed, optional }: FileColumns, named: readonly string[]): FileColumns {
  const further = optional.filter((column) => named.includes(column));
  return {
    name,
    needed: [...needed, ...further],
    optional: optional.filter((column) => !further.includes(column)),
  };
}

/** A single file has only entries. */
function isFile(path: string): boolean {
  return statSync(path).isFile();
}

async function holidaysIn(path: string, language: string): Promise<readonly Holiday[]> {
  return isFile(path) ? [] : readHolidaysFile(path, language);
}

/** Read as the configuration's `absences`. */
const ABSENCES = 'absences.csv';

/** The ID of the place if no row names one. */
const ONLY_PLACE = 'main';

/**
 * Places that rows name, all in the configured zones; one place if no row names any. A row without a place beside rows
 * with one is at none of theirs: it is refused.
 */
function placesOfRows(
  files: readonly (SurveyedFile | undefined)[],
  { zones, employer, employerName }: Config,
): Places {
  const named = idsNamed(files, 'establishment');
  if (named.length === 0) return placesOfList([{ id: ONLY_PLACE, zone: employer.zone, label: employerName }]);
  const establishments = named.map((id) => ({ id, zone: zones[id] ?? employer.zone, label: undefined }));
  return { establishments, onlyEstablishment: null };
}

function peopleOfRows(
  files: readonly (SurveyedFile | undefined)[],
): Pick<FolderSurvey, 'employees' | 'alike'> {
  const names = new Map(files.flatMap((each) => [...(each?.nameOf ?? [])]));
  const ids = idsNamed(files, 'employee');
  const employees = ids.map((id) => ({ id, firstName: '', lastName: names.get(id) ?? id, isActive: true }));
  return { employees, alike: alikePeople(ids) };
}

function idsNamed(
  files: readonly (SurveyedFile | undefined)[],
  column: keyof SurveyedFile['named'],
): readonly string[] {
  const ids = files.flatMap((each) => [...(each?.named[column] ?? [])].map(lowerUuid));
  return [...new Set(ids)].sort();
}

function namedRecords(
  files: readonly (SurveyedFile | undefined)[],
  column: 'team' | 'task' | 'agencyWorker',
) {
  return idsNamed(files, column).map((id): NamedRecord => ({ id, label: id }));
}

const FIELDS = referenceFields((owner, column) =>
  message('source.csv.column', { column, file: owner === 'shift' ? SHIFTS.name : ENTRIES.name }),
);

async function readFolder(
  folder: string,
  survey: FolderSurvey,
  request: SourceRequest,
  options: CsvOptions,
): Promise<SourceRead> {
  const { entries, shifts, employees, establishments } = survey;
  const notices: RowNotices = {};
  const reading = { survey, request, options, notices };
  const entryList = await readEntries(reading, entries);
  const shiftList = shifts && (await readRecords(reading, shifts, SHIFT_SHAPE, readShiftRow));
  const files = [entries, shifts];
  return stagedRead(request, {
    employees,
    establishments,
    holidays: await holidaysIn(folder, options.config.language),
    agencyWorkers: namedRecords(files, 'agencyWorker'),
    teams: namedRecords(files, 'team'),
    tasks: namedRecords(files, 'task'),
    dated: [entryList, ...(shiftList === undefined ? [] : [shiftList])],
    fields: FIELDS,
    hasPlanning: shifts !== undefined,
    hasReviews: entries.file.has('reviewed'),
    pairsShifts: shifts !== undefined,
    extent: extentOf(entries.file, notices),
    notices: [
      ...[entries.file, shifts?.file, ...survey.lists].flatMap((file) => (file ? formNotices(file) : [])),
      ...noticesOf(survey, notices),
      ...ignoredFiles(folder),
    ],
  });
}

/** The days of the entries, and when they were saved. */
function extentOf({ name, path }: FolderFile, { days, dates }: RowNotices): SourceRead['extent'] {
  const savedEpoch = Math.floor(statSync(path).mtimeMs / MS_PER_SECOND);
  return { place: name, days, dates, savedEpoch };
}

const MS_PER_SECOND = 1000;

interface FolderReading {
  readonly survey: FolderSurvey;
  readonly request: SourceRequest;
  readonly options: CsvOptions;
  readonly notices: RowNotices;
}

/** Stages the entries, a row or a pair of punches each. */
function readEntries(reading: FolderReading, surveyed: SurveyedFile) {
  const { survey, request, options } = reading;
  if (!survey.isPunched) return readRecords(reading, surveyed, ENTRY_SHAPE, readEntryRow);
  const punches = { kinds: options.settings.kinds, days: spanOfWindows(request.windows) };
  return stageRecords(ENTRY_SHAPE, request, options, surveyed.file.name, (pass) =>
    punchedRecords(surveyed.file, contextOf(reading, surveyed, pass), punches),
  );
}

/** Stages a file with a row for each record. */
function readRecords<T>(
  reading: FolderReading,
  surveyed: SurveyedFile,
  shape: ListShape<T>,
  read: (row: TableRow, context: RowContext) => StagedRow,
): Promise<ListCollector<T>> {
  const { request, options } = reading;
  const { file } = surveyed;
  return stageRecords(shape, request, options, file.name, (pass) =>
    rowRecords(file, contextOf(reading, surveyed, pass), read),
  );
}

function contextOf(
  { survey, options, notices }: FolderReading,
  { file, order }: SurveyedFile,
  pass: number,
): RowContext {
  return {
    further: file.further,
    order,
    zoneOf: zonesOf(survey),
    onlyEstablishment: survey.onlyEstablishment,
    ids: new RowIds(),
    countsDuration: countsDuration(options.settings),
    notices: pass === 1 ? notices : {},
  };
}

/** @throws PaytallyError SOURCE_INVALID after the last row, with the rows that cannot be read */
async function* rowRecords(
  file: FolderFile,
  context: RowContext,
  read: (row: TableRow, context: RowContext) => StagedRow,
): AsyncGenerator<ReadRecord> {
  const problems = new LineProblems(file.path);
  for await (const row of readFolderRows(file, refuseWidth(file, problems))) {
    const result = read(row, context);
    if ('problem' in result) problems.add(row.line, result.problem);
    else yield { ...result, line: row.line };
  }
  problems.throwIfAny();
}

function zonesOf({ establishments }: FolderSurvey): RowContext['zoneOf'] {
  const zones = new Map(
    establishments.map(({ id, zone }) => [id, zone === undefined ? undefined : zoneByName(zone)]),
  );
  return (written) => {
    const id = lowerUuid(written);
    const zone = zones.get(id);
    if (zone !== undefined) return zone;
    return zones.has(id)
      ? message('source.csv.noZone', { place: written })
      : message('source.csv.unknownPlace', { place: written });
  };
}

/** What may be wrong in how a file was written. */
function formNotices({ path, encoding, endsWithLine }: FolderFile): readonly AnyMessage[] {
  return [
    ...(endsWithLine ? [] : [message('source.csv.noLineEnd', { path })]),
    ...(encoding === 'windows-1252' ? [message('source.csv.oldEncoding', { path })] : []),
  ];
}

function noticesOf({ entries, alike }: FolderSurvey, rows: RowNotices): readonly AnyMessage[] {
  const { path } = entries.file;
  const { nextDay, differing, withBreak, doubled } = rows;
  const breaks = breaksInHours(rows);
  return [
    ...(entries.file.has('reviewed') ? [] : [message('source.csv.noReviews', { path })]),
    ...(alike === '' ? [] : [message('source.csv.alike', { path, names: alike })]),
    ...(nextDay === undefined ? [] : [message('source.csv.nextDay', { path, ...nextDay })]),
    ...(differing === undefined ? [] : [message('source.csv.differing', { path, ...differing })]),
    ...(withBreak === undefined ? [] : [message('source.csv.withBreak', { path, ...withBreak })]),
    ...(breaks === undefined
      ? []
      : [message('source.csv.shortBreaks', { path, line: breaks.line, count: breaks.count })]),
    ...(doubled === undefined ? [] : [message('source.csv.doubled', { path, ...doubled })]),
  ];
}

/** CSV files of other names may be misspelt. */
function ignoredFiles(folder: string): readonly AnyMessage[] {
  if (isFile(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.csv$/i.test(name) && !KNOWN_FILES.includes(name));
  if (names.length === 0) return [];
  return [message('source.csv.filesIgnored', { path: folder, names: names.sort().join(', ') })];
}

const KNOWN_FILES = [...[ENTRIES, SHIFTS, ...LIST_FILES].map(({ name }) => name), ABSENCES];

/** How the files were understood. */
function checksOf({ entries, shifts }: FolderSurvey): readonly AccessCheck[] {
  return [entries, shifts].flatMap((each): AccessCheck[] => {
    if (each === undefined) return [];
    const { path, encoding, delimiter } = each.file;
    const sign = delimiter === '\t' ? 'TAB' : delimiter;
    const text = message('source.csv.file', { path, encoding, delimiter: sign });
    return [{ check: 'source', status: 'ok', text }];
  });
}
