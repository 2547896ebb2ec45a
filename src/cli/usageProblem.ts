import { didYouMean, nearestNames } from '../config/input/nearestName.js';
import { PaytallyError } from '../errors.js';
import { type Command, commandName, optionNames, positionalNames } from './command.js';
import { commandLine } from './nextCommand.js';

/** Says what is wrong with a command line that yargs refuses, and what comes nearest. */
export function usageProblem(
  refused: RefusedLine,
  argv: readonly string[],
  commands: readonly Command[],
  templates: readonly string[],
): PaytallyError {
  const word = argv.find((argument) => !argument.startsWith('-'));
  if (word === undefined) return noCommand(argv, commands);
  const command = commands.find((each) => commandName(each) === word);
  if (command === undefined && templates.includes(word)) return templateAsCommand(word, argv);
  if (command === undefined) return unknownCommand(word, commands);
  return unknownOption(argv, command, commands) ?? refusalProblem(refused, command);
}

function usageError(message: string, record: string | undefined, remedy: string): PaytallyError {
  return new PaytallyError('USAGE', message, { ...(record === undefined ? {} : { record }), remedy });
}

function listCommands(commands: readonly Command[]): string {
  return `The commands are ${commands.map(commandName).join(', ')}; "paytally --help" explains them.`;
}

function noCommand(argv: readonly string[], commands: readonly Command[]): PaytallyError {
  const option = argv.find((argument) => !['--json', '--quiet'].includes(argument));
  if (option !== undefined) {
    const message = `"paytally" without a command has no option ${option}, only --help and --version.`;
    return usageError(message, option, listCommands(commands));
  }
  return usageError('A command is missing after "paytally".', undefined, listCommands(commands));
}

function unknownCommand(word: string, commands: readonly Command[]): PaytallyError {
  const hint = didYouMean(word, commands.map(commandName));
  return usageError(`There is no command "${word}".${hint}`, word, listCommands(commands));
}

/** Templates are named after their file, which users type as if they were commands. */
function templateAsCommand(template: string, argv: readonly string[]): PaytallyError {
  const words = argv.filter((argument) => argument !== template);
  const period = words.length === 0 || words[0]?.startsWith('-') ? ['last-month'] : [];
  const line = commandLine(['export', ...period, ...words, '--template', template], {});
  return usageError(`"${template}" is a template, and no command.`, template, `To have it made: ${line}`);
}

function unknownOption(
  argv: readonly string[],
  command: Command,
  commands: readonly Command[],
): PaytallyError | undefined {
  const end = argv.indexOf('--');
  const known = optionNames(command);
  const written = (end < 0 ? argv : argv.slice(0, end)).find((argument) => !isKnown(argument, known));
  if (written === undefined) return undefined;
  const [option = written] = written.split('=');
  const remedy = `"paytally ${commandName(command)} --help" lists its options.`;
  const message = `"paytally ${commandName(command)}" has no option ${option}.`;
  return usageError(`${message}${suggestOption(option, known, commands)}`, option, remedy);
}

/** `-1` is a number. */
function isKnown(argument: string, known: readonly string[]): boolean {
  if (!/^-+[A-Za-z]/.test(argument)) return true;
  const name = kebabName(argument);
  if (!argument.startsWith('--')) return false;
  return known.includes(name) || (name.startsWith('no-') && known.includes(name.slice(3)));
}

