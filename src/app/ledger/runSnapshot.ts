import { z } from 'zod';
import type { Config } from '../../config/config.js';
import type { Template } from '../../documents/template/template.js';
import { withFormatsOfToday } from '../../documents/text/storedFormat.js';
import { type AbsenceRow, absenceOwner } from '../../domain/absences/parseAbsences.js';
import type { Figures } from '../../domain/changes/runComparison.js';
import type { ExportedLine, WrittenRecord, WrittenRow } from '../../domain/corrections/exportedLine.js';
import { recordNameOf } from '../../domain/corrections/rowName.js';
import type { HolidayRow } from '../../domain/holidays/dayHoliday.js';
import type { DatedRows, EmployeeRow, MappedEmployees } from '../../domain/mapping/employeeRows.js';
import { FINAL_STATES } from '../../domain/month/monthStatus.js';
import { type FileTexts, fileTexts } from '../../i18n/catalogue.js';
import { addEarlierWording, addLanguage } from '../../i18n/language.js';
import type { KeptPaths } from '../../store/keptPaths.js';
import type { PersonContent, StoredPerson } from '../../store/personContents.js';
import {
  COMPARED,
  type ComparisonContext,
  comparisonReference,
  figuresByPerson,
  restoreComparisonRun,
  toReference,
} from './comparedRuns.js';
import { balancesByPerson, type RecordedBalances } from './recordedAccount.js';

/** The key of content that does not belong to a single person. */
export const NO_PERSON = '';

/** The inputs of a valid run besides its stored read, and its exports. */
export interface Snapshot {
  readonly config: Config;
  readonly templates: readonly Template[];
  readonly mapping: MappedEmployees;
  readonly absences: readonly AbsenceRow[];
  readonly holidays: readonly HolidayRow[];
  /** null if the configuration names no file. */
  readonly paths: {
    readonly mapping: string | null;
    readonly absences: string | null;
    readonly holidays: string | null;
  };
  readonly version: string;
  readonly tzdata: string;
  readonly exported: readonly ExportedLine[];
  readonly exportedRows: readonly WrittenRow[];
  /** Empty for runs of earlier versions. */
  readonly exportedRecords: readonly WrittenRecord[];
  /** Settlements. */
  readonly settled: readonly ExportedLine[];
  readonly settledRows: readonly WrittenRow[];
  readonly settledRecords: readonly WrittenRecord[];
  /** `CODE record` of all findings, so that accepted ones are recognised again. */
  readonly findings: readonly string[];
  /** The same with digests of what they were accepted for, see `seenText`; none in runs of earlier versions. */
  readonly seen: readonly string[];
  /** Its figures for each person. */
  readonly figures: Figures;
  /** Balances of hours accounts at the end of days, by person; empty without accounts. */
  readonly balances: RecordedBalances;
  readonly compared: ComparisonContext;
}

