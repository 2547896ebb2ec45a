import { z } from 'zod';
import { ruleText } from '../../config/input/schemaProblems.js';
import { parseExpression } from '../../language/grammar.js';
import { DATA_SET_NAMES } from '../dataSet.js';
import { type ColumnSpec, column } from './columnSpec.js';
import { canBothHold, condition, readOrReport, type When } from './conditionText.js';
import { type Label, label } from './label.js';
import { type FilterCondition, limitedSelection, type SectionSortKey, selection } from './rowSelection.js';
import { orVariable, regexText } from './selectionSpec.js';
import { isXmlTree, listLeaves, listRepeats, tree } from './treeSpec.js';
import { composedText, totalsIn } from './valueSource.js';

/** A text around lines: one text, or its lines, some of them under a condition. */
const aroundText = z
  .union([
    composedText,
    z.array(z.union([composedText, z.strictObject({ line: composedText, if: condition })])),
  ])
  .transform((value): readonly TextLine[] =>
    [value]
      .flat()
      .map((each) => (typeof each === 'string' ? { line: each } : { line: each.line, when: each.if })),
  );

export interface TextLine {
  readonly line: string;
  readonly when?: When | undefined;
}

/** The number of rows left out, in the label of their line. */
export const COUNT = '{n}';

function labelTexts(texts: Label): readonly string[] {
  return typeof texts === 'string' ? [texts] : Object.values(texts);
}

const sectionKeys = z.strictObject({
  if: condition.optional(),
  preamble: aroundText.optional(),
  each: limitedSelection,
  codes: z
    .strictObject({ by: z.string().default('external') })
    .optional()
    .describe('For columns with code, pivot or slots: the field that names the code.'),
  header: z
    .union([z.boolean(), z.strictObject({ if: condition })])
    .default(true)
    .describe('Headings, or none; or only under a condition.'),
  columns: z.array(column).min(1),
  totals: z
    .strictObject({ label: label })
    .optional()
    .describe('A last line with the sums of the columns that have total: true.'),
  others: z
    .strictObject({
      label: label.refine((texts) => labelTexts(texts).every((text) => text.includes(COUNT)), {
        error: ruleText('template.schema.othersCount'),
      }),
    })
    .optional()
    .describe('With a limit: the line of all rows that it leaves out, with their sums; {n} is their number.'),
  footer: aroundText.optional(),
});

/** Rows of one data set as lines. */
export interface SectionSpec
  extends Omit<z.output<typeof sectionKeys>, 'if' | 'each' | 'codes' | 'header' | 'columns'> {
  readonly when?: When | undefined;
  readonly data: string;
  /** All of them must hold. */
  readonly filter: readonly FilterCondition[];
  /** One line per combination of these; minutes are summed. */
  readonly group?: readonly string[] | undefined;
  /** Further number fields that are summed in a group. */
  readonly sum: readonly string[];
  /** Fields that may differ in a group: their values, with commas. */
  readonly join: readonly string[];
  readonly sort: readonly SectionSortKey[];
  readonly limit?: number | undefined;
  readonly codes?: { readonly by: string; readonly value: string } | undefined;
  readonly header: boolean | { readonly when: When };
  readonly columns: readonly ColumnSpec[];
}

const section = sectionKeys
  .superRefine(({ columns, codes, each, others }, context) => {
    const message = spreadProblem(columns, codes !== undefined);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['columns'], message });
    if (each.data === undefined)
      context.addIssue({ code: 'custom', path: ['each'], message: ruleText('template.schema.needsData') });
    if (each.limit !== undefined && others === undefined)
      context.addIssue({ code: 'custom', path: ['each'], message: ruleText('template.schema.limitOthers') });
    if (each.limit === undefined && others !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['others'],
        message: ruleText('template.schema.othersLimit'),
      });
  })
  .transform(({ if: when, each, codes, header, ...keys }): SectionSpec => {
    const columns = keys.columns.map((spec) => withNamedTotal(spec, each.data ?? ''));
    const [counted = 'minutes'] = countedFields(columns);
    return {
      ...keys,
      columns,
      ...(when === undefined ? {} : { when }),
      data: each.data ?? '',
      filter: each.filter,
      group: each.group,
      sum: [...new Set(columns.flatMap(({ sums = [] }) => sums))],
      join: [...new Set(columns.flatMap(({ joins = [] }) => joins))],
      sort: each.sort,
      ...(each.limit === undefined ? {} : { limit: each.limit }),
      codes: codes && { by: codes.by, value: counted },
      header: typeof header === 'boolean' ? header : { when: header.if },
    };
  });

