import { basename, extname, join } from 'node:path';
import { loadNamed } from '../../documents/template/loadNamed.js';
import { combineNeeds } from '../../documents/template/needsMapping.js';
import type { Template } from '../../documents/template/template.js';
import { makeReaders } from '../../documents/text/readBack.js';
import {
  type Exported,
  type LineKey,
  lineKeyText,
  sumExports,
} from '../../domain/corrections/exportedLine.js';
import { isInside, type Period } from '../../domain/period/period.js';
import type { Establishment } from '../../domain/records/records.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { parseStoredFacts } from '../../sources/staging/storedFacts.js';
import type { KeptPaths } from '../../store/keptPaths.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import type { RunInputs } from '../compute/employerInputs.js';
import { isByPerson, keepsLines, PAY_LINES, PAY_LINES_FILE } from './exportedLines.js';
import { type ActiveFinal, correctionsOf, coveredDays } from './finals.js';
import { type KeptLines, type KeptRun, openKeptRun, type SomePeople } from './keptRun.js';
import { placedTemplate, type Snapshot } from './runSnapshot.js';

/** A run with its inputs, without its lines. */
export type RunOutline = Pick<KeptRun, 'link' | 'snapshot'>;

/** The ledger's lines of some people on a final's days. */
export interface LinesBefore {
  /** All exports and settlements of these days, combined. */
  readonly before: Exported;
  readonly settled: Exported;
  /** The part that is in files. */
  readonly inFiles: Exported;
}

/** The ledger's data for the days of one final. */
export interface CorrectionBase {
  readonly final: ActiveFinal;
  /** Reads them again on each call. */
  readonly linesOf: (people: SomePeople) => LinesBefore;
  /** What each of these runs exported and settled of some people, on any day, oldest first. */
  readonly keptOf: (people: SomePeople) => readonly (KeptLines & Pick<RunOutline, 'link'>)[];
  /** The links of the final and its corrections, oldest first. */
  readonly links: readonly LedgerLink[];
  /** All employees with content in these runs, sorted. */
  readonly people: readonly string[];
  /** Whether each row of a template, in all these runs, belongs to one person. */
  readonly isByPerson: (template: string) => boolean;
  /** The inputs of all these runs, without lines. */
  readonly runs: readonly Snapshot[];
  /** The final's own, without lines. */
  readonly original: Snapshot;
  /** The newest valid run of these days, and its inputs. */
  readonly newest: RunOutline;
  /**
   * The newest of them that wrote a line, settled it or found it unchanged: a correction may be of some templates and
   * days only, and leaves the lines of templates without corrections open.
   */
  readonly findNewestWith: (key: LineKey) => RunOutline;
  /** Corrections of these days. */
  readonly corrections: number;
  /** `CODE record` of the findings in finals and corrections of these days. */
  readonly known: ReadonlySet<string>;
  /** The same with what they were accepted for: see `seenText`. */
  readonly seen: ReadonlySet<string>;
  /** Employees whose lines were purged: their pay is unknown. */
  readonly purged: ReadonlySet<string>;
  /** Places known to these runs, by ID: the service may no longer list some of them. */
  readonly places: ReadonlyMap<string, Establishment>;
}

/**
 * Adds up the ledger's lines of a final's days.
 * @throws PaytallyError RUN_PURGED
 */
export function readCorrectionBase(
  store: Store,
  links: readonly LedgerLink[],
  final: ActiveFinal,
): CorrectionBase {
  const corrections = correctionsOf(links, final.link);
  const later = corrections.map((link) => openKeptRun(store, link));
  const own = openKeptRun(store, final.link);
  const runs = [own, ...later];
  const newest = runs.at(-1) ?? own;
  const covering = later.map((run) => ({ run, covers: coveredLines(run) }));
  return {
    final,
    linesOf: (people) => readLinesBefore(runs, people, final),
    keptOf: (people) => runs.map((run) => ({ link: run.link, ...run.linesOf(people) })),
    links: runs.map(({ link }) => link),
    people: [...new Set(runs.flatMap(({ people }) => people))].sort(),
    isByPerson: (name) => runs.every((run) => run.snapshot.templates.every(isOfPersons(name))),
    runs: runs.map(({ snapshot }) => snapshot),
    original: own.snapshot,
    newest,
    findNewestWith: (key) => covering.findLast(({ covers }) => covers(key))?.run ?? own,
    corrections: corrections.length,
    known: new Set(runs.flatMap(({ snapshot }) => snapshot.findings)),
    seen: new Set(runs.flatMap(({ snapshot }) => snapshot.seen)),
    purged: new Set(runs.flatMap(({ gone }) => gone)),
    places: new Map(runs.flatMap((run) => readPlaces(store, run)).map((place) => [place.id, place])),
  };
}

/** Whether a final has files that corrections keep up with; one that cannot be read may have. */
export function findPayrollFinals(readable: readonly CorrectionBase[]): (final: ActiveFinal) => boolean {
  const ofReports = readable.filter(({ original }) => !original.templates.some(keepsLines));
  const runs = new Set(ofReports.map(({ final }) => final.link.runId));
  return ({ link }) => !runs.has(link.runId);
}

