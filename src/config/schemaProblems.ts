import { z } from 'zod';
import { suggestKey } from './suggestKey.js';

export interface SchemaProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly unknownKey: boolean;
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Words zod's findings for people: one line each, unknown keys with the nearest known one. */
export function schemaProblems(schema: z.ZodType, error: z.ZodError): SchemaProblem[] {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const problems = error.issues.flatMap((issue) => problemsOf(issue, shape, []));
  return problems.filter((problem) => !problems.some((other) => isMisspellingOf(problem, other)));
}

/** A key that is missing only because it was misspelt: the misspelling says all. */
function isMisspellingOf(missing: SchemaProblem, other: SchemaProblem): boolean {
  const key = missing.path.at(-1);
  const together = missing.path.slice(0, -1).join('.') === other.path.slice(0, -1).join('.');
  return (
    !missing.unknownKey &&
    other.unknownKey &&
    together &&
    other.message.includes(`Did you mean "${String(key)}"?`)
  );
}

function problemsOf(
  issue: z.core.$ZodIssue,
  shape: JsonSchema,
  prefix: readonly PropertyKey[],
): SchemaProblem[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, path, shape));
  if (issue.code === 'invalid_union') return unionProblems(issue, shape, path);
  return [{ path, message: issue.message, unknownKey: false }];
}

/** Of a union's branches, the one that fits best (the fewest complaints) speaks. */
function unionProblems(
  issue: z.core.$ZodIssueInvalidUnion,
  shape: JsonSchema,
  path: readonly PropertyKey[],
): SchemaProblem[] {
  const isObjectBranch = (branch: readonly z.core.$ZodIssue[]) =>
    !branch.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0);
  const best = issue.errors.filter(isObjectBranch).sort((a, b) => a.length - b.length)[0];
  if (best === undefined) return [{ path, message: issue.message, unknownKey: false }];
  return best.flatMap((inner) => problemsOf(inner, shape, path));
}

function unknownKey(key: string, parent: readonly PropertyKey[], shape: JsonSchema): SchemaProblem {
  const known = knownKeys(shape, parent);
  const nearest = suggestKey(key, known);
  const hint = nearest ? `Did you mean "${nearest}"?` : `Known here: ${known.join(', ')}.`;
  return { path: [...parent, key], message: `unknown key "${key}". ${hint}`, unknownKey: true };
}

function knownKeys(shape: JsonSchema, path: readonly PropertyKey[]): string[] {
  return nodesAt([shape], path).flatMap((node) => Object.keys(node.properties ?? {}));
}

function nodesAt(nodes: readonly JsonSchema[], path: readonly PropertyKey[]): JsonSchema[] {
  const flat = nodes.flatMap((node) => [node, ...(node.anyOf ?? [])]);
  const [key, ...rest] = path;
  if (key === undefined) return flat;
  return nodesAt(
    flat.flatMap((node) => childOf(node, key)),
    rest,
  );
}

function childOf(node: JsonSchema, key: PropertyKey): JsonSchema[] {
  if (typeof key === 'number') return node.items ? [node.items] : [];
  const named = node.properties?.[String(key)];
  if (named) return [named];
  return typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
}
