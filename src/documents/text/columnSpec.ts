import { z } from 'zod';
import { ruleText } from '../../config/input/schemaProblems.js';
import { condition, type When } from './conditionText.js';
import { label } from './label.js';
import { AMOUNTS, isDatePattern } from './printFormats.js';
import type { FilterCondition } from './rowSelection.js';
import { orVariable, regexText } from './selectionSpec.js';
import { hasConditions, type ValueSource, value } from './valueSource.js';

/** What a column is, if it is not a single value. */
const SPREAD = ['code', 'pivot', 'slots', 'running', 'days'] as const;

const width = z.int().min(1).max(1000);

const slots = z.strictObject({
  count: z.int().min(1).max(50),
  first: z.int().default(1).describe('The number of the first slot in the headings.'),
  codeHeader: z.string().describe('{n} is the number of the slot.'),
  amountHeader: z.string(),
  codeWidth: width.optional().describe('Of the code; "width" is that of the amount. Default: the same.'),
  sign: z
    .strictObject({
      header: z.string().describe('{n} is the number of the slot.'),
      plus: z.string().default('+'),
      minus: z.string().default('-'),
      place: z.enum(['before', 'after']).default('before').describe('Before or after the amount.'),
    })
    .optional()
    .describe('A column of its own for the sign of each amount, one character in a fixed width.'),
});

/** What a target identifies: an employee or a pay code. */
export const columnKey = z
  .enum(['text', 'number', 'otherwise', 'none'])
  .optional()
  .describe(
    'By this the target knows the employee (or the pay code), so no two may be written alike. number: 017 is 17. otherwise: by this where key columns are empty. Default for employee.number and external in payroll files: text.',
  );

/** The kind of a column's contribution to pay. */
export const columnAmount = z
  .enum([...AMOUNTS, 'none'])
  .optional()
  .describe(
    'The column is an amount in this unit: corrections compare what it prints. none: it repeats an amount for people to read, and is not paid. Without it: minutes and quantities of pay-lines.',
  );

export const reconcile = z
  .union([z.boolean(), z.array(z.string())])
  .default(false)
  .describe(
    'Decimal hours of each person add up to the rounded total (largest remainder): of all lines of the person, or of those alike in these fields.',
  );

