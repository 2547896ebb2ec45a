import { z } from 'zod';
import { didYouMean, nearestName } from './nearestName.js';

export interface SchemaProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly unknownKey: boolean;
  /** A rule of the schema about a block as a whole. */
  readonly isCustom?: boolean;
}

/** The parts of a JSON schema that tell which keys a place knows. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly const?: unknown;
  /** The keys of a record with a closed list of them. */
  readonly propertyNames?: { readonly enum?: readonly string[] };
}

interface Checked {
  readonly shape: JsonSchema;
  readonly value: unknown;
}

/** Checks a value that a person wrote. @returns what the schema makes of it, or everything that is wrong, in words */
export function validateWithSchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { readonly data: z.output<Schema> } | { readonly problems: readonly SchemaProblem[] } {
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return { data: result.data };
  const shape = jsonSchemaOf(schema);
  const problems = result.error.issues.flatMap((issue) => problemsOf(issue, { shape, value }, []));
  return { problems: problems.filter((problem, index) => isWorthReporting(problem, index, problems)) };
}

/** Made once for a schema: it takes a while, and a file may have hundreds of mistakes. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  shapes.set(schema, shape);
  return shape;
}

const shapes = new WeakMap<z.ZodType, JsonSchema>();

/** The first complaint about a value says enough, and so does a misspelling. */
function isWorthReporting(
  problem: SchemaProblem,
  index: number,
  problems: readonly SchemaProblem[],
): boolean {
  const path = problem.path.join('.');
  const isRepeated =
    problem.isCustom !== true && problems.slice(0, index).some((other) => other.path.join('.') === path);
  return !isRepeated && !problems.some((other) => isExplainedBy(problem, other));
}

/** What is missing, or too little in a block, only because a key was misspelt: the misspelling says all. */
function isExplainedBy(missing: SchemaProblem, other: SchemaProblem): boolean {
  if (missing.unknownKey || !other.unknownKey) return false;
  const around = other.path.slice(0, -1).join('.');
  if (missing.isCustom && missing.path.join('.') === around) return other.message.includes('Did you mean');
  const isBeside = missing.path.slice(0, -1).join('.') === around;
  return isBeside && other.message.includes(`Did you mean "${String(missing.path.at(-1))}"?`);
}

function problemsOf(
  issue: z.core.$ZodIssue,
  source: Checked,
  prefix: readonly PropertyKey[],
): SchemaProblem[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, path, source));
  if (issue.code === 'invalid_union') return unionProblems(issue, source, path);
  return [{ path, message: issue.message, unknownKey: false, isCustom: issue.code === 'custom' }];
}

/** Of a union's branches, the one that fits best (the fewest complaints) speaks. */
function unionProblems(
  issue: z.core.$ZodIssueInvalidUnion,
  source: Checked,
  path: readonly PropertyKey[],
): SchemaProblem[] {
  const value = valueAt(source.value, path);
  const own = { path, message: issue.message, unknownKey: false };
  if (issue.discriminator !== undefined) return [own];
  if (value === undefined) return [{ ...own, message: missingMessage(issue) }];
  const best = issue.errors
    .filter((branch) => branch.length > 0 && !branch.some((inner) => isOtherShape(inner, value)))
    .sort((a, b) => a.length - b.length)[0];
  return best === undefined ? [own] : best.flatMap((inner) => problemsOf(inner, source, path));
}

/** A closed list of values says most; else the schema's own words, but that nothing is there must be said first. */
function missingMessage({ message, errors }: z.core.$ZodIssueInvalidUnion): string {
  const listed = errors.flat().find((inner) => inner.code === 'invalid_value' && inner.path.length === 0);
  const said = listed?.message ?? message;
  return said.startsWith('is missing') ? said : `is missing; ${said}`;
}

/** A branch of a union that is for another kind of value altogether. */
function isOtherShape(issue: z.core.$ZodIssue, value: unknown): boolean {
  if (issue.path.length > 0) return false;
  return issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof value === 'object');
}

function unknownKey(key: string, parent: readonly PropertyKey[], { shape, value }: Checked): SchemaProblem {
  const known = [...new Set(knownKeys(shape, value, parent))].filter((name) => name !== key);
  const here = parent.filter((name) => typeof name === 'string').join('.');
  const owners = findOwningBlocks(key, shape).filter((owner) => owner !== here);
  return {
    path: [...parent, key],
    message: `unknown key "${key}". ${keyHint(key, known, owners)}`,
    unknownKey: true,
  };
}

