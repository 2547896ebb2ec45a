import type { z } from 'zod';
import { didYouMean } from './nearestName.js';

/** What a value is, by the name that a schema has for it. */
const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a block of keys',
  record: 'a block of keys',
  null: 'empty',
};

/**
 * Words what a schema finds for people who never saw a schema; undefined where zod's own words do.
 * To be given to `safeParse` as `error`: words in the schema itself go before these.
 */
export function plainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'invalid_value':
      return noneOf(issue.input, issue.values.map(String));
    case 'invalid_union':
      return wrongUnion(issue);
    case 'invalid_key':
      return `cannot be used as a name here: ${issue.issues?.[0]?.message ?? 'it has another form'}`;
    case 'too_small':
      return limit('at least', issue.origin, Number(issue.minimum));
    case 'too_big':
      return limit('at most', issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return issue.pattern === undefined
        ? 'has another form than it should'
        : `must have the form ${issue.pattern}`;
    default:
      return undefined;
  }
}

function wrongType(expected: string, input: unknown): string {
  if (input === undefined) return 'is missing';
  if (input === null) return `has no value; it must be ${NAMES[expected] ?? expected}`;
  const isPlain = typeof input !== 'object';
  if (expected === 'string' && isPlain) return 'must be text: put it into quotes';
  if (expected === 'int' && typeof input === 'number') return 'must be a whole number';
  if (expected === 'array' && isPlain) return 'must be a list: put it between [ and ]';
  const isNumber = typeof input === 'string' && input.trim() !== '' && Number.isFinite(Number(input));
  if ((expected === 'number' || expected === 'int') && isNumber)
    return 'must be a number: write it without quotes';
  if (expected === 'boolean' && (input === 'true' || input === 'false'))
    return 'must be true or false, without quotes';
  return `must be ${NAMES[expected] ?? expected}, and is ${kindOf(input)}`;
}

function kindOf(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'boolean') return String(input);
  return NAMES[typeof input] ?? typeof input;
}

/** A value out of a closed list. Long texts are not repeated. */
function noneOf(input: unknown, values: readonly string[]): string {
  const listed = values.map((value) => (/^[\w-]+$/.test(value) ? value : JSON.stringify(value))).join(', ');
  const choice = values.length === 1 ? `must be ${listed}` : `must be one of ${listed}`;
  if (input === undefined) return `is missing; it ${choice}`;
  if (typeof input !== 'string' || input.length > 60) return choice;
  return `"${input}" is not known; it ${choice}.${didYouMean(input, values, 1)}`;
}

function wrongUnion(issue: Extract<z.core.$ZodRawIssue, { code?: 'invalid_union' }>): string {
  const { discriminator, options, input } = issue;
  if (
    typeof discriminator === 'string' &&
    Array.isArray(options) &&
    typeof input === 'object' &&
    input !== null
  ) {
    return noneOf(new Map(Object.entries(input)).get(discriminator), options.map(String));
  }
  if (input === undefined) return 'is missing';
  return 'has none of the forms that it may have';
}

function limit(which: 'at least' | 'at most', origin: string, size: number): string {
  if (origin === 'string') {
    return which === 'at least' && size === 1 ? 'must not be empty' : `must have ${which} ${size} characters`;
  }
  if (origin === 'array') return `must have ${which} ${size === 1 ? 'one entry' : `${size} entries`}`;
  return `must be ${which} ${size}`;
}
