import { pathsIn } from '../../language/grammar.js';
import { parseText } from '../../language/placeholders.js';
import { TemplateError } from '../../language/templateError.js';

const knownPaths = new Map<string, readonly string[]>();

/** The names that a text with placeholders uses: `employee.number`, `variables.client`. Empty for an unreadable one. */
export function textPaths(text: string): readonly string[] {
  const known = knownPaths.get(text);
  if (known !== undefined) return known;
  const found = readPaths(text);
  knownPaths.set(text, found);
  return found;
}

function readPaths(text: string): readonly string[] {
  try {
    return parseText(text).flatMap((piece) => (typeof piece === 'string' ? [] : pathsIn(piece.expression)));
  } catch (cause) {
    if (cause instanceof TemplateError) return [];
    throw cause;
  }
}
