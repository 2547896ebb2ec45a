import { PaytallyError } from '../errors.js';
import { readYaml, type YamlContent } from '../inputErrors/readYaml.js';
import { checkWithSchema, type SchemaProblem } from '../inputErrors/schemaProblems.js';
import { type Config, configSchema } from './config.js';
import { type Environment, interpolate } from './interpolate.js';

/**
 * Reads the text of a `paytally.yaml`; `name` is how messages call it.
 * @throws PaytallyError CONFIG_INVALID, CONFIG_UNKNOWN_KEY with line, column, key and reason of every problem
 */
export function parseConfig(text: string, name: string, env: Environment): Config {
  const content = readYaml(text, name);
  if (content.kind === 'problem') {
    const { message, remedy } = content;
    throw new PaytallyError('CONFIG_INVALID', message, { record: name, remedy });
  }
  const checked = checkWithSchema(configSchema, interpolate(content.value ?? {}, env));
  if ('data' in checked) return checked.data;
  throw problemsError(checked.problems, name, content);
}

function problemsError(
  problems: readonly SchemaProblem[],
  name: string,
  { placeOf }: YamlContent,
): PaytallyError {
  const worded = problems.map(({ path, message }) => {
    const { line, column } = placeOf(path);
    return `${name}:${line}:${column}: ${path.join('.') || 'the file'}: ${message}`;
  });
  const code = problems.every((problem) => problem.unknownKey) ? 'CONFIG_UNKNOWN_KEY' : 'CONFIG_INVALID';
  return new PaytallyError(code, worded.join('\n'), { record: problems[0]?.path.join('.') || name });
}