/** A snapshot by person, so that each can be deleted separately. @param people with a record in the read */
export function splitByPerson(
  snapshot: Snapshot,
  people: Iterable<string>,
  keptPaths: KeptPaths,
): PersonContent[] {
  const { config, templates, mapping, paths, version, tzdata, findings, seen, figures, balances, compared } =
    snapshot;
  const { earlierPeriod, samePeriod, finalState } = compared;
  const exported = byPerson(snapshot.exported, ({ employeeId }) => employeeId);
  const settled = byPerson(snapshot.settled, ({ employeeId }) => employeeId);
  const rows = byPerson(snapshot.exportedRows, rowOwner(snapshot.exported));
  const settledRows = byPerson(snapshot.settledRows, rowOwner(snapshot.settled));
  const records = byPerson(snapshot.exportedRecords, recordOwner(snapshot.exported));
  const settledRecords = byPerson(snapshot.settledRecords, recordOwner(snapshot.settled));
  const ownerOf = absenceOwner(mapping);
  const absences = byPerson(snapshot.absences, (row) => ownerOf(row) ?? NO_PERSON);
  const everybody = new Set([
    ...[...absences.keys()].filter((id) => id !== NO_PERSON),
    ...people,
    ...mapping.byId.keys(),
    ...exported.keys(),
    ...settled.keys(),
    ...figures.keys(),
    ...balances.keys(),
    ...(earlierPeriod?.figures.keys() ?? []),
    ...(samePeriod?.figures.keys() ?? []),
    ...COMPARED.flatMap((name) => [...(compared[name]?.purged ?? [])]),
  ]);
  const nobody = {
    config,
    wording: fileTexts(config.language),
    templates: templates.map((template) => storedTemplate(template, keptPaths)),
    extraColumns: mapping.extraColumns,
    paths: {
      mapping: paths.mapping && keptPaths.kept(paths.mapping),
      absences: paths.absences && keptPaths.kept(paths.absences),
      holidays: paths.holidays && keptPaths.kept(paths.holidays),
    },
    holidays: snapshot.holidays,
    version,
    tzdata,
    findings,
    seen,
    absences: absences.get(NO_PERSON) ?? [],
    compared: { earlierPeriod: toReference(earlierPeriod), samePeriod: toReference(samePeriod), finalState },
  };
  return [
    { person: NO_PERSON, content: nobody },
    ...[...everybody].sort().map((person) => ({
      person,
      content: {
        mapping: mapping.byId.get(person) ?? [],
        absences: absences.get(person) ?? [],
        exported: exported.get(person) ?? [],
        exportedRows: rows.get(person) ?? [],
        exportedRecords: records.get(person) ?? [],
        settled: settled.get(person) ?? [],
        settledRows: settledRows.get(person) ?? [],
        settledRecords: settledRecords.get(person) ?? [],
        ...ownBalances(balances, person),
        figures: {
          own: figures.get(person),
          earlierPeriod: earlierPeriod?.figures.get(person),
          samePeriod: samePeriod?.figures.get(person),
          purgedIn: COMPARED.filter((name) => compared[name]?.purged.has(person)),
        },
      },
    })),
  ];
}

function ownBalances(balances: RecordedBalances, person: string) {
  return balances.get(person) ?? {};
}

/** As text: the store sorts keys, and the order of JSON properties and XML attributes is that of the file. */
function storedTemplate(template: Template, { kept }: KeptPaths): string {
  return JSON.stringify(withPaths(template, kept));
}

/** Earlier versions stored objects, and formats of cells in a form of their own. */
function restoreTemplate(stored: unknown): Template {
  const template = (typeof stored === 'string' ? JSON.parse(stored) : stored) as Template;
  return template.kind === 'text' ? { ...template, spec: withFormatsOfToday(template.spec) } : template;
}

/** A stored template, with its current path. */
export function placedTemplate(template: Template, { placed }: KeptPaths): Template {
  return withPaths(template, placed);
}

function withPaths(template: Template, change: (path: string) => string): Template {
  const folder = change(template.folder);
  return template.kind === 'workbook'
    ? { ...template, folder, workbookPath: change(template.workbookPath) }
    : { ...template, folder };
}

function byPerson<Item>(items: readonly Item[], personOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const mine = groups.get(personOf(item));
    if (mine === undefined) groups.set(personOf(item), [item]);
    else mine.push(item);
  }
  return groups;
}

/** A row belongs to the first person who has a line in it. */
function rowOwner(lines: readonly Pick<ExportedLine, 'template' | 'row' | 'employeeId'>[]) {
  const owners = new Map<string, Map<string, string>>();
  for (const { template, row, employeeId } of lines) {
    const mine = owners.get(template) ?? new Map<string, string>();
    owners.set(template, mine);
    if (!mine.has(row)) mine.set(row, employeeId);
  }
  return ({ template, row }: Pick<WrittenRow, 'template' | 'row'>): string =>
    owners.get(template)?.get(row) ?? NO_PERSON;
}

/** The same for records, which have the lines of their rows. */
function recordOwner(lines: readonly ExportedLine[]): (record: WrittenRecord) => string {
  const ownerOf = rowOwner(lines.map((line) => ({ ...line, row: recordNameOf(line.row) })));
  return ({ template, record }) => ownerOf({ template, row: record });
}

