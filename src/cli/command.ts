import type { InferredOptionType, Options } from 'yargs';
import type { Context } from '../context.js';
import { type ExitStatus, PaytallyError } from '../errors.js';
import type { KeyOf } from '../i18n/message.js';
import { message } from '../i18n/message.js';

/** A text of the catalogue `help`. */
export type HelpKey = KeyOf<'help'>;

type NameUnder<Prefix extends string> = HelpKey extends infer Key
  ? Key extends `${Prefix}.${infer Name}`
    ? Name
    : never
  : never;

/** What stands for a value in the help, such as FILE. */
export type ValueName = NameUnder<'value'>;

/** A command line and what it does. */
export type Example = readonly [line: string, explanation: HelpKey];

/** A positional or an option, for yargs and for the help. */
export interface Parameter extends Options {
  readonly describe: HelpKey;
  /** undefined for switches, and for choices, whose words are shown. */
  readonly value?: ValueName;
  readonly defaultText?: NameUnder<'default'>;
}

/** Positionals and options by name, in the order of the help; positionals are those that `usage` has in brackets. */
export type CommandParameters = Readonly<Record<string, Parameter>>;

type CamelCase<Name> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** What parameters become once a line is parsed, with names in camel case. */
export type ParsedOptions<Parameters extends CommandParameters> = {
  readonly [Name in keyof Parameters as CamelCase<Name> & string]: InferredOptionType<Parameters[Name]>;
};

/** A command of the program: the source of its help, its hints, its completion and its reference page. */
export interface Command {
  /** Name and positionals, as yargs writes them: `export <period>`. The text `help.NAME` describes it. */
  readonly usage: string;
  readonly examples: readonly Example[];
  /** What `--json` prints, by action where a command has several; undefined if there is no `--json`. */
  readonly json: string | Readonly<Record<string, string>> | undefined;
  readonly parameters: CommandParameters;
  readonly run: (options: object, context: Context) => Promise<ExitStatus>;
}

/** Declares a command; `run` gets what yargs makes of its parameters. */
export function command<const Parameters extends CommandParameters>(definition: {
  readonly usage: string;
  readonly examples?: readonly Example[];
  readonly json?: Command['json'];
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
    const option = `--${name}`;
    throw new PaytallyError('USAGE', message('usage.valueRepeated', { option }), { record: option });
  };
}

/** A parameter with one value, undefined if it is not given. */
export function optionalText(describe: HelpKey, value: ValueName) {
  return { type: 'string', describe, value } as const;
}

export function textWithDefault(describe: HelpKey, fallback: string, value: ValueName) {
  return { type: 'string', default: fallback, describe, value } as const;
}

export function requiredText(describe: HelpKey, value: ValueName) {
  return { type: 'string', demandOption: true, describe, value } as const;
}

/** A switch. One that is on by default is described as what `--no-NAME` does. */
export function booleanOption(describe: HelpKey, isOnByDefault = false) {
  return { type: 'boolean', default: isOnByDefault, describe } as const;
}

/** One of several words. */
export function choice<const Word extends string>(
  choices: readonly Word[],
  fallback: NoInfer<Word>,
  describe: HelpKey,
) {
  return { choices, default: fallback, describe } as const;
}

/** An option that can be repeated: always a list, empty if it is not given. */
export function repeated(describe: HelpKey, value: ValueName, defaultText?: NameUnder<'default'>) {
  return {
    type: 'string',
    describe,
    value,
    default: [],
    ...(defaultText === undefined ? {} : { defaultText }),
    coerce: (given: unknown) => (Array.isArray(given) ? given : [given]).map(String),
  } as const;
}

export const EMPLOYER_OPTION = { employer: repeated('option.employer', 'key', 'all') };

export const CONFIG_OPTION = { config: optionalText('option.config', 'file') };

/** How much is printed, and in what form. */
export const OUTPUT_OPTIONS = {
  json: booleanOption('option.json'),
  quiet: booleanOption('option.quiet'),
  progress: booleanOption('option.progress', true),
  verbose: booleanOption('option.verbose'),
};

export type OutputOptions = ParsedOptions<typeof OUTPUT_OPTIONS>;