/** Whether a correction left a line unchanged from the service's data at that time. */
function coveredLines(run: KeptRun): (key: LineKey) => boolean {
  const settledOf = new Map<string, ReadonlySet<string>>();
  const isSettled = (key: LineKey): boolean => {
    const { employeeId } = key;
    const known = settledOf.get(employeeId);
    const settled = known ?? new Set(run.linesOf(new Set([employeeId])).settled.lines.map(lineKeyText));
    settledOf.set(employeeId, settled);
    return settled.has(lineKeyText(key));
  };
  return (key) => {
    const template = run.snapshot.templates.find(({ name }) => name === key.template);
    if (template === undefined || !lookedAt(run, key)) return false;
    const isByHand = keepsLines(template) && template.spec.corrections === 'none';
    return !isByHand || isSettled(key);
  };
}

function lookedAt({ link }: RunOutline, { date }: Pick<LineKey, 'date'>): boolean {
  return isInside(date, coveredDays(link));
}

function isOfPersons(name: string): (template: Snapshot['templates'][number]) => boolean {
  return (template) => template.name !== name || (keepsLines(template) && isByPerson(template.spec));
}

/** A correction may cover several finals; each has its own days, with which the names of rows begin. */
function readLinesBefore(runs: readonly KeptRun[], people: SomePeople, { link }: ActiveFinal): LinesBefore {
  const kept = runs.map((run): KeptLines => run.linesOf(people));
  const [settled, exported] = (['settled', 'exported'] as const).map((which) =>
    kept.map((each) => ofDays(each[which], link.period)),
  ) as [Exported[], Exported[]];
  return {
    before: sumExports([...exported, ...settled]),
    settled: sumExports(settled),
    inFiles: sumExports(exported),
  };
}

/** The part of some exports whose names begin with the days of a final. */
export function ofDays({ lines, rows, records }: Exported, { from, to }: Period): Exported {
  const prefix = `${from}..${to} `;
  return {
    lines: lines.filter(({ row }) => row.startsWith(prefix)),
    rows: rows.filter(({ row }) => row.startsWith(prefix)),
    records: records.filter(({ record }) => record.startsWith(prefix)),
  };
}

function readPlaces(store: Store, { link }: RunOutline): readonly Establishment[] {
  const read = store.read(store.run(link.runId)?.readId ?? '');
  return read === undefined ? [] : parseStoredFacts(read).establishments;
}

type LineTemplate = Extract<Template, { kind: 'text' }>;

/** The templates that the comparison needs, and which of them were requested. */
interface CorrectionTemplates {
  /** Every template of the finals that declares corrections, and the pay lines themselves. */
  readonly compared: readonly LineTemplate[];
  /** Whether the lines of a template are listed; pay lines that no template prints always are. */
  readonly isListed: (template: string) => boolean;
}

/** The templates of finals whose lines are compared, in their current version, or else in the earlier one. */
export async function loadCorrectionTemplates(
  bases: readonly CorrectionBase[],
  named: readonly string[],
  packageFolder: string,
  paths: KeptPaths,
): Promise<CorrectionTemplates> {
  const wanted = new Set(named.map((name) => basename(name, extname(name))));
  const stored = new Map<string, Template>();
  for (const { newest } of bases) {
    for (const template of newest.snapshot.templates)
      stored.set(template.name, placedTemplate(template, paths));
  }
  for (const { original } of bases) {
    for (const template of original.templates)
      if (!stored.has(template.name)) stored.set(template.name, placedTemplate(template, paths));
  }
  const missing = [...wanted].find((name) => !stored.has(name));
  if (missing !== undefined) {
    const text = message('corrections.templateNotFinal', { template: missing });
    throw new PaytallyError('NOTHING_FINAL', text, { record: missing });
  }
  stored.delete(PAY_LINES);
  const current = await Promise.all(
    [...stored.values()].map((template) => loadCurrentTemplate(template, packageFolder)),
  );
  return {
    compared: [...current.filter(keepsLines), await payLinesTemplate(packageFolder)],
    isListed: (name) => name === PAY_LINES || wanted.size === 0 || wanted.has(name),
  };
}

/** Pay lines that no template prints are written as the built-in template writes them. */
export async function payLinesTemplate(packageFolder: string): Promise<LineTemplate> {
  const template = await loadNamed(PAY_LINES_FILE, packageFolder, packageFolder);
  if (template.kind !== 'text') throw new Error(`the built-in template ${PAY_LINES_FILE} is no text`);
  return { ...template, name: PAY_LINES };
}

/** The current file, or the earlier version if the file was deleted. */
async function loadCurrentTemplate(template: Template, packageFolder: string): Promise<Template> {
  const { name, folder, builtIn } = template;
  if (template.kind === 'workbook') return template;
  const paths = builtIn ? [name] : [join(folder, 'template.yaml'), join(folder, `${name}.yaml`)];
  for (const path of paths) {
    const found = await loadNamed(path, packageFolder, folder).catch((failure: unknown) => {
      if (failure instanceof PaytallyError && failure.code === 'TEMPLATE_NOT_FOUND') return undefined;
      throw failure;
    });
    if (found?.name === name) return found;
  }
  if (template.kind === 'text') await makeReaders(template);
  return template;
}

/** The same run with other templates. */
export function withTemplates<Inputs extends RunInputs>(
  prepared: Inputs,
  templates: readonly Template[],
): Inputs {
  return { ...prepared, templates, needs: combineNeeds(templates) };
}
