import type { OutputFile, TemplateOutput } from '../../documents/outputFile.js';
import type { Template } from '../../documents/template/template.js';
import { hasTotals } from '../../documents/text/fileSpec.js';
import type { TextTemplate } from '../../documents/text/textTemplate.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { type Exported, payLineText, sumExports } from '../../domain/corrections/exportedLine.js';
import { buildPostings, type Postings, restatedRows } from '../../domain/corrections/postings.js';
import { recordNameOf } from '../../domain/corrections/rowName.js';
import type { Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { RunInputs } from '../compute/employerInputs.js';
import { type CorrectionBase, type LinesBefore, ofDays } from '../ledger/correctionBase.js';
import { isByPerson, PAY_LINES, PAY_LINES_FILE } from '../ledger/exportedLines.js';
import type { SomePeople } from '../ledger/keptRun.js';
import type { Snapshot } from '../ledger/runSnapshot.js';
import type { ComparedFinals } from './comparedFinals.js';
import { recordsConcerned } from './concernedRecords.js';
import {
  type CorrectionRecord,
  type FileNumber,
  recordsOf,
  renderCorrectionFiles,
  reversedRecords,
} from './correctionFiles.js';
import { type CorrectionLine, recordedLines } from './correctionLines.js';
import type { CorrectionScope } from './correctionScope.js';
import { acceptedFindings } from './knownFindings.js';
import { findLineRows, findShownValues } from './payLineValues.js';
import { payLinesWithin } from './printedPayLines.js';

export interface CorrectionToMake {
  readonly compared: ComparedFinals;
  /** The ledger with which the finals were compared. */
  readonly links: readonly LedgerLink[];
  /** Lines that go into files or are settled. */
  readonly recorded: readonly CorrectionLine[];
  /** Pay lines that are corrected through templates that print them. */
  readonly printed: ComparedFinals['printed'];
  /** Hours accounts of the compared finals whose new balances are recorded. */
  readonly balances: ComparedFinals['balances'];
  readonly posted: Postings;
  readonly period: Period;
  /** The last compared day, which can be later than the last requested one. */
  readonly until: LocalDate;
  readonly templates: readonly (TextTemplate & Template)[];
  readonly sequence: number;
  /** The findings of the requested finals that it accepts. */
  readonly accepts: Pick<Snapshot, 'findings' | 'seen'>;
}

/** The lines with differences that a final correction records. */
export function buildCorrection(
  { asked, period, listed, links, isAsked }: CorrectionScope,
  compared: ComparedFinals,
  lines: readonly CorrectionLine[],
  sequence: number,
): CorrectionToMake {
  const recorded = recordedLines(lines);
  const settled = new Set(
    recorded.flatMap(({ disposition, difference }) => (disposition === 'settled' ? difference : [])),
  );
  const differences = recorded.map(({ difference }) => difference);
  const unknown = differences.flatMap(({ key, written }) =>
    written !== null && written.record.shown === undefined ? [key] : [],
  );
  const computed = compared.finals.map((final) => final.computed);
  const posted = buildPostings(
    differences,
    (difference) => settled.has(difference),
    findShownValues(computed, unknown),
  );
  const printed = printedLines(compared, lines);
  const accepted = compared.finals
    .filter(({ base }) => isAsked(base.final))
    .map((final) => acceptedFindings(final, lines));
  return {
    compared,
    links,
    recorded,
    printed,
    balances: compared.balances.filter(({ isLater }) => !isLater),
    posted,
    period: asked,
    until: period.to,
    templates: listed,
    sequence,
    accepts: {
      findings: accepted.flatMap(({ findings }) => findings),
      seen: accepted.flatMap(({ seen }) => seen),
    },
  };
}

/** Pay lines without a remaining difference in a template: they are recorded with the correction. */
function printedLines(
  { printed, unlisted, carriedBy }: ComparedFinals,
  lines: readonly CorrectionLine[],
): ComparedFinals['printed'] {
  const left = lines.filter(({ disposition }) => disposition !== 'file' && disposition !== 'settled');
  const open = new Set([
    ...unlisted,
    ...left.flatMap(({ difference }) => payLinesWithin(difference.key, carriedBy)),
  ]);
  return printed.filter(({ difference }) => !open.has(payLineText(difference.key)));
}

/** A final, and what the ledger has for its days before a correction. */
interface CorrectedFinal {
  readonly base: CorrectionBase;
  readonly computed: ComputedPeriod;
  readonly linesBefore: (template: TextTemplate & Template, people: SomePeople) => Promise<LinesBefore>;
}

/** The input of a correction's files: the same for the original and for a rerun. */
export interface CorrectionContent {
  readonly finals: readonly CorrectedFinal[];
  readonly prepared: Pick<RunInputs, 'config'>;
  readonly posted: Pick<Postings, 'exported'>;
  readonly period: Period;
  readonly templates: readonly (TextTemplate & Template)[];
  readonly numberOf: FileNumber;
}

/** The files of one template; empty if it has no posting. */
export async function outputsOf(
  template: TextTemplate & Template,
  content: CorrectionContent,
): Promise<TemplateOutput[]> {
  const names = namesInFile(template, content.templates);
  const mine = ofTemplates(content.posted.exported, names);
  if (mine.rows.length === 0) return [];
  const named = template.name === PAY_LINES ? { ...template, name: PAY_LINES_FILE } : template;
  const isRestated = template.spec.corrections === 'restate';
  const files = isRestated
    ? await restatements(named, mine, content)
    : await signedLines(named, mine, content);
  return files.map((file) => ({ template: named.name, file }));
}

/** The owner of the lines in a template's file: pay lines that no template prints share it with the built-in one. */
function namesInFile(template: NamedTemplate, templates: readonly NamedTemplate[]): readonly string[] {
  const { name } = template;
  const splitsByRecipient = (each: NamedTemplate) => each.builtIn && each.name === PAY_LINES_FILE;
  if (name === PAY_LINES) return templates.some(splitsByRecipient) ? [] : [PAY_LINES];
  return splitsByRecipient(template) ? [name, PAY_LINES] : [name];
}

type NamedTemplate = Pick<Template, 'name' | 'builtIn'>;

/** Differences, or the old amounts and the new ones, in one file for all finals. */
async function signedLines(
  template: TextTemplate & Template,
  mine: Exported,
  content: CorrectionContent,
): Promise<OutputFile[]> {
  const [first] = content.finals;
  if (first === undefined) return [];
  const moved = recordsWith(template, mine, content, () => true);
  const isReversed = template.spec.style === 'reversal';
  const records = isReversed ? reversedRecords(moved, await heldRecords(template, mine, content)) : moved;
  return renderCorrectionFiles({
    template,
    records,
    zeros: 'as-declared',
    computed: first.computed,
    ...content,
  });
}

/** Another final of the same days has the same names of rows. */
function finalsOf({ name }: TextTemplate, { finals }: CorrectionContent): readonly CorrectedFinal[] {
  return finals.filter(({ base }) => base.final.templates.includes(name));
}

/** The target's amounts of some rows, by record: all exports without settlements. */
async function heldRecords(
  template: TextTemplate & Template,
  mine: Exported,
  content: CorrectionContent,
): Promise<ReadonlyMap<string, CorrectionRecord>> {
  const wanted = new Set(mine.rows.map(({ row }) => row));
  const held: CorrectionRecord[] = [];
  for (const final of finalsOf(template, content)) {
    const { inFiles } = await final.linesBefore(template, peopleOf(template, final, mine));
    held.push(...recordsWith(template, inFiles, content, (row) => wanted.has(row)));
  }
  return new Map(held.map((record) => [record.record, record]));
}

/** The correct lines again, one file per final's period. */
async function restatements(
  template: TextTemplate & Template,
  mine: Exported,
  content: CorrectionContent,
): Promise<OutputFile[]> {
  const files: OutputFile[] = [];
  for (const final of finalsOf(template, content)) {
    const { base, computed } = final;
    const { period } = base.final.link;
    const posted = ofDays(mine, period);
    if (posted.rows.length === 0) continue;
    const { inFiles } = await final.linesBefore(template, 'all');
    // Excludes settled lines, and changes on days outside the request, which no correction has recorded.
    const right = sumExports([inFiles, posted]);
    const wanted = new Set(restatedRows(right, inFiles).map(({ row }) => row));
    const all = recordsWith(template, right, content, (row) => wanted.has(row));
    const records =
      template.spec.restateScope === 'all'
        ? all
        : recordsConcerned(all, right.lines, posted.lines, template.spec);
    const file = { template, computed, records, zeros: 'printed' } as const;
    files.push(...(await renderCorrectionFiles({ ...content, ...file, period })));
  }
  return files;
}

/** Records with what they show, also those whose values no run recorded. */
function recordsWith(
  { spec }: TextTemplate,
  exported: Exported,
  { finals }: Pick<CorrectionContent, 'finals'>,
  isWanted: (row: string) => boolean,
): CorrectionRecord[] {
  const known = new Set(exported.records.map(({ record }) => record));
  const unknown = exported.lines.filter(({ row }) => isWanted(row) && !known.has(recordNameOf(row)));
  const shownOf = findShownValues(
    finals.map(({ computed }) => computed),
    unknown,
  );
  const wanted = exported.lines.filter(({ row }) => isWanted(row));
  const computed = finals.map((final) => final.computed);
  return recordsOf(exported, isWanted, shownOf, hasTotals(spec) ? findLineRows(computed, wanted) : undefined);
}

function ofTemplates({ lines, rows, records }: Exported, names: readonly string[]): Exported {
  const isOf = ({ template }: { readonly template: string }): boolean => names.includes(template);
  return { lines: lines.filter(isOf), rows: rows.filter(isOf), records: records.filter(isOf) };
}

/** In one person's batch if each row of the template belongs to one person, then and now. */
function peopleOf({ name, spec }: TextTemplate, { base }: CorrectedFinal, { lines }: Exported): SomePeople {
  const isApart = isByPerson(spec) && base.isByPerson(name);
  return isApart ? new Set(lines.map(({ employeeId }) => employeeId)) : 'all';
}
