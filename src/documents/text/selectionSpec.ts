import { RE2JS } from 're2js';
import { z } from 'zod';
import { ruleText } from '../../config/input/schemaProblems.js';

const ONE_VARIABLE = /^\s*\{\{\s*variables\.(\w+)\s*\}\}\s*$/;

export interface VariableName {
  readonly variable: string;
}

/** Either a fixed value, or the value of one of the template's variables: `"{{variables.delimiter}}"`. */
export function orVariable<T extends z.ZodType>(schema: T) {
  const variable = z
    .string()
    .regex(ONE_VARIABLE)
    .transform((text): VariableName => ({ variable: ONE_VARIABLE.exec(text)?.[1] ?? '' }));
  return z.union([variable, schema], { error: ruleText('template.schema.value') });
}

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