const list = z.array(z.unknown());
/** One person's stored content. */
export const personContent = z.object({
  mapping: z.unknown(),
  absences: list,
  exported: list,
  exportedRows: list,
  exportedRecords: list.default([]),
  settled: list,
  settledRows: list,
  settledRecords: list.default([]),
});
const nobodyContent = z.object({
  config: z.unknown(),
  templates: list,
  extraColumns: z.array(z.string()),
  // Runs of earlier versions have no file of holidays.
  paths: z.object({
    mapping: z.string().nullable(),
    absences: z.string().nullable(),
    holidays: z.string().nullable().default(null),
  }),
  absences: list,
  holidays: list.default([]),
  version: z.string(),
  tzdata: z.string(),
  wording: z.object({ digest: z.string(), texts: z.record(z.string(), z.record(z.string(), z.string())) }),
  findings: z.array(z.string()),
  seen: z.array(z.string()).default([]),
  compared: z.object({
    earlierPeriod: comparisonReference.optional(),
    samePeriod: comparisonReference.optional(),
    finalState: z.enum(FINAL_STATES).optional(),
  }),
});

/**
 * Restores a snapshot. The digests of the ledger prove that this program wrote the content, so only its structure is
 * checked.
 * @returns undefined if the content that belongs to no employee was purged
 */
export function restoreSnapshot(
  people: readonly Pick<StoredPerson, 'person' | 'content'>[],
): Snapshot | undefined {
  const nobody = people.find(({ person }) => person === NO_PERSON)?.content;
  if (nobody === undefined) return undefined;
  const all = nobodyContent.parse(nobody);
  const own = people.flatMap(({ person, content }) =>
    person === NO_PERSON || content === undefined ? [] : [{ person, content: personContent.parse(content) }],
  );
  const of = <Item>(name: keyof z.infer<typeof personContent>) =>
    own.flatMap(({ content }) => content[name] as readonly Item[]);
  const byId = own.flatMap(({ person, content }) => {
    const rows = storedRows(content.mapping);
    return rows.length === 0 ? [] : [[person, rows] as const];
  });
  return {
    config: inItsWords(withNewSettings(all.config as Config), all.wording),
    templates: all.templates.map(restoreTemplate),
    mapping: { extraColumns: all.extraColumns, byId: new Map(byId) },
    absences: [...(all.absences as readonly AbsenceRow[]), ...of<AbsenceRow>('absences')],
    holidays: all.holidays as readonly HolidayRow[],
    paths: all.paths,
    version: all.version,
    tzdata: all.tzdata,
    findings: all.findings,
    seen: all.seen,
    exported: of<ExportedLine>('exported'),
    exportedRows: of<WrittenRow>('exportedRows'),
    exportedRecords: of<WrittenRecord>('exportedRecords'),
    settled: of<ExportedLine>('settled'),
    settledRows: of<WrittenRow>('settledRows'),
    settledRecords: of<WrittenRecord>('settledRecords'),
    figures: figuresByPerson(people, 'own'),
    balances: balancesByPerson(people),
    compared: {
      earlierPeriod: restoreComparisonRun(all.compared.earlierPeriod, people, 'earlierPeriod'),
      samePeriod: restoreComparisonRun(all.compared.samePeriod, people, 'samePeriod'),
      finalState: all.compared.finalState,
    },
  };
}

/** The rows of a person; a run of a version without dated rows stored a single one, or null. */
function storedRows(mapping: unknown): DatedRows {
  if (Array.isArray(mapping)) return mapping as DatedRows;
  return mapping === null || mapping === undefined ? [] : [mapping as EmployeeRow];
}

/** Runs of earlier versions have no `period`: days begin at midnight. */
function withNewSettings(config: Config): Config {
  return { ...config, period: config.period ?? {} };
}

/**
 * The configuration with the original texts of its language, because a later version of the program has other texts.
 */
function inItsWords(config: Config, { digest, texts }: FileTexts): Config {
  const { language, languagePack: own } = config;
  if (own !== undefined) addLanguage(own);
  if (own !== undefined || digest === fileTexts(language).digest) return config;
  const languagePack = addEarlierWording(language, digest, texts);
  return { ...config, language: languagePack.code, languagePack };
}