/** A total that names its data set: that of the rows, or another one, which is a value of its own. */
function withNamedTotal(spec: ColumnSpec, data: string): ColumnSpec {
  const { sums, joins, field = '', ...rest } = spec;
  const name =
    sums || joins ? [data, ...DATA_SET_NAMES].find((set) => field.startsWith(`${set}.`)) : undefined;
  if (name === undefined) return spec;
  const own = field.slice(name.length + 1);
  if (name === data) return { ...spec, field: own, ...(sums ? { sums: [own] } : { joins: [own] }) };
  return { ...rest, text: `{{${sums ? 'sum' : 'join'}(${field})}}` };
}

const blockKeys = z.strictObject({
  if: condition.optional(),
  each: selection.describe('A block per combination of the group; sections hold the rows that have them.'),
  preamble: aroundText.optional(),
  sections: z.array(section).min(1),
  footer: aroundText.optional(),
});

/** Sections that are written once per row or group, with text before and after: a block per employee. */
export interface BlockSpec
  extends Omit<z.output<typeof blockKeys>, 'if' | 'each'>,
    Pick<SectionSpec, 'when' | 'data' | 'filter' | 'sort'> {
  readonly each: readonly string[];
}

const block = blockKeys
  .superRefine(({ each }, context) => {
    if (each.data === undefined || each.group === undefined)
      context.addIssue({ code: 'custom', path: ['each'], message: ruleText('template.schema.needsGroup') });
  })
  .transform(({ if: when, each, ...keys }): BlockSpec => {
    const { data = '', filter, group = [], sort } = each;
    return { ...keys, ...(when === undefined ? {} : { when }), data, filter, each: group, sort };
  });

/** Why the columns of pay codes are not possible or cannot be combined; undefined if they can. */
function spreadProblem(columns: readonly ColumnSpec[], hasCodes: boolean): string | undefined {
  const ofCodes = columns.find(({ code, pivot, slots }) => (code ?? pivot ?? slots) !== undefined);
  if (ofCodes !== undefined && !hasCodes) return ruleText('template.schema.needsCodes');
  const spread = columns.filter(({ pivot, slots }) => (pivot ?? slots) !== undefined);
  const isTwice = spread.some((one, index) =>
    spread.slice(index + 1).some((other) => canBothHold(one.when, other.when)),
  );
  if (isTwice) return ruleText('template.schema.spreadTwice');
  const [first = '', second] = countedFields(columns);
  return second === undefined ? undefined : ruleText('template.schema.codesOneField', { first, second });
}

/** The fields that columns of pay codes add up, each once. */
function countedFields(columns: readonly ColumnSpec[]): string[] {
  const ofCodes = columns.filter(({ code, pivot, slots }) => (code ?? pivot ?? slots) !== undefined);
  return [...new Set(ofCodes.map(({ counted = 'minutes' }) => counted))];
}

const delimiter = z.enum([';', ',', '\t', '|', '']).describe('Empty for fixed width.');

