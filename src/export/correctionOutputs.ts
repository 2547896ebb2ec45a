import { groupBy } from '../domain/collections.js';
import {
  type Exported,
  type LineKey,
  lineKeyText,
  payLineText,
  RowMap,
  rowKeyText,
  sumExports,
  type WrittenRow,
} from '../domain/corrections/exportedLine.js';
import { movedAmount } from '../domain/corrections/lineDifferences.js';
import { buildPostings, type Postings, restatedRows } from '../domain/corrections/postings.js';
import type { PayLineKind } from '../domain/pay/payLine.js';
import type { Period } from '../domain/period/period.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { CorrectionBase, LinesBefore } from '../ledger/correctionBase.js';
import { type CorrectionRow, renderCorrectionFiles } from '../ledger/correctionFiles.js';
import { type CorrectionLine, recordedLines } from '../ledger/correctionLines.js';
import { isByPerson, PAY_LINES, PAY_LINES_FILE } from '../ledger/exportedLines.js';
import type { OutputFile, TemplateOutput } from '../render/outputFile.js';
import type { Template } from '../render/template/template.js';
import type { TextTemplate } from '../render/text/textTemplate.js';
import { runInterruptible } from '../runtime/interruption.js';
import type { ComparedFinal, ComparedFinals } from './comparedFinals.js';
import type { CorrectionScope } from './correctionScope.js';

export interface CorrectionToMake {
  readonly compared: ComparedFinals;
  /** Lines that go into files or are settled. */
  readonly recorded: readonly CorrectionLine[];
  /** Pay lines that are corrected through templates that print them. */
  readonly printed: ComparedFinals['printed'];
  readonly posted: Postings;
  readonly period: Period;
  /** The last compared day: with balances, the end of their reference period. */
  readonly until: LocalDate;
  readonly templates: readonly (TextTemplate & Template)[];
  readonly sequence: number;
}

/** The lines with differences that a final correction records. */
export function buildCorrection(
  { asked, period, listed }: CorrectionScope,
  compared: ComparedFinals,
  lines: readonly CorrectionLine[],
  sequence: number,
): CorrectionToMake {
  const recorded = recordedLines(lines);
  const settled = new Set(
    recorded.flatMap(({ disposition, difference }) => (disposition === 'settled' ? difference : [])),
  );
  const posted = buildPostings(
    recorded.map(({ difference }) => difference),
    (difference) => settled.has(difference),
  );
  const printed = printedLines(compared, lines);
  return {
    compared,
    recorded,
    printed,
    posted,
    period: asked,
    until: period.to,
    templates: listed,
    sequence,
  };
}

/** Pay lines without a remaining difference in a template: they are recorded with the correction. */
function printedLines(
  { printed, unlisted }: ComparedFinals,
  lines: readonly CorrectionLine[],
): ComparedFinals['printed'] {
  const left = lines.filter(({ disposition }) => disposition !== 'file' && disposition !== 'settled');
  const open = new Set([...unlisted, ...left.map(({ difference }) => payLineText(difference.key))]);
  return printed.filter(({ difference }) => !open.has(payLineText(difference.key)));
}

/** The input of a correction's files: the same for the original and for a rerun. */
export interface CorrectionContent extends Omit<CorrectionToMake, 'compared' | 'until' | 'printed'> {
  readonly compared: Pick<ComparedFinals, 'finals'> & {
    readonly prepared: Pick<ComparedFinals['prepared'], 'config' | 'renderWorker'>;
  };
}

