import { z } from 'zod';
import { orVariable } from './columnFormat.js';
import { column, label } from './columnSpec.js';
import { spreadProblem } from './spreadProblem.js';

/** Holds where each variable named has the value, or one of the values. */
export const when = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type When = z.output<typeof when>;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const condition = z
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

const sortKey = z.preprocess(
  (value) => (typeof value === 'string' ? { field: value } : value),
  z.strictObject({
    field: z.string(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    as: z.enum(['text', 'number']).default('text').describe('"number" puts 9 before 10 in texts of digits.'),
  }),
);
export type SortKey = z.output<typeof sortKey>;

/** Rows of one data set as lines. */
export const section = z
  .strictObject({
    when: when.optional(),
    preamble: z.string().optional(),
    data: z.string(),
    filter: z.array(condition).default([]).describe('All of them must hold.'),
    group: z.array(z.string()).optional().describe('One line per combination of these; minutes are summed.'),
    sum: z.array(z.string()).default([]).describe('Further number fields that are summed in a group.'),
    codes: z
      .strictObject({ by: z.string().default('external'), value: z.string().default('minutes') })
      .optional()
      .describe('For columns with code, pivot or slots.'),
    sort: z.array(sortKey).default([]),
    header: z.boolean().default(true),
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
