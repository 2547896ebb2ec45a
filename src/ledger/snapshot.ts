import { z } from 'zod';
import type { Config } from '../config/config.js';
import type { AbsenceRow } from '../domain/absences/parseAbsences.js';
import type { Figures } from '../domain/changes/runComparison.js';
import type { ExportedLine, WrittenRow } from '../domain/corrections/exportedLine.js';
import type { MappedEmployees } from '../domain/people/peopleDirectory.js';
import { speak } from '../language/sections.js';
import type { Template } from '../render/template/template.js';
import type { KeptPaths } from '../store/keptPaths.js';
import type { PersonContent, StoredPerson } from '../store/ledgerLink.js';
import {
  COMPARED,
  type ComparedRuns,
  comparedName,
  comparedNameOf,
  figuresOf,
  withFigures,
} from './comparedRuns.js';

/** Under this name stands what belongs to no single person. */
export const NOBODY = '';

type MappedRow = { readonly number: string | null; readonly extra: Readonly<Record<string, string>> };

/** What a run that counts was computed with, beside its stored read, and what it exported. */
export interface Snapshot {
  readonly config: Config;
  readonly templates: readonly Template[];
  readonly mapping: MappedEmployees;
  readonly absences: readonly AbsenceRow[];
  /** null where the configuration names no file. */
  readonly paths: { readonly mapping: string | null; readonly absences: string | null };
  readonly version: string;
  readonly tzdata: string;
  readonly exported: readonly ExportedLine[];
  readonly exportedRows: readonly WrittenRow[];
  /** Paid outside. */
  readonly settled: readonly ExportedLine[];
  readonly settledRows: readonly WrittenRow[];
  /** `CODE record` of everything that was found, so that what was accepted once is known again. */
  readonly findings: readonly string[];
  /** What it came to for each person. */
  readonly figures: Figures;
  readonly compared: ComparedRuns;
}

