import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { PaytallyError } from '../errors.js';
import { type Config, configSchema } from './config.js';
import { type Environment, interpolate } from './interpolate.js';
import { type SchemaProblem, schemaProblems } from './schemaProblems.js';

/**
 * Reads the text of a `paytally.yaml`; `name` is how messages call it.
 * @throws PaytallyError CONFIG_INVALID, CONFIG_UNKNOWN_KEY with line, key and reason of every problem
 */
export function parseConfig(text: string, name: string, env: Environment): Config {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });
  const [broken] = document.errors;
  if (broken) throw new PaytallyError('CONFIG_INVALID', `${name}: ${broken.message}`, { record: name });
  const result = configSchema.safeParse(interpolate(document.toJS() ?? {}, env));
  if (result.success) return result.data;
  throw problemsError(schemaProblems(configSchema, result.error), name, document, lines);
}

function problemsError(
  problems: readonly SchemaProblem[],
  name: string,
  document: Document.Parsed,
  lines: LineCounter,
): PaytallyError {
  const worded = problems.map((problem) => {
    const line = lineOf(problem.path, document, lines);
    return `${name}${line ? `:${line}` : ''}: ${problem.path.join('.') || 'the file'}: ${problem.message}`;
  });
  const code = problems.every((problem) => problem.unknownKey) ? 'CONFIG_UNKNOWN_KEY' : 'CONFIG_INVALID';
  return new PaytallyError(code, worded.join('\n'), { record: problems[0]?.path.join('.') || name });
}

/** The line of the key, or of the nearest place above it that exists. */
function lineOf(
  path: readonly PropertyKey[],
  document: Document.Parsed,
  lines: LineCounter,
): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}
