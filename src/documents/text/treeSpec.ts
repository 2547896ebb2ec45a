import { z } from 'zod';
import { ruleText } from '../../config/input/schemaProblems.js';
import { DATA_SET_NAMES } from '../dataSet.js';
import { columnAmount, columnKey, reconcile, valueChecks } from './columnSpec.js';
import { condition, type When } from './conditionText.js';
import { type FilterCondition, type RowSelection, selection } from './rowSelection.js';
import { hasConditions, type ValueSource, value } from './valueSource.js';

export const LEAF_SOURCES = ['field', 'const', 'variable', 'text', 'sum', 'count'] as const;

/** A value with its checks. */
const leafKeys = {
  if: condition.optional(),
  value: value.optional(),
  zero: z.enum(['keep', 'omit']).default('keep').describe('omit: the value is left out where it is 0.'),
  empty: z
    .enum(['keep', 'omit'])
    .default('keep')
    .describe('keep: an empty element or attribute, or null; omit: left out.'),
  amount: columnAmount,
  key: columnKey,
  as: z
    .enum(['value', 'text', 'number'])
    .default('value')
    .describe('For JSON. text: a number is written in quotes. number: a text of digits is written without.'),
  ...valueChecks,
  reconcile,
} as const;

/** Why a node repeats: rows of a data set, or those of the enclosing node, one by one or by group. */
export interface TreeRows extends RowSelection {
  readonly join: readonly string[];
}

const XML_NAME = /^[\p{L}_][\p{L}\p{N}._-]*(?::[\p{L}_][\p{L}\p{N}._-]*)?$/u;
const xmlName = z.string().regex(XML_NAME, ruleText('template.schema.xmlName'));

const SOURCES = { keys: 'value' };

/** The number of sources of a node. */
export function sourceCount(value: object): number {
  const given: Readonly<Record<string, unknown>> = { ...value };
  return LEAF_SOURCES.filter((source) => given[source] !== undefined).length;
}

/** Only an amount can agree with a total. */
const isReconciledText = { path: ['reconcile'], error: ruleText('template.schema.amountOfTree') };

function hasReconciledAmount(value: Pick<TreeLeaf, 'reconcile' | 'field' | 'sum'>): boolean {
  return value.reconcile === false || (value.field ?? value.sum) !== undefined;
}

/** Which rows a computed amount with conditions has could not be told. */
const isAmountOfRows = { path: ['amount'], error: ruleText('template.schema.amountOfConditions') };

function hasAmountOfRows({ amount, text }: Pick<TreeLeaf, 'amount' | 'text'>): boolean {
  return amount === undefined || amount === 'none' || !hasConditions(text ?? '');
}

const plainLeaf = z.strictObject(leafKeys);

/** A value of a tree: its source (one of six), its format and its checks. */
export interface TreeLeaf
  extends Omit<z.output<typeof plainLeaf>, 'if' | 'value'>,
    Pick<ValueSource, 'field' | 'const' | 'variable' | 'text' | 'format' | 'ifEmpty' | 'sums' | 'joins'> {
  readonly when?: When | undefined;
  /** The sum of this field over the rows of the node. */
  readonly sum?: string | undefined;
  /** Distinct values of this field in the rows of the node. */
  readonly count?: string | undefined;
  /** The data set of a sum or count; default: that of the node. */
  readonly data?: string | undefined;
  readonly filter: readonly FilterCondition[];
}

type LeafKeys = Omit<z.output<typeof plainLeaf>, 'value' | 'if'>;

/** The value and the condition of a node, as its writer needs them. */
function resolvedLeaf<Keys extends z.output<typeof plainLeaf>>({
  if: when,
  value: source,
  ...keys
}: Keys): Omit<Keys, 'if' | 'value'> & Omit<TreeLeaf, keyof LeafKeys> {
  const { total, ...plain } = source ?? {};
  return {
    ...keys,
    ...(when === undefined ? {} : { when }),
    ...plain,
    ...(total === undefined ? { filter: [] } : totalOfLeaf(total)),
  };
}