/** Checks of a written value, of a column or in a tree. */
export const valueChecks = {
  required: z.boolean().default(false),
  pattern: regexText.optional().describe('A regular expression for the whole text.'),
  patternHint: z.string().optional().describe('The pattern in words, for messages.'),
  maxLength: z.int().optional(),
  oneOf: z.array(z.string()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  minMinutes: z.int().optional(),
  maxMinutes: z.int().optional(),
} as const;

/** The keys of a column. */
const columnKeys = z.strictObject({
  header: label.optional(),
  if: condition.optional(),
  estimates: z
    .literal(true)
    .optional()
    .describe('Only in runs in which published shifts stand in for entries.'),

  value: value.optional(),
  code: orVariable(z.string())
    .optional()
    .describe('The sum of this pay code. A variable may hold several, with commas.'),
  pivot: z
    .strictObject({ sort: z.enum(['text', 'number']).default('text') })
    .optional()
    .describe('A column per pay code.'),
  slots: slots.optional().describe('Pairs of code and amount; further lines where they do not suffice.'),

  running: z
    .strictObject({
      per: z.enum(['file', 'section']).default('section').describe('What it begins anew in.'),
      start: z.int().default(1),
    })
    .optional()
    .describe('The number of the line.'),
  days: z
    .strictObject({
      header: z
        .string()
        .refine(isDatePattern, { error: ruleText('template.schema.datePattern') })
        .default('D'),
    })
    .optional()
    .describe('A column for every calendar day of the file, worked or not.'),

  zero: z
    .enum(['keep', 'blank', 'omit', '0'])
    .default('keep')
    .describe('"omit" leaves the line out, unless it holds another amount.'),

  amount: columnAmount,
  hidden: z
    .literal(true)
    .optional()
    .describe(
      'The line does not show it. With "amount", corrections compare it; with "key", it is checked, and written in a text around the lines.',
    ),
  key: columnKey,
  ...valueChecks,
  codePattern: regexText.optional().describe('For the codes of pivot and slots.'),

  width: width.optional(),
  align: z.enum(['left', 'right']).default('left'),
  pad: z.string().length(1).default(' '),

  total: z.boolean().default(false),
  reconcile,
});

/** One column: a value, or the columns of pay codes or days, and its checks. */
export type ColumnSpec = Omit<z.output<typeof columnKeys>, 'if' | 'value' | 'days'> &
  Omit<ValueSource, 'total'> & {
    /** A total of some of the rows of a line: which rows, and the field of a sum. */
    readonly adds?:
      | { readonly field?: string | undefined; readonly filter: readonly FilterCondition[] }
      | undefined;
    readonly when?: When | undefined;
    readonly days?: { readonly header: string; readonly value: string } | undefined;
    /** The field whose amounts columns of pay codes add up. */
    readonly counted?: string | undefined;
  };

export const column = columnKeys
  .refine((spec) => spec.value !== undefined || SPREAD.some((key) => spec[key] !== undefined), {
    error: ruleText('template.schema.exactlyOne', { keys: ['value', ...SPREAD].join(', ') }),
  })
  .refine((spec) => SPREAD.filter((key) => spec[key] !== undefined).length <= 1, {
    error: ruleText('template.schema.exactlyOne', { keys: SPREAD.join(', ') }),
  })
  .transform(resolvedColumn)
  .superRefine((value, context) => {
    for (const { key, message } of columnProblems(value))
      context.addIssue({ code: 'custom', path: [key], message });
  });

/** The columns of pay codes and of days have the field and the format of their value. */
function resolvedColumn({ if: when, value: source, days, ...keys }: z.output<typeof columnKeys>): ColumnSpec {
  const { total, field, sums, joins, ...rest } = source ?? {};
  const isSpread = SPREAD.some((key) => (key === 'days' ? days : keys[key]) !== undefined);
  const own = isSpread
    ? { format: rest.format, ifEmpty: rest.ifEmpty }
    : {
        ...(field === undefined ? {} : { field }),
        ...(sums ? { sums } : {}),
        ...(joins ? { joins } : {}),
        ...(total !== undefined && field === undefined ? { adds: addedBy(total) } : {}),
        ...rest,
      };
  return {
    ...keys,
    ...own,
    ...(when === undefined ? {} : { when }),
    ...(days === undefined ? {} : { days: { ...days, value: field ?? 'minutes' } }),
    ...(isSpread && field !== undefined ? { counted: field } : {}),
  };
}

/** Distinct values are counted: no field of the rows is added up. */
export function addedBy({ name, path, filter }: NonNullable<ValueSource['total']>): ColumnSpec['adds'] {
  return { ...(name === 'sum' ? { field: path } : {}), filter };
}

/** A key of a column that has no meaning with the others. */
interface ColumnProblem {
  readonly key: string;
  readonly message: string;
}

const TEXT_SOURCES = ['const', 'variable'] as const;
const TEXT_FORMATS: readonly string[] = ['text', 'boolean', 'date', 'time', 'weekday'];

/** Formats whose text is a number that `min` and `max` can be compared with, and texts of digits. */
const COMPARABLE: readonly string[] = ['text', 'integer', 'number', 'minutes', 'hours'];

/** Keys that would be ignored or misunderstood: refused before anything is written. */
function columnProblems(spec: ColumnSpec): ColumnProblem[] {
  return [
    ...textProblems(spec),
    ...slotProblems(spec),
    ...rangeProblems(spec),
    ...hiddenProblems(spec),
    ...totalProblems(spec),
  ];
}

function textProblems(spec: ColumnSpec): ColumnProblem[] {
  const source = TEXT_SOURCES.find((each) => spec[each] !== undefined);
  const format = TEXT_FORMATS.find((name) => name === spec.format?.name);
  if (source === undefined && format === undefined) return [];
  const message =
    source === undefined
      ? ruleText('template.schema.amountOfFormat', { format: format ?? '' })
      : ruleText('template.schema.amountOfText', { source: spec[source] ?? '' });
  return amountKeys(spec).map((key) => ({ key, message }));
}

/** A column of slots has another pay code on every line. */
function slotProblems({ slots, total, reconcile }: ColumnSpec): ColumnProblem[] {
  if (slots === undefined) return [];
  const message = ruleText('template.schema.slotsTotal');
  return [
    ...(total ? [{ key: 'total', message }] : []),
    ...(reconcile === false ? [] : [{ key: 'reconcile', message }]),
  ];
}

/** Which rows a computed amount with conditions has could not be told. */
function totalProblems({ amount, text = '', adds }: ColumnSpec): ColumnProblem[] {
  if (amount === undefined || amount === 'none' || adds !== undefined || !hasConditions(text)) return [];
  return [{ key: 'amount', message: ruleText('template.schema.amountOfConditions') }];
}

/** A column that is not shown must be for corrections or checks; otherwise it is useless. */
function hiddenProblems({ hidden, amount, key }: ColumnSpec): ColumnProblem[] {
  if (hidden === undefined || amount !== undefined || key !== undefined) return [];
  return [{ key: 'hidden', message: ruleText('template.schema.hiddenAmount') }];
}

function rangeProblems({ min, max, format }: ColumnSpec): ColumnProblem[] {
  if (format === undefined || COMPARABLE.includes(format.name)) return [];
  const isText = TEXT_FORMATS.includes(format.name);
  const message = ruleText(isText ? 'template.schema.notComparable' : 'template.schema.useMinutes', {
    format: format.name,
  });
  return [
    ...(min === undefined ? [] : [{ key: 'min', message }]),
    ...(max === undefined ? [] : [{ key: 'max', message }]),
  ];
}

/** The keys of a column that apply only to amounts; for text they would be ignored. */
export function amountKeys(spec: ColumnSpec): string[] {
  const { zero, total, reconcile, minMinutes, maxMinutes } = spec;
  const given = {
    zero: zero !== 'keep',
    total,
    reconcile: reconcile !== false,
    minMinutes: minMinutes !== undefined,
    maxMinutes: maxMinutes !== undefined,
  };
  return Object.entries(given).flatMap(([key, isGiven]) => (isGiven ? [key] : []));
}

/** What a value is of, whatever its format; `sum`, `count`, `data` and `filter` are those of a value of a tree. */
type SourceKeys = Pick<ColumnSpec, 'field' | 'text' | 'code' | 'counted'> & {
  readonly sum?: string | undefined;
  readonly count?: string | undefined;
  readonly data?: string | undefined;
  readonly filter?: readonly FilterCondition[];
};

/** Equal for values of one source: a sign and its digits. */
export function sourceText({ field, text, code, counted, sum, count, data, filter }: SourceKeys): string {
  return JSON.stringify([field, text, code, counted, sum, count, data, filter]);
}

export function isSign({ format }: Pick<ColumnSpec, 'format'>): boolean {
  return format?.name === 'sign';
}

/** Whether a format leaves the sign to another column. */
export function hidesSign({ format }: Pick<ColumnSpec, 'format'>): boolean {
  return format?.sign === 'none';
}