/** Dashes may be left out of a name that is written in one word with capitals: `--dryRun`. */
function kebabName(option: string): string {
  const [name = ''] = option.replace(/^-+/, '').split('=');
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function suggestOption(option: string, known: readonly string[], commands: readonly Command[]): string {
  const isNegative = option.startsWith('--no-');
  const name = kebabName(option).replace(/^no-/, '');
  const near = nearestNames(name, known).map((each) => `${isNegative ? '--no-' : '--'}${each}`);
  if (near.length > 0) return ` Did you mean ${near.join(' or ')}?`;
  const others = commands
    .filter((command) => optionNames(command).includes(name))
    .map((command) => `"${commandName(command)}"`);
  return others.length === 0 ? '' : ` It is one of ${others.join(', ')}.`;
}

/** The other ways in which yargs refuses a line. */
function refusalProblem({ refusal }: RefusedLine, command: Command): PaytallyError {
  const name = commandName(command);
  const examples = command.examples.map(([line]) => line.replace('$0', 'paytally'));
  const instance = (line = examples[0] ?? `paytally ${name} --help`) => `Write for instance: ${line}`;
  switch (refusal.kind) {
    case 'missing-word': {
      const [missing = 'word'] = positionalNames(command);
      return usageError(`A ${missing} is missing after "paytally ${name}".`, undefined, instance());
    }
    case 'unknown-word':
      return usageError(
        `"${refusal.word}" is one word too many for "paytally ${name}".`,
        refusal.word,
        `${instance()}. A value with spaces needs quotes.`,
      );
    case 'missing-option': {
      const option = `--${refusal.option}`;
      const fitting = examples.find((line) => line.includes(option));
      return usageError(`"paytally ${name}" needs ${option}.`, option, instance(fitting));
    }
    case 'unknown-choice':
      return unknownChoice(refusal, command);
    case 'other':
      return new PaytallyError('USAGE', refusal.message);
  }
}

function unknownChoice(
  { name, given }: { readonly name: string; readonly given: string },
  command: Command,
): PaytallyError {
  const isWord = positionalNames(command).includes(name);
  const choices = command.parameters[name]?.choices?.map(String) ?? [];
  const place = isWord ? `"paytally ${commandName(command)}"` : `--${name}`;
  const hint = didYouMean(given, choices, 1);
  return usageError(
    `${place} does not know "${given}".${hint}`,
    isWord ? given : place,
    `Write one of ${choices.join(', ')} after ${place}.`,
  );
}

/** Between the parts of what yargs is made to say; no command line can hold it. */
const MARK = '\u0000';

/** The ways in which yargs refuses a command line. */
type Refusal =
  | { readonly kind: 'missing-word' }
  | { readonly kind: 'unknown-word'; readonly word: string }
  | { readonly kind: 'missing-option'; readonly option: string }
  | { readonly kind: 'unknown-choice'; readonly name: string; readonly given: string }
  | { readonly kind: 'other'; readonly message: string };

/** What yargs says, by its own words for it, as a name with the facts behind it: the English of yargs is not shown. */
export const YARGS_TEXTS = {
  'Not enough non-option arguments: got %s, need at least %s': plural(`${MARK}missing-word${MARK}`),
  'Unknown argument: %s': plural(`${MARK}unknown-word${MARK}%s`),
  'Unknown command: %s': plural(`${MARK}unknown-word${MARK}%s`),
  'Missing required argument: %s': plural(`${MARK}missing-option${MARK}%s`),
  'Invalid values:': `${MARK}unknown-choice`,
  'Argument: %s, Given: %s, Choices: %s': `${MARK}%s${MARK}%s${MARK}%s`,
} as const;

function plural(text: string): { readonly one: string; readonly other: string } {
  return { one: text, other: text };
}

/** A command line that yargs does not take. */
export class RefusedLine extends Error {
  readonly refusal: Refusal;

  constructor(message: string) {
    super(message.replaceAll(MARK, ' ').trim());
    this.name = 'RefusedLine';
    this.refusal = parseRefusal(message);
  }
}

function parseRefusal(text: string): Refusal {
  const [, kind = '', first = '', second = ''] = text.split(MARK).map((part) => part.trim());
  const [name = ''] = first.split(', ');
  switch (kind) {
    case 'missing-word':
      return { kind };
    case 'unknown-word':
      return { kind, word: name };
    case 'missing-option':
      return { kind, option: name };
    case 'unknown-choice':
      return { kind, name: first, given: second.replaceAll('"', '') };
    default:
      return { kind: 'other', message: text };
  }
}

const SWITCH = /^--(?:no-)?([\w-]+)=(.*)$/;

/**
 * An option without its value, or a switch that is given something else than true or false, would quietly become the
 * default.
 * @param parsed what yargs made of `argv`
 * @throws PaytallyError USAGE
 */
export function refuseEmptyValues(parsed: object, argv: readonly string[]): void {
  const values = new Map<string, unknown>(Object.entries(parsed));
  argv.forEach((argument, index) => {
    const [option = '', given] = argument.split('=', 2);
    const value = values.get(option.slice(2));
    const takesValue = option.startsWith('--') && value !== undefined && typeof value !== 'boolean';
    if (takesValue && isEmpty(given ?? argv[index + 1])) throw missingValue(option);
    refuseSwitchValue(argument, values);
  });
  for (const [name, value] of values) {
    if (value === '' || (Array.isArray(value) && value.includes(''))) throw missingValue(name.toUpperCase());
  }
}

function isEmpty(value: string | undefined): boolean {
  return value === undefined || value === '' || /^--[a-z]/.test(value);
}

function missingValue(what: string): PaytallyError {
  const remedy = what.startsWith('--')
    ? `Write a value after ${what}, or leave the option out.`
    : 'Write it in place of "".';
  return new PaytallyError('USAGE', `${what} needs a value.`, { record: what, remedy });
}

function refuseSwitchValue(argument: string, values: ReadonlyMap<string, unknown>): void {
  const [, name = '', given = ''] = SWITCH.exec(argument) ?? [];
  if (typeof values.get(name) !== 'boolean' || given === 'true' || given === 'false') return;
  throw new PaytallyError('USAGE', `--${name} takes no value.`, {
    record: argument,
    remedy: `Write --${name} alone.`,
  });
}