function totalOfLeaf({
  name,
  path,
  filter,
}: NonNullable<ValueSource['total']>): Pick<
  TreeLeaf,
  'sum' | 'count' | 'data' | 'filter' | 'field' | 'text' | 'sums'
> {
  const { data, field } = splitPath(path);
  return {
    ...(name === 'sum' ? { sum: field } : { count: field }),
    ...(data === undefined ? {} : { data }),
    field: undefined,
    text: undefined,
    sums: undefined,
    filter: filter.map((each) => ({ ...each, field: splitPath(each.field).field })),
  };
}

/** `pay-lines.minutes`: names of data sets are no parts of the names of fields. */
function splitPath(path: string): { readonly data: string | undefined; readonly field: string } {
  const data = DATA_SET_NAMES.find((name) => path.startsWith(`${name}.`));
  return { data, field: data === undefined ? path : path.slice(data.length + 1) };
}

const leaf = plainLeaf
  .transform((keys): TreeLeaf => resolvedLeaf(keys))
  .refine((value) => sourceCount(value) === 1, { error: ruleText('template.schema.exactlyOne', SOURCES) })
  .refine(hasReconciledAmount, isReconciledText)
  .refine(hasAmountOfRows, isAmountOfRows);

/** An element: attributes, and either a value or children. */
export interface XmlTree extends TreeLeaf {
  readonly element: string;
  /** Repeats the element. */
  readonly rows?: TreeRows | undefined;
  readonly attributes: Readonly<Record<string, TreeLeaf>>;
  readonly children: readonly XmlTree[];
}

/** A value, an object of properties, or a list with an item per row. */
export interface JsonTree extends TreeLeaf {
  readonly rows?: TreeRows | undefined;
  readonly properties?: Readonly<Record<string, JsonTree>> | undefined;
  readonly items?: JsonTree | undefined;
}

/** The rows of a node, with what the values in them add up or list. */
function resolvedRows(each: RowSelection | undefined, node: XmlTree | JsonTree): TreeRows | undefined {
  if (each === undefined) return undefined;
  const leaves = listDirectLeaves(node).map(({ leaf }) => leaf);
  return {
    ...each,
    join: [...new Set(leaves.flatMap(({ joins = [] }) => joins))],
  };
}

const xmlTree: z.ZodType<XmlTree> = z
  .strictObject({
    ...leafKeys,
    element: xmlName,
    each: selection.optional(),
    attributes: z.record(xmlName, leaf).default({}),
    children: z.lazy(() => z.array(xmlTree)).default([]),
  })
  .transform(({ each, ...keys }): XmlTree => {
    const node = resolvedLeaf(keys);
    const rows = resolvedRows(each, node);
    return rows === undefined ? node : { ...node, rows };
  })
  .refine(hasReconciledAmount, isReconciledText)
  .refine(hasAmountOfRows, isAmountOfRows)
  .refine((value) => sourceCount(value) === 0 || value.children.length === 0, {
    path: ['children'],
    error: ruleText('template.schema.elementContent'),
  });

const jsonTree: z.ZodType<JsonTree> = z
  .strictObject({
    ...leafKeys,
    each: selection.optional(),
    properties: z.lazy(() => z.record(z.string(), jsonTree)).optional(),
    items: z.lazy(() => jsonTree).optional(),
  })
  .refine(
    (value) =>
      Number(value.value !== undefined) +
        Number(value.properties !== undefined) +
        Number(value.items !== undefined) ===
      1,
    { error: ruleText('template.schema.jsonContent', SOURCES) },
  )
  .refine((value) => value.items === undefined || value.each !== undefined, {
    error: ruleText('template.schema.itemsAndRows'),
  })
  .transform(({ each, ...keys }): JsonTree => {
    const node = resolvedLeaf(keys);
    const rows = resolvedRows(each, node);
    return rows === undefined ? node : { ...node, rows };
  })
  .refine(hasReconciledAmount, isReconciledText)
  .refine(hasAmountOfRows, isAmountOfRows);