const dialectKeys = z
  .strictObject({
    type: z
      .enum(['delimited', 'xml', 'json'])
      .default('delimited')
      .describe('xml and json have a tree instead of sections; dialect: xml is short for it.'),
    declaration: z.boolean().default(true).describe('For xml: the first line with version and encoding.'),
    indent: z
      .int()
      .min(0)
      .max(8)
      .default(2)
      .describe('For xml and json: spaces per level; 0: all on one line.'),
    schema: z
      .string()
      .regex(/^[^/\\\\]+$/, ruleText('template.schema.fileBeside'))
      .optional()
      .describe('An XSD or JSON schema next to the template, against which every file is read back.'),
    delimiter: orVariable(delimiter).default(','),
    quoting: z
      .enum(['rfc4180', 'all', 'none'])
      .optional()
      .describe(
        '"all" puts every field in quotes; "none" refuses what would need them; default: rfc4180, and none for fixed width.',
      ),
    newline: orVariable(z.enum(['lf', 'crlf', 'cr'])).default('lf'),
    trailingDelimiter: z.boolean().default(false),
    finalNewline: z.boolean().default(true),
    allowed: regexText.optional().describe('A regular expression that each field must match as a whole.'),
    sheet: z
      .string()
      .regex(/^[^\\/?*[\]:]{1,31}$/, ruleText('template.schema.sheetName'))
      .optional()
      .describe(
        'For delimited lines: writes them as the only sheet, with this name, of an Excel workbook. Plain numbers with a point are numbers.',
      ),
  })
  .refine(({ delimiter, quoting }) => delimiter !== '' || quoting === undefined || quoting === 'none', {
    path: ['quoting'],
    error: ruleText('template.schema.quotesOfFixed'),
  })
  .refine(({ sheet, type, delimiter }) => sheet === undefined || (type === 'delimited' && delimiter !== ''), {
    path: ['sheet'],
    error: ruleText('template.schema.sheetLines'),
  });

const dialectSpec = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  dialectKeys,
);
export type DialectSpec = z.output<typeof dialectSpec>;

const encodingSpec = z.strictObject({
  charset: z.enum(['utf-8', 'windows-1252', 'ascii']).default('utf-8'),
  bom: z.boolean().default(false).describe('For utf-8 only.'),
  accents: z
    .enum(['refuse', 'strip'])
    .default('refuse')
    .describe('"strip" writes é as e where the encoding lacks it.'),
});
export type EncodingSpec = z.output<typeof encodingSpec>;

const periodCheck = z
  .strictObject({
    if: condition.optional(),
    must: z
      .string()
      .superRefine((text, context) => {
        readOrReport(context, () => parseExpression(text));
      })
      .describe('What must be true of the run or the file: part.days = 7.'),
    message: z.string(),
  })
  .transform(({ if: when, ...keys }) => ({ ...keys, ...(when === undefined ? {} : { when }) }));

const noticeSpec = z
  .strictObject({
    if: condition.optional(),
    each: selection.describe('The rows that people should know of.'),
    message: z.string(),
  })
  .transform(({ if: when, each, message }) => ({
    ...(when === undefined ? {} : { when }),
    data: each.data ?? '',
    filter: each.filter,
    message,
  }));

/** One file: text before, sections of rows, text after. A single section may be at the top level. */
export const fileKeys = z.strictObject({
  if: condition.optional(),
  fileName: composedText
    .optional()
    .describe('Text with placeholders; default: EMPLOYER_PERIOD_TEMPLATE.EXTENSION.'),
  extension: z
    .string()
    .regex(/^[a-z0-9]+$/)
    .optional()
    .describe('Default: xml, json, txt for tabs and fixed width, else csv.'),
  split: z
    .union([z.enum(['payroll-month', 'month']), z.strictObject({ field: z.string() })])
    .optional()
    .describe(
      'payroll-month: up to 31 days are one file, a longer period is cut at months, and so is any period where a column gives only the number of the day. month: always cut.',
    ),
  dialect: dialectSpec.prefault({}),
  encoding: encodingSpec.prefault({}),
  checks: z.array(periodCheck).default([]).describe('What must hold for the period, or the file is refused.'),
  notices: z
    .array(noticeSpec)
    .default([])
    .describe('What people should know where rows are like this; the file is written.'),
  preamble: aroundText.optional(),
  sections: z.array(section).optional(),
  rows: section.optional().describe('The only section.'),
  blocks: z.array(block).optional().describe('Sections per employee, place or day, after the others.'),
  footer: aroundText.optional(),
  tree: tree
    .optional()
    .describe('For xml: an element with attributes and children; for json: properties or items.'),
});
/** A file with its condition. */
export type FileSpec = Omit<z.output<typeof fileKeys>, 'if'> & { readonly when?: When | undefined };

