import { z } from 'zod';
import { ruleText } from '../../config/input/schemaProblems.js';

/** Either a fixed value, or the value of one of the template's variables. */
export function orVariable<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.strictObject({ variable: z.string() })], {
    error: ruleText('template.schema.value'),
  });
}

/** True if each named variable has the value, or one of the values. */
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
    error: ruleText('template.schema.comparison'),
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
