import { z } from 'zod';
import { failedOutput } from '../../../src/cli/outputs/commonOutput.js';
import { OUTPUTS } from '../../../src/cli/outputs/outputs.js';

/** Each variant of an output has its own problems. */
const MOST_SHOWN = 6000;

/**
 * Compares what a command printed with `--json` with the schema of its output.
 * @throws Error naming every field that the schema lacks, and every field that the output lacks
 */
export function validateOutput(argv: readonly string[], stdout: string): void {
  const [command = '', ...words] = argv;
  const output = OUTPUTS[command];
  if (output === undefined || !argv.includes('--json') || stdout === '') return;
  const schema = output instanceof z.ZodType ? output : actionIn(output, words);
  // A command that keeps running prints a line for each result.
  for (const line of stdout.trim().split('\n')) {
    const printed: unknown = JSON.parse(line);
    const checked = schema.safeParse(printed);
    if (checked.success || failedOutput.safeParse(printed).success) continue;
    const problems = JSON.stringify(checked.error.issues, undefined, 1).slice(0, MOST_SHOWN);
    throw new Error(`paytally ${argv.join(' ')}: not as its JSON schema says\n${problems}`);
  }
}

/** The first word that names an action; a command without one lists. */
function actionIn(actions: Readonly<Record<string, z.ZodType>>, words: readonly string[]): z.ZodType {
  const action = words.find((word) => Object.hasOwn(actions, word)) ?? 'list';
  const schema = actions[action];
  if (schema === undefined) throw new Error(`no schema for ${action}`);
  return schema;
}
