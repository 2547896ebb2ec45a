import type { InferredOptionType, Options } from 'yargs';
import type { Context } from '../context.js';
import { type ExitStatus, PaytallyError } from '../errors.js';

/** A command line and what it does. */
export type Example = readonly [line: string, explanation: string];

/** Positionals and options by name, in the order of the help; positionals are those that `usage` has in brackets. */
export type CommandParameters = Readonly<Record<string, Options>>;

type CamelCase<Name> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** What parameters become once a line is parsed, with names in camel case. */
export type ParsedOptions<Parameters extends CommandParameters> = {
  readonly [Name in keyof Parameters as CamelCase<Name> & string]: InferredOptionType<Parameters[Name]>;
};

/** A command of the program: the source of its help, its hints, its completion and its reference page. */
export interface Command {
  /** Name and positionals, as yargs writes them: `export <period>`. */
  readonly usage: string;
  readonly describe: string;
  readonly examples: readonly Example[];
  /** What `--json` prints, for its help; undefined where there is no `--json`. */
  readonly json: string | undefined;
  readonly parameters: CommandParameters;
  readonly run: (options: object, context: Context) => Promise<ExitStatus>;
}

/** Declares a command; `run` gets what yargs makes of its parameters. */
export function command<Parameters extends CommandParameters>(definition: {
  readonly usage: string;
  readonly describe: string;
  readonly examples?: readonly Example[];
  readonly json?: string;
  readonly parameters: Parameters;
  readonly run: (options: ParsedOptions<Parameters>, context: Context) => Promise<ExitStatus>;
}): Command {
  const { examples = [], json, run, ...rest } = definition;
  return {
    ...rest,
    examples,
    json,
    run: (options, context) => run(options as ParsedOptions<Parameters>, context),
  };
}

/** `export` of `export <period>`. */
export function commandName({ usage }: Pick<Command, 'usage'>): string {
  return usage.split(' ')[0] ?? usage;
}

/** `period` of `export <period>`. */
export function positionalNames({ usage }: Pick<Command, 'usage'>): string[] {
  return [...usage.matchAll(/[<[](\w+)/g)].map(([, name = '']) => name);
}

/** yargs adds these to every command. */
const BUILT_IN_OPTIONS = ['help', 'version'];

/** The options that a command takes, without dashes. */
export function optionNames(command: Pick<Command, 'usage' | 'parameters'>): string[] {
  const positionals = positionalNames(command);
  const own = Object.keys(command.parameters).filter((name) => !positionals.includes(name));
  return [...own, ...BUILT_IN_OPTIONS];
}

/** Takes one value; yargs would quietly hand over a list of several. @throws PaytallyError USAGE */
export function singleValue(name: string): (value: unknown) => string | undefined {
  return (value) => {
    if (value === undefined || typeof value === 'string') return value;
    throw new PaytallyError('USAGE', `--${name} takes one value, and only once.`, { record: `--${name}` });
  };
}

/** A parameter with one value, undefined where it is not given. */
export function optionalText(describe: string) {
  return { type: 'string', describe } as const;
}

export function textWithDefault(describe: string, value: string) {
  return { type: 'string', default: value, describe } as const;
}

export function requiredText(describe: string) {
  return { type: 'string', demandOption: true, describe } as const;
}

export function booleanOption(describe: string, isOnByDefault = false) {
  return { type: 'boolean', default: isOnByDefault, describe } as const;
}

/** One of several words. */
export function choice<const Word extends string>(
  choices: readonly Word[],
  value: NoInfer<Word>,
  describe: string,
) {
  return { choices, default: value, describe } as const;
}

/** An option that can be repeated: always a list, empty where it is not given. */
export function repeated(describe: string, defaultDescription: string) {
  return {
    type: 'string',
    describe,
    default: [],
    defaultDescription,
    coerce: (value: unknown) => (Array.isArray(value) ? value : [value]).map(String),
  } as const;
}

export const EMPLOYER_OPTION = { employer: repeated('Employer key (repeatable)', 'all') };

export const CONFIG_OPTION = {
  config: optionalText('Configuration file; default: paytally.yaml here or in a folder above'),
};

/** How much is said, and in what form. */
export const OUTPUT_OPTIONS = {
  json: booleanOption('Print one JSON object instead of a summary'),
  quiet: booleanOption('Print the result and failures only'),
  progress: booleanOption('Show progress on a terminal', true),
  verbose: booleanOption('Say what the client does: waits, retries, passes'),
};

export type OutputOptions = ParsedOptions<typeof OUTPUT_OPTIONS>;

export const PERIOD_HELP =
  '2026-10, 2026-Q4, 2026, 2026-W44, 2026-10-01..2026-10-31, last-month, this-month, last-week, or a pay calendar of the configuration';