/** A snapshot person by person, so that each can be taken away by itself. @param people with a record in the read */
export function contentOf(
  snapshot: Snapshot,
  people: Iterable<string>,
  keptPaths: KeptPaths,
): PersonContent[] {
  const { config, templates, mapping, paths, version, tzdata, findings, figures, compared } = snapshot;
  const { earlierPeriod, samePeriod } = compared;
  const exported = byPerson(snapshot.exported, ({ employeeId }) => employeeId);
  const settled = byPerson(snapshot.settled, ({ employeeId }) => employeeId);
  const rows = byPerson(snapshot.exportedRows, ownerIn(snapshot.exported));
  const settledRows = byPerson(snapshot.settledRows, ownerIn(snapshot.settled));
  const absences = byPerson(snapshot.absences, absentIn(mapping));
  const everybody = new Set([
    ...[...absences.keys()].filter((id) => id !== NOBODY),
    ...people,
    ...mapping.byId.keys(),
    ...exported.keys(),
    ...settled.keys(),
    ...figures.keys(),
    ...(earlierPeriod?.figures.keys() ?? []),
    ...(samePeriod?.figures.keys() ?? []),
    ...COMPARED.flatMap((name) => [...(compared[name]?.purged ?? [])]),
  ]);
  const nobody = {
    config,
    templates: templates.map((template) => keptTemplate(template, keptPaths)),
    extraColumns: mapping.extraColumns,
    paths: {
      mapping: paths.mapping && keptPaths.kept(paths.mapping),
      absences: paths.absences && keptPaths.kept(paths.absences),
    },
    version,
    tzdata,
    findings,
    absences: absences.get(NOBODY) ?? [],
    compared: { earlierPeriod: comparedNameOf(earlierPeriod), samePeriod: comparedNameOf(samePeriod) },
  };
  return [
    { person: NOBODY, content: nobody },
    ...[...everybody].sort().map((person) => ({
      person,
      content: {
        mapping: mapping.byId.get(person) ?? null,
        absences: absences.get(person) ?? [],
        exported: exported.get(person) ?? [],
        exportedRows: rows.get(person) ?? [],
        settled: settled.get(person) ?? [],
        settledRows: settledRows.get(person) ?? [],
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

function keptTemplate(template: Template, { kept }: KeptPaths): Template {
  return withPaths(template, kept);
}

/** A template of the store, where it stands now. */
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

/** A row stands with the first person who has a line in it. */
function ownerIn(lines: readonly ExportedLine[]): (row: WrittenRow) => string {
  const owners = new Map<string, Map<string, string>>();
  for (const { template, row, employeeId } of lines) {
    const mine = owners.get(template) ?? new Map<string, string>();
    owners.set(template, mine);
    if (!mine.has(row)) mine.set(row, employeeId);
  }
  return ({ template, row }) => owners.get(template)?.get(row) ?? NOBODY;
}

/** An absence names an id or a number; one of a number that nobody has belongs to nobody. */
/** Whose row it is: a file of absences names people by id or by number. */
export function absentIn({ byId }: MappedEmployees): (row: AbsenceRow) => string {
  const ids = new Map(
    [...byId].flatMap(([id, { number }]) => (number === null ? [] : [[number, id] as const])),
  );
  return ({ employee }) => (byId.has(employee) ? employee : (ids.get(employee) ?? NOBODY));
}

const list = z.array(z.unknown());
/** Of one person, as it was kept. */
export const personContent = z.object({
  mapping: z.unknown(),
  absences: list,
  exported: list,
  exportedRows: list,
  settled: list,
  settledRows: list,
});
const nobodyContent = z.object({
  config: z.unknown(),
  templates: list,
  extraColumns: z.array(z.string()),
  paths: z.object({ mapping: z.string().nullable(), absences: z.string().nullable() }),
  absences: list,
  version: z.string(),
  tzdata: z.string(),
  findings: z.array(z.string()),
  compared: z.object({ earlierPeriod: comparedName.optional(), samePeriod: comparedName.optional() }),
});

/**
 * Puts a snapshot together again. The digests of the ledger say that the content is what this program wrote, so only
 * its outline is checked.
 * @returns undefined where what belongs to nobody was purged
 */
export function snapshotOf(
  people: readonly Pick<StoredPerson, 'person' | 'content'>[],
): Snapshot | undefined {
  const nobody = people.find(({ person }) => person === NOBODY)?.content;
  if (nobody === undefined) return undefined;
  const all = nobodyContent.parse(nobody);
  const own = people.flatMap(({ person, content }) =>
    person === NOBODY || content === undefined ? [] : [{ person, content: personContent.parse(content) }],
  );
  const of = <Item>(name: keyof z.infer<typeof personContent>) =>
    own.flatMap(({ content }) => content[name] as readonly Item[]);
  const byId = own.flatMap(({ person, content }) =>
    content.mapping === null ? [] : [[person, content.mapping as MappedRow] as const],
  );
  const config = all.config as Config;
  if (config.languagePack !== undefined) speak(config.languagePack);
  return {
    config,
    templates: all.templates as readonly Template[],
    mapping: { extraColumns: all.extraColumns, byId: new Map(byId) },
    absences: [...(all.absences as readonly AbsenceRow[]), ...of<AbsenceRow>('absences')],
    paths: all.paths,
    version: all.version,
    tzdata: all.tzdata,
    findings: all.findings,
    exported: of<ExportedLine>('exported'),
    exportedRows: of<WrittenRow>('exportedRows'),
    settled: of<ExportedLine>('settled'),
    settledRows: of<WrittenRow>('settledRows'),
    figures: figuresOf(people, 'own'),
    compared: {
      earlierPeriod: withFigures(all.compared.earlierPeriod, people, 'earlierPeriod'),
      samePeriod: withFigures(all.compared.samePeriod, people, 'samePeriod'),
    },
  };
}
