import { changed, type Expression, pathsIn } from '../../language/grammar.js';
import { parseText } from '../../language/placeholders.js';
import { TemplateError } from '../../language/templateError.js';

const knownPaths = new Map<string, readonly string[]>();
const knownBarePaths = new Map<string, readonly string[]>();

/** The names that a text with placeholders uses: `employee.number`, `variables.client`. Empty for an unreadable one. */
export function textPaths(text: string): readonly string[] {
  return rememberedPaths(text, knownPaths, pathsIn);
}

/** The names that it uses outside of totals such as `sum(minutes where …)`. */
export function barePaths(text: string): readonly string[] {
  return rememberedPaths(text, knownBarePaths, (expression) =>
    pathsIn(changed(expression, (part) => (part.kind === 'aggregate' ? NOTHING : undefined))),
  );
}

const NOTHING: Expression = { kind: 'constant', value: null };

function rememberedPaths(
  text: string,
  remembered: Map<string, readonly string[]>,
  pathsOf: (expression: Expression) => readonly string[],
): readonly string[] {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const found = readPaths(text, pathsOf);
  remembered.set(text, found);
  return found;
}

function readPaths(text: string, pathsOf: (expression: Expression) => readonly string[]): readonly string[] {
  try {
    return parseText(text).flatMap((piece) => (typeof piece === 'string' ? [] : pathsOf(piece.expression)));
  } catch (cause) {
    if (cause instanceof TemplateError) return [];
    throw cause;
  }
}
