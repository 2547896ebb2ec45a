import { didYouMean, nearestNames } from '../../config/input/nearestName.js';
import { PaytallyError } from '../../errors.js';
import type { Command } from '../command.js';
import { commandLine } from '../nextCommand.js';
import { commandName, declaredBy, optionNames } from './declared.js';
import type { RefusedLine } from './refusedLine.js';

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
  return unknownOption(argv, command, commands) ?? wrongWords(refused, command);
}

function usage(message: string, record: string | undefined, remedy: string): PaytallyError {
  return new PaytallyError('USAGE', message, { ...(record === undefined ? {} : { record }), remedy });
}

function listed(commands: readonly Command[]): string {
  return `The commands are ${commands.map(commandName).join(', ')}; "paytally --help" explains them.`;
}

function noCommand(argv: readonly string[], commands: readonly Command[]): PaytallyError {
  const option = argv.find((argument) => !['--json', '--quiet'].includes(argument));
  if (option !== undefined) {
    const message = `"paytally" without a command has no option ${option}, only --help and --version.`;
    return usage(message, option, listed(commands));
  }
  return usage('A command is missing after "paytally".', undefined, listed(commands));
}

function unknownCommand(word: string, commands: readonly Command[]): PaytallyError {
  const hint = didYouMean(word, commands.map(commandName));
  return usage(`There is no command "${word}".${hint}`, word, listed(commands));
}

/** Templates are named after their file, which somebody wants to have made. */
function templateAsCommand(template: string, argv: readonly string[]): PaytallyError {
  const words = argv.filter((argument) => argument !== template);
  const period = words.length === 0 || words[0]?.startsWith('-') ? ['last-month'] : [];
  const line = commandLine(['export', ...period, ...words, '--template', template], {});
  return usage(`"${template}" is a template, and no command.`, template, `To have it made: ${line}`);
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
  return usage(`${message}${optionHint(option, known, commands)}`, option, remedy);
}

/** `-1` is a number. */
function isKnown(argument: string, known: readonly string[]): boolean {
  if (!/^-+[A-Za-z]/.test(argument)) return true;
  const name = nameOf(argument);
  if (!argument.startsWith('--')) return false;
  return known.includes(name) || (name.startsWith('no-') && known.includes(name.slice(3)));
}

/** Dashes may be left out of a name that is written in one word with capitals: `--dryRun`. */
function nameOf(option: string): string {
  const [name = ''] = option.replace(/^-+/, '').split('=');
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function optionHint(option: string, known: readonly string[], commands: readonly Command[]): string {
  const isNegative = option.startsWith('--no-');
  const name = nameOf(option).replace(/^no-/, '');
  const near = nearestNames(name, known).map((each) => `${isNegative ? '--no-' : '--'}${each}`);
  if (near.length > 0) return ` Did you mean ${near.join(' or ')}?`;
  const others = commands
    .filter((command) => optionNames(command).includes(name))
    .map((command) => `"${commandName(command)}"`);
  return others.length === 0 ? '' : ` It is one of ${others.join(', ')}.`;
}

/** The other ways in which yargs refuses a line. */
function wrongWords({ refusal }: RefusedLine, command: Command): PaytallyError {
  const name = commandName(command);
  const examples = command.examples.map(([line]) => line.replace('$0', 'paytally'));
  const instance = (line = examples[0] ?? `paytally ${name} --help`) => `Write for instance: ${line}`;
  switch (refusal.kind) {
    case 'missing-word': {
      const [missing = 'word'] = declaredBy(command).positionals.keys();
      return usage(`A ${missing} is missing after "paytally ${name}".`, undefined, instance());
    }
    case 'unknown-word':
      return usage(
        `"${refusal.word}" is one word too many for "paytally ${name}".`,
        refusal.word,
        `${instance()}. A value with spaces needs quotes.`,
      );
    case 'missing-option': {
      const option = `--${refusal.option}`;
      const fitting = examples.find((line) => line.includes(option));
      return usage(`"paytally ${name}" needs ${option}.`, option, instance(fitting));
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
  const { options, positionals } = declaredBy(command);
  const isWord = positionals.has(name);
  const choices = (positionals.get(name) ?? options.get(name))?.choices?.map(String) ?? [];
  const place = isWord ? `"paytally ${commandName(command)}"` : `--${name}`;
  const hint = didYouMean(given, choices, 1);
  return usage(
    `${place} does not know "${given}".${hint}`,
    isWord ? given : place,
    `Write one of ${choices.join(', ')} after ${place}.`,
  );
}
