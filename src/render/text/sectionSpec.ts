import { z } from 'zod';
import { orVariable } from './columnFormat.js';
import { type ColumnSpec, column, label } from './columnSpec.js';

/** Holds where each variable named has the value, or one of the values. */
export const when = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type When = z.output<typeof when>;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const condition = z
  .strictObject({
    field: z.string(),
    is: orVariable(scalar).optional(),
    isNot: orVariable(scalar).optional(),
    in: orVariable(z.array(scalar)).optional().describe('A variable holds a list with commas.'),
    notIn: orVariable(z.array(scalar)).optional(),
    above: z.number().optional(),
    below: z.number().optional(),
    empty: z.boolean().optional(),
  })
  .refine((value) => Object.keys(value).length >= 2, {
    error: 'say what the field is compared with: is, isNot, in, notIn, above, below or empty',
  });
export type FilterCondition = z.output<typeof condition>;

export const sortKey = z.preprocess(
  (value) => (typeof value === 'string' ? { field: value } : value),
  z.strictObject({
    field: z.string(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    as: z.enum(['text', 'number']).default('text').describe('"number" puts 9 before 10 in texts of digits.'),
  }),
);
export type SectionSortKey = z.output<typeof sortKey>;

/** Rows of one data set as lines. */
export const section = z
  .strictObject({
    when: when.optional(),
    preamble: z.string().optional(),
    data: z.string(),
    filter: z.array(condition).default([]).describe('All of them must hold.'),
    group: z.array(z.string()).optional().describe('One line per combination of these; minutes are summed.'),
    sum: z.array(z.string()).default([]).describe('Further number fields that are summed in a group.'),
    join: z
      .array(z.string())
      .default([])
      .describe('Fields that may differ in a group: their values, with commas.'),
    codes: z
      .strictObject({ by: z.string().default('external'), value: z.string().default('minutes') })
      .optional()
      .describe('For columns with code, pivot or slots.'),
    sort: z.array(sortKey).default([]),
    header: z
      .union([z.boolean(), z.strictObject({ when })])
      .default(true)
      .describe('Headings, or none; or only where variables have these values.'),
    columns: z.array(column).min(1),
    totals: z
      .strictObject({ label: label })
      .optional()
      .describe('A last line with the sums of the columns that have total: true.'),
    footer: z.string().optional(),
  })
  .superRefine(({ columns, codes }, context) => {
    const message = spreadProblem(columns, codes !== undefined);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['columns'], message });
  });
export type SectionSpec = z.output<typeof section>;

/** Sections that are written once for each of some rows, with a text before and after: a block per employee. */
export const block = z.strictObject({
  when: when.optional(),
  data: z.string(),
  filter: z.array(condition).default([]).describe('All of them must hold.'),
  each: z
    .array(z.string())
    .min(1)
    .describe('A block per combination of these; sections hold the rows that have them.'),
  sort: z.array(sortKey).default([]),
  preamble: z.string().optional(),
  sections: z.array(section).min(1),
  footer: z.string().optional(),
});
export type BlockSpec = z.output<typeof block>;

/** Why the columns of pay codes cannot stand side by side, or stand there at all; undefined where they can. */
function spreadProblem(columns: readonly ColumnSpec[], hasCodes: boolean): string | undefined {
  const ofCodes = columns.find(({ code, pivot, slots }) => (code ?? pivot ?? slots) !== undefined);
  if (ofCodes !== undefined && !hasCodes)
    return 'columns with "code", "pivot" or "slots" need "codes" beside "columns": codes: {}';
  const spread = columns.filter(({ pivot, slots }) => (pivot ?? slots) !== undefined);
  const isTwice = spread.some((one, index) =>
    spread.slice(index + 1).some((other) => canBothHold(one.when, other.when)),
  );
  return isTwice
    ? 'give only one column with "pivot" or "slots" (or two that never hold together): each writes every pay code that has no column of its own'
    : undefined;
}

/** False where a variable would need two values at once. */
function canBothHold(one: When = {}, other: When = {}): boolean {
  return Object.entries(one).every(([variable, values]) => {
    const others = other[variable];
    return others === undefined || [values].flat().some((value) => [others].flat().includes(value));
  });
}