/** The files of one template; empty if it has no line. */
export async function outputsOf(
  template: TextTemplate & Template,
  order: CorrectionContent,
): Promise<TemplateOutput[]> {
  const names = namesInFile(template, order.templates);
  const mine = order.recorded.filter(
    (line) => line.disposition === 'file' && names.includes(line.template.name),
  );
  const { corrections, style } = template.spec;
  if (mine.length === 0) return [];
  const named = template.name === PAY_LINES ? { ...template, name: PAY_LINES_FILE } : template;
  const files =
    corrections === 'restate'
      ? await restatements(named, mine, order)
      : await deltas(named, mine, order, style);
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

/** Signed lines, in one file for all finals. */
async function deltas(
  template: TextTemplate & Template,
  mine: readonly CorrectionLine[],
  order: CorrectionContent,
  style: TextTemplate['spec']['style'],
): Promise<OutputFile[]> {
  const { compared, posted, period, sequence } = order;
  const [first] = compared.finals;
  if (first === undefined) return [];
  const byRow = groupBy(mine, ({ difference }) => rowKeyText(difference.key));
  const heldIn = style === 'reversal' ? heldByFinals(template, mine) : undefined;
  const rows = posted.exported.rows.flatMap((row): CorrectionRow[] => {
    const lines = byRow.get(rowKeyText(row)) ?? [];
    if (lines.length === 0) return [];
    const moved = lines.map(({ difference }) => ({ key: difference.key, amount: movedAmount(difference) }));
    const difference = { row: row.row, units: row.units, lines: moved };
    const base = lines[0]?.base;
    return heldIn !== undefined && base !== undefined
      ? reversed(difference, heldIn(row, base))
      : [difference];
  });
  if (rows.length === 0) return [];
  const kindOf = kindsIn(compared.finals);
  const { prepared } = compared;
  const computed = first.computed;
  return renderCorrectionFiles({
    template,
    prepared,
    computed,
    period,
    rows,
    sequence,
    zeros: 'as-declared',
    kindOf,
  });
}

/** The old amount negative, then the new one; an empty amount gives no line. */
function reversed(difference: CorrectionRow, held: CorrectionRow): CorrectionRow[] {
  const { row } = difference;
  const negative = held.lines.map(({ key, amount }) => ({ key, amount: -amount }));
  const parts = [
    { row, reversal: 'old', units: -held.units, lines: negative },
    {
      row,
      reversal: 'new',
      units: held.units + difference.units,
      lines: [...held.lines, ...difference.lines],
    },
  ] as const;
  return parts.filter(({ units }) => units !== 0);
}

/** The target's amount of a row: all exports without settlements. */
function heldByFinals(
  { name, spec }: TextTemplate,
  mine: readonly CorrectionLine[],
): (row: WrittenRow, base: CorrectionBase) => CorrectionRow {
  const byFinal = new Map(
    [...groupBy(mine, ({ base }) => base)].map(([base, lines]) => {
      const people = new Set(lines.map(({ difference }) => difference.key.employeeId));
      const isApart = isByPerson(spec) && base.isByPerson(name);
      return [base, heldByRow(base.linesOf(isApart ? people : 'everybody'))] as const;
    }),
  );
  return (row, base) => byFinal.get(base)?.get(row) ?? { row: row.row, units: 0, lines: [] };
}

function heldByRow({ before, settled }: LinesBefore): RowMap<CorrectionRow> {
  const held = new RowMap<{ row: string; units: number; lines: { key: LineKey; amount: number }[] }>();
  const of = (part: WrittenRow | LineKey) => {
    const known = held.get(part) ?? { row: part.row, units: 0, lines: [] };
    held.set(part, known);
    return known;
  };
  for (const [sum, sign] of [[before, 1] as const, [settled, -1] as const]) {
    for (const row of sum.rows) of(row).units += sign * row.units;
    for (const { amount, ...key } of sum.lines) of(key).lines.push({ key, amount: sign * amount });
  }
  return held;
}

/** The correct lines again, one file per final's period. */
async function restatements(
  template: TextTemplate & Template,
  mine: readonly CorrectionLine[],
  order: CorrectionContent,
): Promise<OutputFile[]> {
  const { compared, posted, sequence } = order;
  const kindOf = kindsIn(compared.finals);
  const { prepared } = compared;
  const files: OutputFile[] = [];
  for (const { base, linesOf, computed } of compared.finals) {
    const own = mine.filter((line) => line.base === base);
    if (own.length === 0) continue;
    const employees =
      template.spec.restateScope === 'all'
        ? null
        : new Set(own.map(({ difference }) => difference.key.employeeId));
    const isApart = isByPerson(template.spec) && base.isByPerson(template.name);
    const people = isApart && employees !== null ? employees : 'everybody';
    const { before, inFiles } = await linesOf(template, people);
    // Excludes settled lines, and changes on days outside the request, which no correction has recorded.
    const right = sumExports([ofTemplate(inFiles, template), ofRows(posted.exported, own)]);
    const amounts = new Map(right.lines.map((line) => [lineKeyText(line), line.amount]));
    const rows = restatedRows({ before, inFiles, right, employees }).map(
      (row): CorrectionRow => ({
        row: row.row,
        units: row.units,
        lines: row.keys.map((key) => ({
          key,
          amount: amounts.get(lineKeyText(key)) ?? 0,
        })),
      }),
    );
    const { period } = base.final.link;
    const printed = { zeros: 'printed', kindOf } as const;
    files.push(
      ...(await renderCorrectionFiles({ template, prepared, computed, period, rows, sequence, ...printed })),
    );
  }
  return files;
}

function ofTemplate({ lines, rows }: Exported, { name }: TextTemplate): Exported {
  const isOf = ({ template }: { readonly template: string }): boolean => template === name;
  return { lines: lines.filter(isOf), rows: rows.filter(isOf) };
}

/** The postings to the rows of some lines. */
function ofRows({ lines, rows }: Exported, some: readonly CorrectionLine[]): Exported {
  const names = new Set(some.map(({ difference }) => rowKeyText(difference.key)));
  const isOf = (row: Pick<WrittenRow, 'template' | 'row'>): boolean => names.has(rowKeyText(row));
  return { lines: lines.filter(isOf), rows: rows.filter(isOf) };
}

/** The kind of each pay code on the finals' days; a code that no longer exists was ordinary work. */
function kindsIn(finals: readonly ComparedFinal[]): (payCode: string) => PayLineKind {
  const kinds = new Map<string, PayLineKind>();
  runInterruptible(() => {
    for (const { computed } of finals) {
      for (const id of computed.people.ids)
        for (const { payCode, kind } of computed.people.of(id).pay.lines) kinds.set(payCode, kind);
    }
  });
  return (payCode) => kinds.get(payCode) ?? 'base';
}
