import { nearestNames, suggestion } from '../config/input/nearestName.js';
import { PaytallyError } from '../errors.js';
import { type AnyMessage, eitherOf, listed, message } from '../i18n/message.js';
import { type Command, commandName, optionNames, positionalNames } from './command.js';
import { commandLine } from './nextCommand.js';

/** An option that people type as a command. */
const VERSION = 'version';

/** Describes the problem of a command line that yargs refuses, with the nearest suggestion. */
export function usageProblem(
  refused: RefusedLine,
  argv: readonly string[],
  commands: readonly Command[],
  templates: readonly string[],
): PaytallyError {
  const word = argv.find((argument) => !argument.startsWith('-'));
  if (word === undefined) return noCommand(argv);
  const command = commands.find((each) => commandName(each) === word);
  if (command === undefined && templates.includes(word)) return templateAsCommand(word, argv);
  if (command === undefined) return unknownCommand(word, commands);
  return unknownOption(argv, command, commands) ?? refusalProblem(refused, command);
}

function usageError(text: AnyMessage, record?: string): PaytallyError {
  return new PaytallyError('USAGE', text, record === undefined ? {} : { record });
}

function noCommand(argv: readonly string[]): PaytallyError {
  const option = argv.find((argument) => !['--json', '--quiet'].includes(argument));
  if (option === undefined) return usageError(message('usage.noCommand'));
  return usageError(message('usage.optionWithoutCommand', { option }), option);
}

function unknownCommand(word: string, commands: readonly Command[]): PaytallyError {
  const near = nearestNames(word, [VERSION, ...commands.map(commandName)]);
  const names = eitherOf(near.map((name) => `"${name === VERSION ? `--${VERSION}` : name}"`));
  return usageError(message('usage.unknownCommand', { word, near: near.length, names }), word);
}

/** Templates are named after their file, which users type as if they were commands. */
function templateAsCommand(template: string, argv: readonly string[]): PaytallyError {
  const words = argv.filter((argument) => argument !== template);
  const period = words.length === 0 || words[0]?.startsWith('-') ? ['last-month'] : [];
  const command = commandLine(['export', ...period, ...words, '--template', template], {});
  return usageError(message('usage.templateAsCommand', { template, command }), template);
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
  return usageError(unknownOptionText(option, command, known, commands), option);
}

/** `-1` is a number. */
function isKnown(argument: string, known: readonly string[]): boolean {
  if (!/^-+[A-Za-z]/.test(argument)) return true;
  const name = kebabName(argument);
  if (!argument.startsWith('--')) return false;
  return known.includes(name) || (name.startsWith('no-') && known.includes(name.slice(3)));
}

/** A name may also be written in camel case without dashes: `--dryRun`. */
function kebabName(option: string): string {
  const [name = ''] = option.replace(/^-+/, '').split('=');
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function unknownOptionText(
  option: string,
  command: Command,
  known: readonly string[],
  commands: readonly Command[],
): AnyMessage {
  const isNegative = option.startsWith('--no-');
  const name = kebabName(option).replace(/^no-/, '');
  const near = nearestNames(name, known).map((each) => `${isNegative ? '--no-' : '--'}${each}`);
  const refused = { command: commandName(command), option };
  const others = commands
    .filter((each) => near.length === 0 && optionNames(each).includes(name))
    .map((each) => `"${commandName(each)}"`);
  return others.length > 0
    ? message('usage.optionOfOthers', { ...refused, others: listed(others) })
    : message('usage.unknownOption', { ...refused, near: near.length, names: eitherOf(near) });
}

/** The other reasons for which yargs refuses a line. */
function refusalProblem({ refusal }: RefusedLine, command: Command): PaytallyError {
  const name = commandName(command);
  const examples = command.examples.map(([line]) => line.replace('$0', 'paytally'));
  const example = examples[0] ?? `paytally ${name} --help`;
  switch (refusal.kind) {
    case 'missing-word': {
      const [missing = ''] = positionalNames(command);
      const { value = 'name' } = command.parameters[missing] ?? {};
      const word = message(`help.value.${value}`);
      return usageError(message('usage.wordMissing', { word, command: name, example }));
    }
    case 'unknown-word': {
      const { word } = refusal;
      return usageError(message('usage.wordTooMany', { word, command: name, example }), word);
    }
    case 'missing-option': {
      const option = `--${refusal.option}`;
      const fitting = examples.find((line) => line.includes(option)) ?? example;
      return usageError(message('usage.optionMissing', { command: name, option, example: fitting }), option);
    }
    case 'unknown-choice':
      return unknownChoice(refusal, command);
    case 'other':
      return usageError(message('usage.notReadable', { reason: refusal.message }));
  }
}

function unknownChoice(
  { name, given }: { readonly name: string; readonly given: string },
  command: Command,
): PaytallyError {
  const isWord = positionalNames(command).includes(name);
  const choices = command.parameters[name]?.choices?.map(String) ?? [];
  const place = isWord ? `"paytally ${commandName(command)}"` : `--${name}`;
  const values = { place, given, choices: choices.join(', '), ...suggestion(given, choices, 1) };
  return usageError(message('usage.unknownChoice', values), isWord ? given : place);
}

/** Separates the parts of yargs's messages; no command line can contain it. */
const MARK = '\u0000';

/** The reasons for which yargs refuses a command line. */
type Refusal =
  | { readonly kind: 'missing-word' }
  | { readonly kind: 'unknown-word'; readonly word: string }
  | { readonly kind: 'missing-option'; readonly option: string }
  | { readonly kind: 'unknown-choice'; readonly name: string; readonly given: string }
  | { readonly kind: 'other'; readonly message: string };

/** Converts the messages of yargs to names with facts, because its English texts are not shown. */
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

/** A command line that yargs refuses. */
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
 * An option without its value, or a switch with a value other than true or false, would silently become the default.
 * @param parsed `argv`, parsed by yargs
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
    if (value === '' || (Array.isArray(value) && value.includes(''))) {
      const shown = name.toUpperCase();
      throw usageError(message('usage.valueEmpty', { name: shown }), shown);
    }
  }
}

function isEmpty(value: string | undefined): boolean {
  return value === undefined || value === '' || /^--[a-z]/.test(value);
}

function missingValue(option: string): PaytallyError {
  return usageError(message('usage.valueMissing', { option }), option);
}

function refuseSwitchValue(argument: string, values: ReadonlyMap<string, unknown>): void {
  const [, name = '', given = ''] = SWITCH.exec(argument) ?? [];
  if (typeof values.get(name) !== 'boolean' || given === 'true' || given === 'false') return;
  throw usageError(message('usage.switchWithValue', { option: `--${name}` }), argument);
}
