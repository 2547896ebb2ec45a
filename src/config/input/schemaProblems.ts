import { z } from 'zod';
import { messageOfStored, storedMessage } from '../../i18n/formatMessage.js';
import {
  type AnyMessage,
  eitherOf,
  joined,
  type Message,
  type MessageId,
  message,
  type ValuesOf,
} from '../../i18n/message.js';
import { nearestName, suggestion } from './nearestName.js';

export interface SchemaProblem {
  readonly path: readonly PropertyKey[];
  readonly message: AnyMessage;
  readonly unknownKey: boolean;
  /** The key that was probably meant by an unknown one. */
  readonly nearest?: string | undefined;
  /** A rule of the schema about a whole block. */
  readonly isCustom?: boolean;
}

/** The message of a schema's own rule. zod takes only strings; `validateWithSchema` restores the message. */
export function ruleText<Id extends MessageId, Given>(id: Id, ...values: ValuesOf<Id, Given>): string {
  return storedMessage(message<Id, Given>(id, ...values));
}

/** All problems, one per line: `FILE:3:14: key: what is wrong`. @param placeOf `FILE:3:14` of a path */
export function problemsText(
  problems: readonly SchemaProblem[],
  placeOf: (path: readonly PropertyKey[]) => string,
): AnyMessage {
  const lines = problems.map(({ path, message: problem }) =>
    message('schema.at', {
      place: placeOf(path),
      path: path.join('.') || message('schema.wholeFile'),
      problem,
    }),
  );
  return joined([...new Map(lines.map((line) => [storedMessage(line), line])).values()]);
}

/** The parts of a JSON schema that list the allowed keys of a place. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly const?: unknown;
  /** The keys of a record with a closed list of them. */
  readonly propertyNames?: { readonly enum?: readonly string[] };
}

interface Checked {
  readonly shape: JsonSchema;
  readonly value: unknown;
}

/**
 * Validates a value that a person wrote. @returns the parsed value, or everything that is wrong with it
 * @param further problems that the schema does not find
 */
export function validateWithSchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  further: readonly SchemaProblem[] = [],
): { readonly data: z.output<Schema> } | { readonly problems: readonly SchemaProblem[] } {
  const result = schema.safeParse(value, { error: (issue) => storedMessage(describeIssue(issue)) });
  if (result.success) return further.length === 0 ? { data: result.data } : { problems: further };
  const shape = jsonSchemaOf(schema);
  const problems = result.error.issues.flatMap((issue) => problemsOf(issue, { shape, value }, []));
  return { problems: worthReporting([...further, ...problems]) };
}

/** Cached per schema: it takes a while, and a file may have hundreds of mistakes. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  shapes.set(schema, shape);
  return shape;
}

const shapes = new WeakMap<z.ZodType, JsonSchema>();

/** Only the first problem of a value is reported, and a misspelling explains the problems that it causes. */
function worthReporting(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const slips = slipsByBlock(problems);
  const known = new Set<string>();
  return problems.filter((problem) => {
    const path = problem.path.join('.');
    const isRepeated = problem.isCustom !== true && known.has(path);
    known.add(path);
    return !isRepeated && !isExplained(problem, slips);
  });
}

/** The keys that were probably meant by unknown ones, by the path of their block. */
function slipsByBlock(problems: readonly SchemaProblem[]): ReadonlyMap<string, ReadonlySet<string>> {
  const slips = new Map<string, Set<string>>();
  for (const { unknownKey, nearest, path } of problems) {
    if (!unknownKey || nearest === undefined) continue;
    const block = path.slice(0, -1).join('.');
    slips.set(block, (slips.get(block) ?? new Set()).add(nearest));
  }
  return slips;
}

/** Whether something is missing only because a key is misspelt. */
function isExplained(
  { path, unknownKey, isCustom }: SchemaProblem,
  slips: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (unknownKey) return false;
  if (isCustom === true && slips.has(path.join('.'))) return true;
  return slips.get(path.slice(0, -1).join('.'))?.has(String(path.at(-1))) === true;
}

function problemsOf(
  issue: z.core.$ZodIssue,
  source: Checked,
  prefix: readonly PropertyKey[],
): SchemaProblem[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, path, source));
  if (issue.code === 'invalid_union') return unionProblems(issue, source, path);
  const text = messageOfStored(issue.message);
  return [{ path, message: text, unknownKey: false, isCustom: issue.code === 'custom' }];
}

/** The problems of the best branch of a union: the one with the fewest. */
function unionProblems(
  issue: z.core.$ZodIssueInvalidUnion,
  source: Checked,
  path: readonly PropertyKey[],
): SchemaProblem[] {
  const value = valueAt(source.value, path);
  const own = { path, message: messageOfStored(issue.message), unknownKey: false };
  if (issue.discriminator !== undefined) return [own];
  if (value === undefined) return [{ ...own, message: missingMessage(issue) }];
  const best = issue.errors
    .filter((branch) => branch.length > 0 && !branch.some((inner) => isOtherShape(inner, value)))
    .sort((a, b) => a.length - b.length)[0];
  return best === undefined ? [own] : best.flatMap((inner) => problemsOf(inner, source, path));
}

/** Prefers a closed list of values to the schema's own text, and always says that the value is missing. */
function missingMessage(issue: z.core.$ZodIssueInvalidUnion): AnyMessage {
  const listed = issue.errors
    .flat()
    .find((inner) => inner.code === 'invalid_value' && inner.path.length === 0);
  const problem = messageOfStored((listed ?? issue).message);
  const saysMissing = 'id' in problem && problem.id.startsWith('schema.missing');
  return saysMissing ? problem : message('schema.missingBut', { problem });
}

