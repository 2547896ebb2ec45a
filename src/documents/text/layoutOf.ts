import { decimalsOf } from './cellFormat.js';
import type { ColumnSpec } from './columnSpec.js';
import { isWhen, type When } from './conditionText.js';
import { allSections, type FileSpec, type SectionSpec } from './fileSpec.js';
import { RenderProblems } from './renderProblems.js';
import { findMentionedFields } from './resolvedFile.js';
import { DESCRIBING } from './rowRecords.js';
import { type TemplateValues, templateVariables } from './templateVariables.js';
import type { TextSpec } from './textTemplate.js';
import { type JsonTree, listEnclosingRows, type XmlTree } from './treeSpec.js';

type Variables = Readonly<Record<string, string>>;

/**
 * How the rows of a template's files are identified and what they count, with these variables: two equal layouts name
 * equal rows alike. Headings, widths, checks, filters and orders are no part of it.
 */
export function layoutOf(spec: TextSpec, given: TemplateValues): string {
  const variables = templateVariables(spec, given, new RenderProblems(''));
  const files: readonly FileSpec[] = [spec, ...spec.companions];
  return JSON.stringify(files.map((file) => fileLayout(spec, file, variables)));
}

function fileLayout(spec: TextSpec, file: FileSpec, variables: Variables): unknown {
  if (!isOn(file.when, variables)) return null;
  const sections = allSections(file).map((section) =>
    isOn(section.when, variables) ? sectionLayout(section, variables) : null,
  );
  const tree = file.tree === undefined ? null : treeLayout(file.tree, variables);
  const each = (file.blocks ?? []).map((block) => block.each);
  const booked = spec.audience === 'payroll' ? bookedFields(file, variables) : [];
  return { split: file.split, sections, tree, each, booked };
}

function isOn(when: When | undefined, variables: Variables): boolean {
  return isWhen(when, (name) => variables[name] ?? '');
}

/** The fields by which the target may book, as in the names of rows. */
function bookedFields(file: FileSpec, variables: Variables): string[] {
  const mentions = findMentionedFields(file, variables);
  const ofPeople = JSON.stringify(file).match(/employee\.\w+/g) ?? [];
  const names = new Set([...ofPeople, 'external', 'secondary', 'costCenter']);
  return [...names].filter((name) => mentions(name) && !DESCRIBING.includes(name)).sort();
}

function sectionLayout({ data, group, codes, columns }: SectionSpec, variables: Variables): unknown {
  const active = columns.filter(({ when, estimates }) => isOn(when, variables) && estimates !== true);
  const isOther = data !== 'pay-lines';
  const counted = active.flatMap((column, index) => {
    const amount = amountLayout(column, index, variables);
    return amount === undefined ? [] : [amount];
  });
  const texts = isOther ? active.map(({ field, text }) => field ?? text ?? null) : [];
  return { data, group, codes, counted, texts };
}

const TIMES = ['minutes', 'quantity', 'quantityWithoutMinutes'];

/** What an amount counts, and in which unit it is printed; undefined for a column that is no amount. */
function amountLayout(
  { field = '', text, code, pivot, slots, days, amount, format }: Omit<ColumnSpec, 'header'>,
  index: number,
  variables: Variables,
): unknown {
  const isSpread = (code ?? pivot ?? slots ?? days) !== undefined;
  if (!isSpread && amount === undefined && !TIMES.includes(field)) return undefined;
  if (format?.name === 'sign' || amount === 'none') return undefined;
  const codes = typeof code === 'object' ? variables[code.variable] : code;
  const decimals = format === undefined ? undefined : decimalsOf(format);
  const style = format?.name === 'duration' ? format.inputs : undefined;
  const place = amount === undefined && field === 'minutes' ? undefined : index;
  const spread = { codes, pivot: pivot !== undefined, slots: slots !== undefined, days: days?.value };
  return { field, text, amount, place, type: format?.name, decimals, style, ...spread };
}

/** The amounts of a tree, with the groups of the elements around them. */
function treeLayout(tree: XmlTree | JsonTree, variables: Variables): unknown {
  return listEnclosingRows(withoutSwitchedOff(tree, variables)).flatMap(([leaf, rows]) => {
    const column = { ...leaf, days: undefined, code: undefined, pivot: undefined, slots: undefined };
    const amount = amountLayout(column as unknown as ColumnSpec, 0, variables);
    return amount === undefined
      ? []
      : [{ amount, rows: rows.map(({ data, group, on }) => ({ data, group, on })) }];
  });
}

function withoutSwitchedOff<Tree>(node: Tree, variables: Variables): Tree {
  if (Array.isArray(node))
    return node
      .filter((each) => isKept(each, variables))
      .map((each) => withoutSwitchedOff(each, variables)) as Tree;
  if (typeof node !== 'object' || node === null) return node;
  const parts = Object.entries(node)
    .filter(([, each]) => isKept(each, variables))
    .map(([name, each]) => [name, withoutSwitchedOff(each, variables)]);
  return Object.fromEntries(parts) as Tree;
}

function isKept(node: unknown, variables: Variables): boolean {
  if (typeof node !== 'object' || node === null || !('when' in node)) return true;
  return isOn(node.when as When | undefined, variables);
}
