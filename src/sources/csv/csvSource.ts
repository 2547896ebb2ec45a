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
import { LineProblems, unusableFile } from '../rows/lineProblems.js';
import {
  type RowContext,
  RowIds,
  type RowNotices,
  readEntryRow,
  readShiftRow,
  type StagedRow,
  type TableRow,
} from '../rows/recordRows.js';
import {
  ENTRY_SHAPE,
  type ReadRecord,
  referenceFields,
  SHIFT_SHAPE,
  stageLists,
  stageRecords,
} from '../rows/stageRecords.js';
import type { AccessCheck, Source, SourceRead, SourceRequest } from '../source.js';
import type { Observer } from '../transport/effects.js';
import { type FolderFile, readFolderRows } from './folderFile.js';
import { LIST_FILES, readEmployeesFile, readEstablishmentsFile, readHolidaysFile } from './folderLists.js';
import { ENTRIES, PUNCHES, refuseWidth, SHIFTS, type SurveyedFile, surveyFile } from './folderSurvey.js';
import { headingsOfEntries } from './knownExports.js';
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
  readonly employees: readonly Employee[];
  readonly establishments: readonly Establishment[];
  /** The establishment of rows that name none. */
  readonly onlyEstablishment: string | null;
}

async function surveyFolder(path: string, options: CsvOptions): Promise<FolderSurvey> {
  if (!existsSync(path)) throw unusableFile(path, message('source.csv.noFolder', { path }));
  const { config, settings } = options;
  const isPunched = settings.format === 'punches';
  const columns = isPunched ? PUNCHES : ENTRIES;
  const headings = headingsOfEntries(settings, columns, path);
  if (isFile(path)) {
    const single = { ...columns, name: basename(path) };
    const entries = await surveyFile(dirname(path), single, settings.dateOrder, headings);
    if (entries === undefined) throw unusableFile(path, message('source.csv.noFolder', { path }));
    const employees = peopleOfRows([entries]);
    return withOnlyPlace({
      isPunched,
      entries,
      shifts: undefined,
      employees,
      establishments: placesOfRows([entries], config),
    });
  }
  const entries = await surveyFile(path, columns, settings.dateOrder, headings);
  if (entries === undefined) throw unusableFile(path, message('source.csv.noEntries', { path }));
  const shifts = await surveyFile(path, SHIFTS, settings.dateOrder);
  const files = [entries, shifts];
  return withOnlyPlace({
    isPunched,
    entries,
    shifts,
    employees: (await readEmployeesFile(path)) ?? peopleOfRows(files),
    establishments: (await readEstablishmentsFile(path)) ?? placesOfRows(files, config),
  });
}

function withOnlyPlace(survey: Omit<FolderSurvey, 'onlyEstablishment'>): FolderSurvey {
  const [first, second] = survey.establishments;
  return { ...survey, onlyEstablishment: second === undefined ? (first?.id ?? null) : null };
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

/** Places that rows name, all in the configured zones; one place for rows that name none. */
function placesOfRows(
  files: readonly (SurveyedFile | undefined)[],
  { zones, employer, employerName }: Config,
): readonly Establishment[] {
  const named = idsNamed(files, 'establishment');
  if (named.length === 0) return [{ id: ONLY_PLACE, zone: employer.zone, label: employerName }];
  return named.map((id) => ({ id, zone: zones[id] ?? employer.zone, label: undefined }));
}

function peopleOfRows(files: readonly (SurveyedFile | undefined)[]): readonly Employee[] {
  const names = new Map(files.flatMap((each) => [...(each?.nameOf ?? [])]));
  return idsNamed(files, 'employee').map((id) => ({
    id,
    firstName: '',
    lastName: names.get(id) ?? id,
    isActive: true,
  }));
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
  const entryList = await readRecords(reading, entries, ENTRY_SHAPE, readEntryRow);
  const shiftList = shifts && (await readRecords(reading, shifts, SHIFT_SHAPE, readShiftRow));
  const files = [entries, shifts];
  const lists = {
    holidays: await holidaysIn(folder, options.config.language),
    agencyWorkers: namedRecords(files, 'agencyWorker'),
    teams: namedRecords(files, 'team'),
    tasks: namedRecords(files, 'task'),
  };
  const small = stageLists(request.staging, { employees, establishments, ...lists });
  const dated = [entryList, ...(shiftList === undefined ? [] : [shiftList])];
  const { windows } = request;
  const { counted = spanOfWindows(windows) } = request;
  return {
    employees,
    establishments,
    ...lists,
    invalid: dated.flatMap((list) => list.invalid()),
    fields: FIELDS,
    window: spanOfWindows(windows),
    hasPlanning: shifts !== undefined,
    hasReviews: entries.file.has('reviewed'),
    pairsShifts: shifts !== undefined && !entries.file.has('shift'),
    unavailable: [],
    changedWhileReading: [...new Set(dated.flatMap((list) => list.changedIds(counted)))],
    digests: Object.fromEntries([...small, ...dated].map((list) => [list.shape.list, list.digest()])),
    counts: { dataRequests: 0 },
    notices: [...noticesOf(survey, notices), ...ignoredFiles(folder)],
  };
}

interface FolderReading {
  readonly survey: FolderSurvey;
  readonly request: SourceRequest;
  readonly options: CsvOptions;
  readonly notices: RowNotices;
}

/** Stages a file of records. */
function readRecords<T>(
  { survey, request, options, notices }: FolderReading,
  { file, order }: SurveyedFile,
  shape: ListShape<T>,
  read: (row: TableRow, context: RowContext) => StagedRow,
): Promise<ListCollector<T>> {
  const { onlyEstablishment } = survey;
  const zoneOf = zonesOf(survey);
  return stageRecords(shape, request, options, file.name, (pass) => {
    const ofPass = pass === 1 ? notices : {};
    const { further } = file;
    const context = { further, order, zoneOf, onlyEstablishment, ids: new RowIds(), notices: ofPass };
    return survey.isPunched
      ? punchedRecords(file, context, { kinds: options.settings.kinds, days: spanOfWindows(request.windows) })
      : rowRecords(file, context, read);
  });
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

function noticesOf(
  { entries }: FolderSurvey,
  { nextDay, differing, doubled }: RowNotices,
): readonly AnyMessage[] {
  const { path, encoding, endsWithLine } = entries.file;
  return [
    ...(endsWithLine ? [] : [message('source.csv.noLineEnd', { path })]),
    ...(encoding === 'windows-1252' ? [message('source.csv.oldEncoding', { path })] : []),
    ...(entries.file.has('reviewed') ? [] : [message('source.csv.noReviews', { path })]),
    ...(nextDay === undefined ? [] : [message('source.csv.nextDay', { path, ...nextDay })]),
    ...(differing === undefined ? [] : [message('source.csv.differing', { path, ...differing })]),
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