/** Whether a branch of a union expects another kind of value. */
function isOtherShape(issue: z.core.$ZodIssue, value: unknown): boolean {
  if (issue.path.length > 0) return false;
  return issue.code === 'invalid_type' || (issue.code === 'invalid_value' && typeof value === 'object');
}

function unknownKey(key: string, parent: readonly PropertyKey[], { shape, value }: Checked): SchemaProblem {
  const known = [...new Set(knownKeys(shape, value, parent))].filter((name) => name !== key);
  const here = parent.filter((name) => typeof name === 'string').join('.');
  const owners = findOwningBlocks(key, shape).filter((owner) => owner !== here);
  const near = nearestName(key, known);
  const isSlip = near !== undefined && Math.abs(near.length - key.length) <= 2;
  const nearest = isSlip || owners.length === 0 ? near : undefined;
  const text = unknownKeyText(key, known, nearest, owners);
  return { path: [...parent, key], message: text, unknownKey: true, nearest };
}

/** A misspelling, or a key in the wrong block. */
function unknownKeyText(
  key: string,
  known: readonly string[],
  nearest: string | undefined,
  owners: readonly string[],
): Message {
  if (nearest === undefined && owners.length === 0)
    return message('schema.unknownKey.known', { key, known: known.join(', ') });
  if (nearest === undefined) return message('schema.unknownKey.elsewhere', { key, owners: eitherOf(owners) });
  return owners.length === 0
    ? message('schema.unknownKey.near', { key, nearest })
    : message('schema.unknownKey.nearOrElsewhere', { key, nearest, owners: eitherOf(owners) });
}

const MAX_OWNERS = 3;

/** The blocks that allow a key, the outermost first: `rows`, `employers.KEY`. */
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

/** With the branches of unions, except those for another `kind` or `type` than the value has. */
function expandUnions(nodes: readonly JsonSchema[], value: unknown): JsonSchema[] {
  return nodes.flatMap((node) => {
    const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
    return [
      node,
      ...expandUnions(
        branches.filter((branch) => matchesConstants(branch, value)),
        value,
      ),
    ];
  });
}

/** An optional constant that the value lacks does not matter. */
function matchesConstants({ properties, required = [] }: JsonSchema, value: unknown): boolean {
  return Object.entries(properties ?? {}).every(([key, child]) => {
    const given = valueAt(value, [key]);
    const isMissing = given === undefined && !required.includes(key);
    return child.const === undefined || isMissing || child.const === given;
  });
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
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return here;
}

/** Explains what a schema finds, without the terms of schemas. */
function describeIssue(issue: z.core.$ZodRawIssue): AnyMessage {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input);
    case 'invalid_value':
      return describeChoice(issue.input, issue.values.map(String));
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_key':
      return message('schema.badName', {
        problem: messageOfStored(issue.issues?.[0]?.message ?? ruleText('schema.wrongFormat')),
      });
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? message('schema.emptyText')
        : message('schema.tooSmall', { kind: issue.origin, limit: Number(issue.minimum) });
    case 'too_big':
      return message('schema.tooBig', { kind: issue.origin, limit: Number(issue.maximum) });
    default:
      return 'pattern' in issue && typeof issue.pattern === 'string'
        ? message('schema.pattern', { pattern: issue.pattern })
        : message('schema.wrongFormat');
  }
}

function describeType(expected: string, input: unknown): Message {
  const kind = message('schema.kind', { kind: expected });
  if (input === undefined) return message('schema.missing');
  if (input === null) return message('schema.noValue', { kind });
  const isPlain = typeof input !== 'object';
  if (expected === 'string' && isPlain) return message('schema.textInQuotes');
  if (expected === 'int' && typeof input === 'number') return message('schema.wholeNumber');
  if (expected === 'array' && isPlain) return message('schema.listInBrackets');
  const isNumber = typeof input === 'string' && input.trim() !== '' && Number.isFinite(Number(input));
  if ((expected === 'number' || expected === 'int') && isNumber) return message('schema.numberUnquoted');
  if (expected === 'boolean' && (input === 'true' || input === 'false'))
    return message('schema.booleanUnquoted');
  return message('schema.wrongKind', { kind, got: message('schema.kind', { kind: kindOf(input) }) });
}

function kindOf(input: unknown): string {
  if (Array.isArray(input)) return 'array';
  return typeof input === 'boolean' ? String(input) : typeof input;
}

/** A value from a closed list. Long texts are not repeated. */
function describeChoice(input: unknown, all: readonly string[]): Message {
  const values = all.map((value) => (/^[\w-]+$/.test(value) ? value : JSON.stringify(value))).join(', ');
  const choice = { count: all.length, values };
  const isShown = typeof input === 'string' && input.length <= 60;
  if (isShown)
    return message('schema.unknownValue', { value: input, ...choice, ...suggestion(input, all, 1) });
  const problem = message('schema.choice', choice);
  return input === undefined ? message('schema.missingBut', { problem }) : problem;
}

function describeUnion(issue: Extract<z.core.$ZodRawIssue, { code?: 'invalid_union' }>): Message {
  const { discriminator, options, input } = issue;
  const isBlock = typeof input === 'object' && input !== null;
  if (typeof discriminator === 'string' && Array.isArray(options) && isBlock)
    return describeChoice(new Map(Object.entries(input)).get(discriminator), options.map(String));
  return message(input === undefined ? 'schema.missing' : 'schema.noForm');
}
