import type { InferredOptionType, Options } from 'yargs';
import { findConfigFolder } from '../config/findConfig.js';
import type { Context } from '../context.js';
import { type LocalDate, parseLocalDate } from '../domain/time/localDate.js';
import { type ExitStatus, PaytallyError } from '../errors.js';
import { type BuiltInLanguage, isBuiltIn, LANGUAGES, type Language } from '../i18n/language.js';
import { type KeyOf, message } from '../i18n/message.js';

/** A text of the catalogue `help`. */
export type HelpKey = KeyOf<'help'>;

type NameUnder<Prefix extends string> = HelpKey extends infer Key
  ? Key extends `${Prefix}.${infer Name}`
    ? Name
    : never
  : never;

/** The placeholder of a value in the help, such as FILE. */
export type ValueName = NameUnder<'value'>;

/** A command line and its effect. */
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

/** The parsed parameters, with names in camel case. */
export type ParsedOptions<Parameters extends CommandParameters> = {
  readonly [Name in keyof Parameters as CamelCase<Name> & string]: InferredOptionType<Parameters[Name]>;
};

/** A command of the program: the source of its help, its hints, its completion and its reference page. */
export interface Command {
  /** Name and positionals, in the syntax of yargs: `export <period>`. The text `help.NAME` describes it. */
  readonly usage: string;
  readonly examples: readonly Example[];
  /** The output of `--json`, by action if a command has several; undefined if there is no `--json`. */
  readonly json: string | Readonly<Record<string, string>> | undefined;
  readonly parameters: CommandParameters;
  readonly run: (options: object, context: Context) => Promise<ExitStatus>;
}

/** Declares a command; `run` receives the parsed parameters. */
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

/** Takes one value; yargs would silently pass a list of several. @throws PaytallyError USAGE */
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

/** A switch. If it is on by default, its description is that of `--no-NAME`. */
export function booleanOption(describe: HelpKey, isOnByDefault = false) {
  return { type: 'boolean', default: isOnByDefault, describe } as const;
}

/** A choice of words. */
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

/** Names the configuration where `--config` is not given. */
export const CONFIG_VARIABLE = 'PAYTALLY_CONFIG';

export const CONFIG_OPTION = { config: optionalText('option.config', 'file') };

/** The amount and format of output. */
export const OUTPUT_OPTIONS = {
  json: booleanOption('option.json'),
  quiet: booleanOption('option.quiet'),
  progress: booleanOption('option.progress', true),
  verbose: booleanOption('option.verbose'),
  language: { choices: LANGUAGES, describe: 'option.language' } as const,
};

export type OutputOptions = ParsedOptions<typeof OUTPUT_OPTIONS>;

/** The option that takes a number, and the smallest and the largest one. */
interface NumberRange {
  readonly option: string;
  readonly min: number;
  readonly max: number;
}

/** Reads a whole number from a command line. @throws PaytallyError USAGE for anything outside the range */
export function numberWithin(value: string, { option, min, max }: NumberRange): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new PaytallyError('USAGE', message('commands.numberOutside', { option, min, max, value }), {
    record: option,
  });
}

const MAX_PORT = 65_535;

/** Reads a TCP port from a command line. @throws PaytallyError USAGE */
export function parsePort(option: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw new PaytallyError('USAGE', message('commands.noPort', { option, value: text, max: MAX_PORT }), {
    record: option,
  });
}

/** Reads a date from a command line. @throws PaytallyError USAGE */
export function parseDay(option: string, text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date !== undefined) return date;
  throw new PaytallyError('USAGE', message('commands.noDate', { option, value: text }), { record: text });
}

/** The language of messages for arguments that may be invalid: that of the person, or else of the configuration. */
export function argumentLanguage(argv: readonly string[], context: Speaker): Promise<Language> {
  return languageFor(configArgument(argv, context), context);
}

type Speaker = Pick<Context, 'cwd' | 'env' | 'language'>;

/** @param config as given with `--config`; otherwise the nearest configuration counts */
export async function languageFor(config: string | undefined, { cwd, language }: Speaker): Promise<Language> {
  if (language !== undefined) return language;
  if (findConfigFolder({ path: config, cwd }) === undefined) return 'en';
  // Loaded when needed: its libraries take time in every command.
  const { readConfiguredLanguage } = await import('../config/load.js');
  return readConfiguredLanguage(config, cwd);
}

/** The language that `--language` names, or else the system; undefined if paytally does not speak it. */
export function personLanguage(
  argv: readonly string[],
  { env }: Pick<Context, 'env'>,
): BuiltInLanguage | undefined {
  const named = argumentOf('--language', argv) ?? (env.LC_ALL || env.LC_MESSAGES || env.LANG || '');
  const [code = ''] = named.toLowerCase().split(/[^a-z]/);
  return isBuiltIn(code) ? code : undefined;
}

/** The value of `--config`, although the arguments may be invalid; otherwise that of the environment. */
export function configArgument(argv: readonly string[], { env }: Pick<Context, 'env'>): string | undefined {
  return argv.some((word) => /^--config(=|$)/.test(word))
    ? argumentOf('--config', argv)
    : env[CONFIG_VARIABLE] || undefined;
}

/** The value of an option on a line that may be invalid. */
function argumentOf(option: string, argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === option || word.startsWith(`${option}=`));
  const word = argv[at];
  if (word === undefined) return undefined;
  return word === option ? argv[at + 1] : word.slice(option.length + 1);
}

/**
 * The folder in which a command records its unfinished work: next to the configuration, or the working folder if there
 * is none.
 */
export function homeFolder({ cwd }: Pick<Context, 'cwd'>, config?: string): string {
  return findConfigFolder({ path: config, cwd }) ?? cwd;
}

/** The groups of `paytally --help` and their commands, in its order. */
const GROUPS = {
  start: ['demo', 'ui', 'init', 'doctor'],
  month: ['check', 'export', 'explain', 'corrections', 'status', 'monitor', 'inspection'],
  send: ['send', 'schedule', 'connect', 'plan', 'worker'],
  records: [
    'history',
    'verify',
    'rerun',
    'diff',
    'compare-register',
    'person',
    'purge',
    'backup',
    'restore',
    'store',
  ],
  setUp: ['employees', 'templates', 'rules', 'config'],
  other: ['completion', 'sandbox'],
} as const;

type GroupName = keyof typeof GROUPS;

/** A command that exists: its description is the text `help.NAME`. `help` itself is in no group. */
export type CommandName = Extract<(typeof GROUPS)[GroupName][number] | 'help', HelpKey>;

/** All commands by name; each is loaded when it is requested. */
export interface CommandSource {
  readonly names: readonly CommandName[];
  readonly load: (name: CommandName) => Promise<Command>;
}

interface CommandGroup {
  readonly group: GroupName;
  readonly names: readonly CommandName[];
}

/** Commands as the help groups them. */
export function commandGroups(names: readonly CommandName[]): readonly CommandGroup[] {
  return (Object.keys(GROUPS) as GroupName[]).map((group) => {
    const inGroup: readonly CommandName[] = GROUPS[group];
    return { group, names: inGroup.filter((name) => names.includes(name)) };
  });
}
