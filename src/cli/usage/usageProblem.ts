import { PaytallyError } from '../../errors.js';
import { didYouMean, nearestNames } from '../../inputErrors/nearestName.js';
import type { Command } from '../command.js';
import { commandName, optionNames } from './optionNames.js';

/** Says what is wrong with a command line that yargs refuses, and what comes nearest. */
export async function usageProblem(
  said: string,
  argv: readonly string[],
  commands: readonly Command[],
): Promise<PaytallyError> {
  const word = argv.find((argument) => !argument.startsWith('-'));
  if (word === undefined) return noCommand(argv, commands);
  const command = commands.find((each) => commandName(each) === word);
  if (command === undefined) return unknownCommand(word, commands);
  return (await unknownOption(argv, command, commands)) ?? wrongWords(said, command);
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

async function unknownOption(
  argv: readonly string[],
  command: Command,
  commands: readonly Command[],
): Promise<PaytallyError | undefined> {
  const end = argv.indexOf('--');
  const known = await optionNames(command);
  const written = (end < 0 ? argv : argv.slice(0, end)).find((argument) => !isKnown(argument, known));
  if (written === undefined) return undefined;
  const [option = written] = written.split('=');
  const remedy = `"paytally ${commandName(command)} --help" lists its options.`;
  const message = `"paytally ${commandName(command)}" has no option ${option}.`;
  return usage(`${message}${await optionHint(option, known, commands)}`, option, remedy);
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

async function optionHint(
  option: string,
  known: readonly string[],
  commands: readonly Command[],
): Promise<string> {
  const isNegative = option.startsWith('--no-');
  const name = nameOf(option).replace(/^no-/, '');
  const near = nearestNames(name, known).map((each) => `${isNegative ? '--no-' : '--'}${each}`);
  if (near.length > 0) return ` Did you mean ${near.join(' or ')}?`;
  const others: string[] = [];
  for (const command of commands) {
    if ((await optionNames(command)).includes(name)) others.push(`"${commandName(command)}"`);
  }
  return others.length === 0 ? '' : ` It is one of ${others.join(', ')}.`;
}

/** The other ways in which yargs refuses a line. */
function wrongWords(said: string, command: Command): PaytallyError {
  const name = commandName(command);
  const example = command.examples[0]?.[0].replace('$0', 'paytally') ?? `paytally ${name} --help`;
  const instance = `Write for instance: ${example}`;
  if (said.startsWith('Not enough non-option arguments')) {
    const missing = /<(\w+)>/.exec(command.usage)?.[1] ?? 'word';
    return usage(`A ${missing} is missing after "paytally ${name}".`, undefined, instance);
  }
  const [, given] = /^Unknown (?:arguments?|commands?): ([^,]+)/.exec(said) ?? [];
  if (given !== undefined) {
    return usage(
      `"${given}" is one word too many for "paytally ${name}".`,
      given,
      `${instance}. A value with spaces needs quotes.`,
    );
  }
  const [, required] = /^Missing required arguments?: ([^,]+)/.exec(said) ?? [];
  if (required !== undefined) {
    const examples = command.examples.map(([line]) => line.replace('$0', 'paytally'));
    const fitting = examples.find((line) => line.includes(`--${required}`)) ?? example;
    return usage(
      `"paytally ${name}" needs --${required}.`,
      `--${required}`,
      `Write for instance: ${fitting}`,
    );
  }
  return wrongChoice(said, command) ?? new PaytallyError('USAGE', said);
}

/** `Argument: read, Given: "thrice", Choices: "once", "twice"` */
function wrongChoice(said: string, command: Command): PaytallyError | undefined {
  const [, argument = '', given = '', list = ''] =
    /Argument: (\S+), Given: (.*), Choices: (.*)/.exec(said) ?? [];
  const choices = [...list.matchAll(/"([^"]*)"/g)].map(([, choice = '']) => choice);
  if (choices.length === 0) return undefined;
  const isWord = command.usage.includes(`[${argument}]`) || command.usage.includes(`<${argument}>`);
  const place = isWord ? `"paytally ${commandName(command)}"` : `--${argument}`;
  const hint = didYouMean(given.replaceAll('"', ''), choices, 1);
  return usage(
    `${place} does not know ${given}.${hint}`,
    isWord ? given.replaceAll('"', '') : `--${argument}`,
    `Write one of ${choices.join(', ')} after ${isWord ? `"paytally ${commandName(command)}"` : `--${argument}`}.`,
  );
}