/** A slip of the pen, or a key that stands in the wrong block. */
function keyHint(key: string, known: readonly string[], owners: readonly string[]): string {
  const nearest = nearestName(key, known);
  const isSlip = nearest !== undefined && Math.abs(nearest.length - key.length) <= 2;
  const there = owners.length > 0 ? `"${key}" belongs under ${owners.join(' or ')}.` : undefined;
  if (nearest !== undefined && (isSlip || there === undefined)) {
    return [`Did you mean "${nearest}"?`, there].filter(Boolean).join(' ');
  }
  return there ?? `Known here: ${known.join(', ')}.`;
}

const MAX_OWNERS = 3;

/** The blocks that know a key, those nearest to the top first: `rows`, `employers.KEY`. */
function findOwningBlocks(key: string, shape: JsonSchema): readonly string[] {
  const found = new Set<string>();
  const look = (node: JsonSchema, path: readonly string[]): void => {
    if (path.length > 0 && node.properties?.[key] !== undefined) found.add(path.join('.'));
    for (const [name, child] of Object.entries(node.properties ?? {})) look(child, [...path, name]);
    if (typeof node.additionalProperties === 'object') look(node.additionalProperties, [...path, 'KEY']);
    if (node.items !== undefined) look(node.items, path);
    for (const branch of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) look(branch, path);
  };
  look(shape, []);
  const depth = (path: string): number => path.split('.').length;
  return [...found].sort((a, b) => depth(a) - depth(b)).slice(0, MAX_OWNERS);
}

function knownKeys(shape: JsonSchema, value: unknown, path: readonly PropertyKey[]): string[] {
  let nodes = expandUnions([shape], value);
  path.forEach((key, index) => {
    const here = valueAt(value, path.slice(0, index + 1));
    nodes = expandUnions(
      nodes.flatMap((node) => childSchemas(node, key)),
      here,
    );
  });
  return nodes.flatMap((node) => [
    ...Object.keys(node.properties ?? {}),
    ...(node.propertyNames?.enum ?? []),
  ]);
}

/** With the branches of unions, but for those that are for another `kind` or `type` than the value says. */
function expandUnions(nodes: readonly JsonSchema[], value: unknown): JsonSchema[] {
  return nodes.flatMap((node) => {
    const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
    return [node, ...expandUnions(branches, value)].filter((each) => matchesConstants(each, value));
  });
}

function matchesConstants({ properties }: JsonSchema, value: unknown): boolean {
  return Object.entries(properties ?? {}).every(
    ([key, child]) => child.const === undefined || child.const === valueAt(value, [key]),
  );
}

function childSchemas(node: JsonSchema, key: PropertyKey): JsonSchema[] {
  if (typeof key === 'number') return node.items ? [node.items] : [];
  const named = node.properties?.[String(key)];
  if (named) return [named];
  return typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = new Map<string, unknown>(Object.entries(here)).get(String(key));
  }
  return here;
}

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
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input);
    case 'invalid_value':
      return describeChoice(issue.input, issue.values.map(String));
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_key':
      return `cannot be used as a name here: ${issue.issues?.[0]?.message ?? 'it has another form'}`;
    case 'too_small':
      return describeLimit('at least', issue.origin, Number(issue.minimum));
    case 'too_big':
      return describeLimit('at most', issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return issue.pattern === undefined
        ? 'has another form than it should'
        : `must have the form ${issue.pattern}`;
    default:
      return undefined;
  }
}

function describeType(expected: string, input: unknown): string {
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
  return `must be ${NAMES[expected] ?? expected}, and is ${kindName(input)}`;
}

function kindName(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'boolean') return String(input);
  return NAMES[typeof input] ?? typeof input;
}

/** A value out of a closed list. Long texts are not repeated. */
function describeChoice(input: unknown, values: readonly string[]): string {
  const listed = values.map((value) => (/^[\w-]+$/.test(value) ? value : JSON.stringify(value))).join(', ');
  const choice = values.length === 1 ? `must be ${listed}` : `must be one of ${listed}`;
  if (input === undefined) return `is missing; it ${choice}`;
  if (typeof input !== 'string' || input.length > 60) return choice;
  return `"${input}" is not known; it ${choice}.${didYouMean(input, values, 1)}`;
}

function describeUnion(issue: Extract<z.core.$ZodRawIssue, { code?: 'invalid_union' }>): string {
  const { discriminator, options, input } = issue;
  if (
    typeof discriminator === 'string' &&
    Array.isArray(options) &&
    typeof input === 'object' &&
    input !== null
  ) {
    return describeChoice(new Map(Object.entries(input)).get(discriminator), options.map(String));
  }
  if (input === undefined) return 'is missing';
  return 'has none of the forms that it may have';
}

function describeLimit(which: 'at least' | 'at most', origin: string, size: number): string {
  if (origin === 'string') {
    return which === 'at least' && size === 1 ? 'must not be empty' : `must have ${which} ${size} characters`;
  }
  if (origin === 'array') return `must have ${which} ${size === 1 ? 'one entry' : `${size} entries`}`;
  return `must be ${which} ${size}`;
}
