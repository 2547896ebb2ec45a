import type { Argv } from 'yargs';
import type { Context } from '../context.js';
import type { ExitStatus } from '../errors.js';

/** A command line and what it does. */
export type Example = readonly [line: string, explanation: string];

/** A command of the program as the program sees it. */
export interface Command {
  /** Name and positionals, as yargs writes them: `export <period>`. */
  readonly usage: string;
  readonly describe: string;
  readonly examples: readonly Example[];
  /** What `--json` prints, for its help; undefined where there is no `--json`. */
  readonly json: string | undefined;
  readonly options: (args: Argv) => Argv;
  readonly run: (parsed: unknown, context: Context) => Promise<ExitStatus>;
}

/** A command whose `run` gets what its `options` declare: the one place that trusts yargs to have read them so. */
export function command<Options>(definition: {
  readonly usage: string;
  readonly describe: string;
  readonly examples?: readonly Example[];
  readonly json?: string;
  readonly options: (args: Argv) => Argv;
  readonly run: (options: Options, context: Context) => Promise<ExitStatus>;
}): Command {
  return {
    usage: definition.usage,
    describe: definition.describe,
    examples: definition.examples ?? [],
    json: definition.json,
    options: definition.options,
    run: (parsed, context) => definition.run(parsed as Options, context),
  };
}
