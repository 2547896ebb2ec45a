import { eitherOf, message, type Text } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import { PAY_LINES_SET, QUANTITIES } from './amountCells.js';
import { amountLeaves } from './amountHomes.js';
import type { ColumnSpec } from './columnSpec.js';
import { allSections, type FileSpec, type SectionSpec } from './fileSpec.js';
import { unitOfKind } from './printFormats.js';
import { isColumnActive, type RenderContext, whenHolds } from './renderContext.js';
import { rowFilter } from './rowFilter.js';
import { employeeLabel } from './rowRecords.js';
import type { FilterCondition } from './rowSelection.js';
import { compileWholeText, type WholeText } from './selectionSpec.js';
import { textPaths } from './textPaths.js';
import type { CodeClass, CodeClassSpec } from './textTemplate.js';
import { type JsonTree, listEnclosingRows, type TreeRows, type XmlTree } from './treeSpec.js';

/**
 * Refuses pay lines whose code takes something else: an amount of money would be paid for a number of hours. Lines with
 * a code that no entry fits are refused too, because the payroll system may read them as anything.
 */
export function checkCodeClasses(context: RenderContext, files: readonly FileSpec[]): void {
  const { codeClasses } = context.spec;
  if (codeClasses === undefined) return;
  const entries = codeClasses.filter((each) => whenHolds(context, each.when)).map(compileEntry);
  for (const file of files.filter((each) => whenHolds(context, each.when)))
    for (const selection of payLineSelections(context, file))
      for (const row of context.model.dataSets.get(PAY_LINES_SET)?.rows ?? [])
        checkRow(context, entries, row, classesOf(row, selection));
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

/** Values that write fields of pay lines, each of its own rows. */
type Selection = readonly {
  readonly isWanted: (row: DataRow) => boolean;
  readonly fields: readonly string[];
}[];

function payLineSelections(context: RenderContext, file: FileSpec): Selection[] {
  const sections = allSections(file)
    .filter(({ data, when: condition }) => data === PAY_LINES_SET && whenHolds(context, condition))
    .map((section) => sectionSelection(context, section));
  return file.tree === undefined ? sections : [...sections, treeSelection(context, file.tree)];
}

function sectionSelection(context: RenderContext, { filter, columns, codes }: SectionSpec): Selection {
  const active = columns.filter((spec) => isColumnActive(context, spec));
  const ofCodes = codes === undefined ? [] : [{ filter, fields: [codes.value] }];
  const ofColumns = active.map((spec) => ({
    filter: [...filter, ...(spec.adds?.filter ?? [])],
    fields: fieldsOfColumn(spec),
  }));
  return [...ofCodes, ...ofColumns].map(({ filter: own, fields }) => ({
    isWanted: rowFilter(context, own, PAY_LINES_SET),
    fields,
  }));
}

function fieldsOfColumn({ field, adds, days, text, amount }: ColumnSpec): readonly string[] {
  if (field !== undefined) return [field];
  if (days !== undefined) return [days.value];
  if (adds === undefined) return fieldsOfText(text, amount);
  return adds.field === undefined || amount === 'none' ? [] : [plainName(adds.field)];
}

/** The fields in the unit of a computed amount: what it compares with them is not written. */
function fieldsOfText(text: string | undefined, amount: ColumnSpec['amount']): readonly string[] {
  if (text === undefined || amount === undefined || amount === 'none') return [];
  const ofUnit = unitOfKind(amount) === 'minutes' ? ['minutes'] : QUANTITIES;
  return textPaths(text)
    .map(plainName)
    .filter((name) => ofUnit.includes(name));
}

/** `minutes` for `pay-lines.minutes`. */
function plainName(path: string): string {
  return path.startsWith(`${PAY_LINES_SET}.`) ? path.slice(PAY_LINES_SET.length + 1) : path;
}

/** The amounts of a tree, each with the rows around it; in a tree without amounts its sums. */
function treeSelection(context: RenderContext, tree: XmlTree | JsonTree): Selection {
  const leaves = listEnclosingRows(tree);
  const amounts = amountLeaves(context, tree);
  const written = leaves.filter(([leaf]) => (amounts.size > 0 ? amounts.has(leaf) : leaf.sum !== undefined));
  return written.flatMap(([leaf, rows]) => {
    const around = leaf.data === PAY_LINES_SET ? [] : linesFilter(rows);
    if (around === undefined) return [];
    const name = leaf.field ?? leaf.sum;
    return [
      {
        isWanted: rowFilter(context, [...around, ...leaf.filter], PAY_LINES_SET),
        fields: name === undefined ? fieldsOfText(leaf.text, leaf.amount) : [name],
      },
    ];
  });
}

/** The conditions of pay lines in nested rows; undefined if the innermost are of another data set. */
function linesFilter(rows: readonly TreeRows[]): readonly FilterCondition[] | undefined {
  let data: string | undefined;
  let filter: readonly FilterCondition[] = [];
  for (const each of rows) {
    const isSame = each.data === undefined || each.data === data;
    filter = isSame ? [...filter, ...each.filter] : each.filter;
    data = each.data ?? data;
  }
  return data === PAY_LINES_SET ? filter : undefined;
}

/** The classes of the amounts that a file writes of a row; none for an amount of 0. */
function classesOf(row: DataRow, selection: Selection): readonly CodeClass[] {
  const writes = (name: string) =>
    (row[name] ?? 0) !== 0 &&
    selection.some(({ isWanted, fields }) => fields.includes(name) && isWanted(row));
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