/** The keys of a file as its writer needs them. */
export function resolvedFile<Keys extends { readonly if?: When | undefined }>({
  if: when,
  ...keys
}: Keys): Omit<Keys, 'if'> & { readonly when?: When | undefined } {
  return { ...keys, ...(when === undefined ? {} : { when }) };
}

export const fileSpec = fileKeys.transform((keys): FileSpec => resolvedFile(keys));

/** All sections of a file, those of its blocks too. */
export function allSections(file: Pick<FileSpec, 'sections' | 'rows' | 'blocks'>): readonly SectionSpec[] {
  const ofBlocks = (file.blocks ?? []).flatMap(({ sections }) => sections);
  return [...plainSections(file), ...ofBlocks];
}

/** The sections that are written once. */
export function plainSections(file: Pick<FileSpec, 'sections' | 'rows'>): readonly SectionSpec[] {
  return file.sections ?? (file.rows === undefined ? [] : [file.rows]);
}

/** Whether a file has data; one without rows describes another file. */
export function hasRows(file: Pick<FileSpec, 'sections' | 'rows' | 'blocks' | 'tree'>): boolean {
  return allSections(file).length > 0 || (file.tree !== undefined && listRepeats(file.tree).length > 0);
}

type Totalled = Pick<FileSpec, 'sections' | 'rows' | 'blocks' | 'tree'>;

/** Whether a template has lines or trees with values that may be totals. */
export function hasTotals(spec: Totalled & { readonly companions: readonly Totalled[] }): boolean {
  return [spec, ...spec.companions].some((file) => {
    const columns = allSections(file).flatMap((section) => section.columns);
    const leaves = file.tree === undefined ? [] : listLeaves(file.tree);
    return (
      columns.some(({ text = '' }) => totalsIn(text).length > 0) ||
      leaves.some(({ leaf }) => (leaf.sum ?? leaf.count ?? leaf.text) !== undefined)
    );
  });
}

/** The extension of a default name: that of the template, or else of its dialect. */
export function extensionOf({ extension, dialect }: Pick<FileSpec, 'extension' | 'dialect'>): string {
  if (extension !== undefined) return extension;
  if (dialect.type !== 'delimited') return dialect.type;
  if (dialect.sheet !== undefined) return 'xlsx';
  return dialect.delimiter === '' || dialect.delimiter === '\t' ? 'txt' : 'csv';
}

const TEXT_KEYS = ['rows', 'sections', 'blocks', 'preamble', 'footer'] as const;

/** Keys of a file that do not belong to its dialect. */
export function fileProblems(file: FileSpec): readonly { readonly key: string; readonly message: string }[] {
  const { type } = file.dialect;
  if (type === 'delimited') {
    return file.tree === undefined ? [] : [{ key: 'tree', message: ruleText('template.schema.treeOnly') }];
  }
  const texts = TEXT_KEYS.filter((key) => file[key] !== undefined).map((key) => ({
    key,
    message: ruleText('template.schema.textOnly', { dialect: type }),
  }));
  if (file.tree === undefined)
    return [...texts, { key: 'tree', message: ruleText('template.schema.treeNeeded', { dialect: type }) }];
  const isXml = isXmlTree(file.tree);
  if (isXml === (type === 'xml')) return texts;
  const message = ruleText(isXml ? 'template.schema.jsonBegins' : 'template.schema.xmlBegins');
  return [...texts, { key: 'tree', message }];
}
