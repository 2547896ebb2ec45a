import { RE2JS } from 're2js';
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

/** Whether each variable has the value, or one of the values. */
export function isWhen(when: When | undefined, lookUp: (variable: string) => string): boolean {
  return Object.entries(when ?? {}).every(([variable, values]) => [values].flat().includes(lookUp(variable)));
}

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

/** The maximum length of a pattern for a value. */
const LONGEST = 1_000;

/**
 * A regular expression for a whole text, in RE2 syntax: its cost grows only with the text, so that no pattern can delay
 * a run. That is why it has no lookaround and no back references.
 */
export const regexText = z
  .string()
  .max(LONGEST)
  .refine(isRegex, {
    error: ruleText('template.schema.regex'),
  });

export interface WholeText {
  readonly test: (text: string) => boolean;
}

/** Matches the whole text, by code points. */
export function compileWholeText(pattern: string): WholeText {
  const compiled = RE2JS.compile(convertEscapes(pattern));
  return { test: (text) => compiled.matches(text) };
}

/** RE2 writes the characters that JavaScript writes as `\u00e9` or `\u{1f600}` as `\x{e9}`. */
function convertEscapes(pattern: string): string {
  return pattern.replace(
    /\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\[\s\S]/gi,
    (whole, braced: string | undefined, four: string | undefined) => {
      const digits = braced ?? four;
      return digits === undefined ? whole : `\\x{${digits}}`;
    },
  );
}

function isRegex(pattern: string): boolean {
  try {
    compileWholeText(pattern);
    return true;
  } catch {
    return false;
  }
}