/** The tree of an xml file has an element, that of a json file properties or items. */
export const tree = z.unknown().transform((value, context): XmlTree | JsonTree => {
  const isXml = typeof value === 'object' && value !== null && 'element' in value;
  const result = (isXml ? xmlTree : jsonTree).safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
  return z.NEVER;
});

export function isXmlTree(value: XmlTree | JsonTree): value is XmlTree {
  return 'element' in value;
}

/** A value of a tree, with its name and its rows. */
export interface NamedLeaf {
  readonly name: string;
  readonly leaf: TreeLeaf;
  /** undefined if no rows enclose it. */
  readonly data: string | undefined;
}

/** All values of a tree, in order. */
export function listLeaves(node: XmlTree | JsonTree, outer?: string, path = ''): NamedLeaf[] {
  const data = node.rows?.data ?? outer;
  if (isXmlTree(node)) {
    const name = path === '' ? node.element : `${path}/${node.element}`;
    const attributes = Object.entries(node.attributes).map(([key, leaf]) => ({
      name: `${name}/@${key}`,
      leaf,
      data,
    }));
    const own = sourceCount(node) === 0 ? [] : [{ name, leaf: node, data }];
    return [...attributes, ...own, ...node.children.flatMap((child) => listLeaves(child, data, name))];
  }
  if (node.items !== undefined) return listLeaves(node.items, data, `${path}[]`);
  if (node.properties === undefined) return [{ name: path, leaf: node, data }];
  return Object.entries(node.properties).flatMap(([key, child]) =>
    listLeaves(child, data, path === '' ? key : `${path}.${key}`),
  );
}

/** The values of a node in the same rows. @param path of the outer nodes */
export function listDirectLeaves(node: XmlTree | JsonTree, path = ''): readonly NamedLeaf[] {
  const nested = findInnerRepeats(node).flatMap((each) => listLeaves(each).map(({ leaf }) => leaf));
  return listLeaves(node, undefined, path).filter(({ leaf }) => !nested.includes(leaf));
}

/** The values of a node itself: its attributes and its content. */
export function listOwnLeaves(node: XmlTree | JsonTree): readonly TreeLeaf[] {
  const ofAttributes = isXmlTree(node) ? Object.values(node.attributes) : [];
  return [...ofAttributes, ...(sourceCount(node) === 0 ? [] : [node])];
}

/** The enclosing rows of each value, from the outside in. */
export function listEnclosingRows(
  node: XmlTree | JsonTree,
  outer: readonly TreeRows[] = [],
): readonly (readonly [TreeLeaf, readonly TreeRows[]])[] {
  const rows = node.rows === undefined ? outer : [...outer, node.rows];
  return [
    ...listOwnLeaves(node).map((leaf) => [leaf, rows] as const),
    ...listChildren(node).flatMap((child) => listEnclosingRows(child, rows)),
  ];
}

/** The nearest nodes within a node that have separate rows. The items of a list belong to its rows. */
export function findInnerRepeats(
  node: XmlTree | JsonTree,
  isWanted: (node: XmlTree | JsonTree) => boolean = () => true,
): readonly (XmlTree | JsonTree)[] {
  return listChildren(node)
    .filter(isWanted)
    .flatMap((child): readonly (XmlTree | JsonTree)[] =>
      child.rows === undefined ? findInnerRepeats(child, isWanted) : [child],
    );
}

/** The nodes within a node; the items of a list belong to its rows. */
export function listChildren(node: XmlTree | JsonTree): readonly (XmlTree | JsonTree)[] {
  if (isXmlTree(node)) return node.children;
  return [...(node.items === undefined ? [] : [node.items]), ...Object.values(node.properties ?? {})];
}

/** The rows that repeat nodes, with the data set that they are of. */
export function listRepeats(
  node: XmlTree | JsonTree,
  outer?: string,
): (TreeRows & { readonly of: string | undefined })[] {
  const data = node.rows?.data ?? outer;
  const own = node.rows === undefined ? [] : [{ ...node.rows, of: data }];
  return [...own, ...listChildren(node).flatMap((child) => listRepeats(child, data))];
}
