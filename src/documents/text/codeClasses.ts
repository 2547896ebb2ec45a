import { eitherOf, message, type Text } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import { PAY_LINES_SET } from './amountCells.js';
import { allSections, type FileSpec } from './fileSpec.js';
import { type RenderContext, whenHolds } from './renderContext.js';
import { rowFilter } from './rowFilter.js';
import { employeeLabel } from './rowRecords.js';
import { compileWholeText, type WholeText } from './selectionSpec.js';
import type { CodeClass, CodeClassSpec } from './textTemplate.js';
import { listLeaves, listRepeats } from './treeSpec.js';

/**
 * Refuses pay lines whose code takes something else: an amount of money would be paid for a number of hours. Lines with
 * a code that no entry fits are refused too, because the payroll system may read them as anything.
 */
export function checkCodeClasses(context: RenderContext, files: readonly FileSpec[]): void {
  const { codeClasses } = context.spec;
  if (codeClasses === undefined) return;
  const entries = codeClasses.filter((each) => whenHolds(context, each.when)).map(compileEntry);
  for (const file of files.filter((each) => whenHolds(context, each.when)))
    for (const { isWanted, fields } of payLineSelections(context, file))
      for (const row of context.model.dataSets.get(PAY_LINES_SET)?.rows ?? [])
        if (isWanted(row)) checkRow(context, entries, row, classesOf(row, fields));
}

interface CompiledEntry extends Pick<CodeClassSpec, 'hint'> {
  readonly classes: readonly CodeClass[];
  readonly external: WholeText | undefined;
  readonly secondary: WholeText | undefined;
  /** The codes as the template has them. */
  readonly codes: string;
}

function compileEntry({ class: given, external, secondary, hint }: CodeClassSpec): CompiledEntry {
  const compiled = (pattern: string | undefined) =>
    pattern === undefined ? undefined : compileWholeText(pattern);
  return {
    classes: [given].flat(),
    external: compiled(external),
    secondary: compiled(secondary),
    hint,
    codes: external ?? secondary ?? '',
  };
}

/** Rows of pay lines in a file, and the fields that it writes of them. */
interface Selection {
  readonly isWanted: (row: DataRow) => boolean;
  readonly fields: ReadonlySet<string>;
}

function payLineSelections(context: RenderContext, file: FileSpec): Selection[] {
  const sections = allSections(file)
    .filter(({ data, when: condition }) => data === PAY_LINES_SET && whenHolds(context, condition))
    .map(({ filter, columns, codes }) => ({
      isWanted: rowFilter(context, filter, PAY_LINES_SET),
      fields: new Set([...columns.flatMap(({ field }) => field ?? []), ...(codes ? [codes.value] : [])]),
    }));
  if (file.tree === undefined) return sections;
  const leaves = listLeaves(file.tree).filter(({ data }) => data === PAY_LINES_SET);
  const fields = new Set(leaves.flatMap(({ leaf }) => [leaf.field ?? [], leaf.sum ?? []].flat()));
  const filters = listRepeats(file.tree)
    .filter(({ of }) => of === PAY_LINES_SET)
    .map(({ filter }) => rowFilter(context, filter, PAY_LINES_SET));
  const isWanted = (row: DataRow) => filters.every((each) => each(row));
  return filters.length === 0 ? sections : [...sections, { isWanted, fields }];
}

/** The classes of the amounts that a file writes of a row; none for an amount of 0. */
function classesOf(row: DataRow, fields: ReadonlySet<string>): readonly CodeClass[] {
  const writes = (name: string) => fields.has(name) && (row[name] ?? 0) !== 0;
  const hasQuantity = writes('quantity') || writes('quantityWithoutMinutes');
  const ofQuantity: CodeClass = row.kind === 'absence' ? 'days' : 'times';
  return [...(writes('minutes') ? ['hours' as const] : []), ...(hasQuantity ? [ofQuantity] : [])];
}

function checkRow(
  context: RenderContext,
  entries: readonly CompiledEntry[],
  row: DataRow,
  given: readonly CodeClass[],
): void {
  const external = String(row.external ?? '');
  const secondary = String(row.secondary ?? '');
  if (given.length === 0 || external === '') return;
  const entry = entries.find(
    (each) => each.external?.test(external) !== false && each.secondary?.test(secondary) !== false,
  );
  if (entry?.classes.some((each) => given.includes(each))) return;
  const known = entries.filter(({ classes }) => classes.some((each) => given.includes(each)));
  const values = {
    payCode: String(row.payCode ?? ''),
    given: eitherOf(given.map(classText)),
    taken: entry === undefined ? '' : eitherOf(entry.classes.map(classText)),
    isKnown: entry === undefined ? ('no' as const) : ('yes' as const),
    codes: eitherOf(known.map(({ hint, codes }) => hint ?? codes)),
    hasCodes: known.some(({ hint, codes }) => (hint ?? codes) !== '') ? ('yes' as const) : ('no' as const),
  };
  context.problems.add(message('template.codeClass', values), {
    column: 'external',
    employee: employeeLabel(row),
    value: secondary === '' ? external : `${external} ${secondary}`,
  });
}

function classText(each: CodeClass): Text {
  return message(`template.codeClass.${each}`);
}
