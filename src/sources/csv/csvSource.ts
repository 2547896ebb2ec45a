import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import type { CsvSettings } from '../../config/schema/sourceSchema.js';
import { isInside } from '../../domain/period/period.js';
import type { Employee, Establishment, Holiday, NamedRecord } from '../../domain/records/records.js';
import { lowerUuid } from '../../domain/records/uuid.js';
import { zoneByName } from '../../domain/time/tzdata.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import { isRecordId } from '../records/fields.js';
import type { FoundField } from '../records/foundFields.js';
import { ListCollector, type RecordStaging } from '../records/listCollector.js';
import { readInPasses } from '../records/listPasses.js';
import { type ListShape, listShapes } from '../records/lists.js';
import { spanOfWindows } from '../records/readWindows.js';
import type { AccessCheck, Source, SourceRead, SourceRequest } from '../source.js';
import { interruption, type Observer } from '../transport/effects.js';
import { type FileRow, readFolderRows } from './folderFile.js';
import { LIST_FILES, readEmployeesFile, readEstablishmentsFile, readHolidaysFile } from './folderLists.js';
import { ENTRIES, refuseWidth, SHIFTS, type SurveyedFile, surveyFile } from './folderSurvey.js';
import { headingsOfEntries } from './knownExports.js';
import { LineProblems, unusableFile } from './lineProblems.js';
import {
  type RowContext,
  RowIds,
  type RowNotices,
  readEntryRow,
  readShiftRow,
  type StagedRow,
} from './recordRows.js';

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
  const headings = headingsOfEntries(settings, path);
  if (isFile(path)) {
    const columns = { ...ENTRIES, name: basename(path) };
    const entries = await surveyFile(dirname(path), columns, settings.dateOrder, headings);
    if (entries === undefined) throw unusableFile(path, message('source.csv.noFolder', { path }));
    const employees = peopleOfRows([entries]);
    return withOnlyPlace({
      entries,
      shifts: undefined,
      employees,
      establishments: placesOfRows([entries], config),
    });
  }
  refuseUnnamedAbsences(path, config);
  const entries = await surveyFile(path, ENTRIES, settings.dateOrder, headings);
  if (entries === undefined) throw unusableFile(path, message('source.csv.noEntries', { path }));
  const shifts = await surveyFile(path, SHIFTS, settings.dateOrder);
  const files = [entries, shifts];
  return withOnlyPlace({
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

function refuseUnnamedAbsences(folder: string, config: Config): void {
  const path = join(folder, ABSENCES);
  if (existsSync(path) && config.absences === undefined)
    throw unusableFile(path, message('source.csv.absencesUnnamed', { path }));
}

/** Read as the configuration's `absences`, which names it. */
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

/** The fields of references, and the columns that are kept. */
const OWN_FIELDS = ['establishmentId', 'teamId', 'taskId', 'agencyWorkerId', 'columns'];

const SHAPES = listShapes({ isId: isRecordId, kind: message('source.csv.kind.id') });

function withOwnFields<T>(shape: ListShape<T>): ListShape<T> {
  return { ...shape, documented: new Set([...shape.documented, ...OWN_FIELDS]) };
}

const ENTRY_SHAPE = withOwnFields(SHAPES.TIME_ENTRIES);
const SHIFT_SHAPE = withOwnFields(SHAPES.SHIFTS);

const REFERENCES = [
  ['establishmentId', 'establishment'],
  ['teamId', 'team'],
  ['taskId', 'task'],
  ['agencyWorkerId', 'agencyWorker'],
] as const;

/** Where the staged records have their references: always the same fields. */
const FIELDS: readonly FoundField[] = (['timeEntry', 'shift'] as const).flatMap((owner) =>
  REFERENCES.filter(([name]) => owner === 'timeEntry' || name !== 'agencyWorkerId').map(
    ([name, column]): FoundField => ({
      target: `${owner}.${name}`,
      path: name,
      how: 'name',
      evidence: message('source.csv.column', {
        column,
        file: owner === 'shift' ? SHIFTS.name : ENTRIES.name,
      }),
      always: false,
    }),
  ),
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

/** Stages a file of records in as many passes as the request wants. */
async function readRecords<T>(
  { survey, request, options, notices }: FolderReading,
  surveyed: SurveyedFile,
  shape: ListShape<T>,
  read: (row: FileRow, context: RowContext) => StagedRow,
): Promise<ListCollector<T>> {
  const list = new ListCollector(shape, request.staging);
  const { file, order } = surveyed;
  const { onlyEstablishment } = survey;
  const zoneOf = zonesOf(survey);
  const earlier = request.earlier?.[shape.list];
  await readInPasses(list, { ...request, earlier }, async () => {
    list.beginPass();
    options.observer({ type: 'pass', list: shape.list, pass: list.passes });
    const ofPass = list.passes === 1 ? notices : {};
    const context = { file, order, zoneOf, onlyEstablishment, ids: new RowIds(), notices: ofPass };
    await readPass(list, context, request, options, read);
  });
  return list;
}

/** The records of a page of the staging. */
const PAGE_ROWS = 1000;

async function readPass<T>(
  list: ListCollector<T>,
  context: RowContext,
  { windows }: SourceRequest,
  { observer, signal }: CsvOptions,
  read: (row: FileRow, context: RowContext) => StagedRow,
): Promise<void> {
  const { file } = context;
  const problems = new LineProblems(file.path);
  let page: { readonly record: unknown; readonly line: number }[] = [];
  const flush = () => {
    if (signal.aborted) throw interruption();
    refuseFullMemory();
    const rows = page;
    page = [];
    list.addPage(
      rows.map(({ record }) => record),
      (index) => `${file.name} ${rows[index]?.line ?? 0}`,
    );
    observer({ type: 'page', list: list.shape.list, records: list.size, requests: 0 });
  };
  for await (const row of readFolderRows(file, refuseWidth(file, problems))) {
    const result = read(row, context);
    if ('problem' in result) problems.add(row.line, result.problem);
    else if (windows.some((days) => isInside(result.day, days)))
      page.push({ record: result.record, line: row.line });
    if (page.length >= PAGE_ROWS) flush();
  }
  problems.throwIfAny();
  flush();
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

type SmallLists = Readonly<
  Record<'employees' | 'establishments' | 'agencyWorkers' | 'teams' | 'tasks' | 'holidays', readonly object[]>
>;

/** Lists without days, staged whole. */
function stageLists(staging: RecordStaging, lists: SmallLists): readonly ListCollector<unknown>[] {
  const shapes: readonly (readonly [ListShape<unknown>, readonly object[]])[] = [
    [SHAPES.ESTABLISHMENTS, lists.establishments],
    [SHAPES.HOLIDAYS, lists.holidays],
    [SHAPES.EMPLOYEES, lists.employees],
    [SHAPES.AGENCY_WORKERS, lists.agencyWorkers],
    [SHAPES.TEAMS, lists.teams],
    [SHAPES.TASKS, lists.tasks],
  ];
  return shapes.map(([shape, records]) => {
    const list = new ListCollector(shape, staging);
    list.beginPass();
    for (let at = 0; at < records.length; at += PAGE_ROWS)
      list.addPage(records.slice(at, at + PAGE_ROWS), (index) => String(at + index + 1));
    return list;
  });
}

function noticesOf({ entries }: FolderSurvey, { nextDay, differing }: RowNotices): readonly AnyMessage[] {
  const { path, encoding } = entries.file;
  return [
    ...(encoding === 'windows-1252' ? [message('source.csv.oldEncoding', { path })] : []),
    ...(entries.file.has('reviewed') ? [] : [message('source.csv.noReviews', { path })]),
    ...(nextDay === undefined ? [] : [message('source.csv.nextDay', { path, ...nextDay })]),
    ...(differing === undefined ? [] : [message('source.csv.differing', { path, ...differing })]),
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
