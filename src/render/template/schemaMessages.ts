import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';

/** One complaint about a place in a template file. */
export interface SchemaMessage {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Words zod's findings for people; an unknown key gets the nearest known one. */
export function schemaMessages(error: z.ZodError, schema: z.ZodType): SchemaMessage[] {
  const known = knownKeys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return error.issues.flatMap((issue) => messagesOf(issue, [], known));
}

function messagesOf(
  issue: z.core.$ZodIssue,
  prefix: readonly PropertyKey[],
  known: readonly string[],
): SchemaMessage[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, known) }));
  }
  if (issue.code === 'invalid_union') {
    const best = [...issue.errors]
      .filter((branch) => !branch.some(isOtherShape))
      .sort((a, b) => a.length - b.length)[0];
    if (best !== undefined && best.length > 0) return best.flatMap((inner) => messagesOf(inner, path, known));
  }
  return [{ path, message: issue.message }];
}

/** A branch of a union that is for another kind of value altogether. */
function isOtherShape(issue: z.core.$ZodIssue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function unknownKey(key: string, known: readonly string[]): string {
  const nearest = closest(key, [...known]);
  const near = distance(key.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, Math.floor(key.length / 3));
  return `unknown key "${key}"${near ? `. Did you mean "${nearest}"?` : ''}`;
}

/** Every key that the schema knows anywhere. */
function knownKeys(schema: unknown, found: Set<string> = new Set()): string[] {
  if (typeof schema !== 'object' || schema === null) return [...found];
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) found.add(name);
    }
    knownKeys(value, found);
  }
  return [...found];
}
