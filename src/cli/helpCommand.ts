import { suggestion } from '../config/input/nearestName.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import {
  argumentLanguage,
  type Command,
  type CommandName,
  type CommandSource,
  command,
  optionalText,
} from './command.js';
import { commandHelp, overviewText } from './helpText.js';
import { helpWidth } from './terminalText.js';
import { isTopic, TOPIC_NAMES, topicText } from './topicText.js';

/** Explains a command or a topic; without one it lists the commands. */
export function helpCommand(commands: CommandSource): Command {
  return command({
    usage: 'help [topic]',
    examples: [
      ['$0 help export', 'help.example.command'],
      ['$0 help periods', 'help.example.topic'],
    ],
    parameters: { topic: optionalText('help.option.topic', 'commandOrTopic') },
    run: ({ topic }, context) => printHelp(topic, [], commands, context),
  });
}

/** Whether a command line requests help instead of a run; no argument after `--` is an option. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}

/**
 * Prints the help of a command or a topic; without an argument, that of all commands.
 * @throws PaytallyError USAGE for a word that is neither
 */
export async function printHelp(
  word: string | undefined,
  argv: readonly string[],
  commands: CommandSource,
  context: Pick<Context, 'cwd' | 'env' | 'language' | 'openTerminal'>,
): Promise<ExitStatus> {
  const language = await argumentLanguage(argv, context);
  const terminal = context.openTerminal({ quiet: false, progress: false });
  const width = helpWidth(terminal.width);
  const name = commands.names.find((each) => each === word);
  if (word === undefined) terminal.result(overviewText(commands.names, language, width));
  else if (name !== undefined) terminal.result(commandHelp(await commands.load(name), language, width));
  else if (isTopic(word)) terminal.result(topicText(word, language, width));
  else throw unknownWord(word, commands.names);
  return ExitStatus.done;
}

function unknownWord(word: string, names: readonly CommandName[]): PaytallyError {
  const near = suggestion(word, [...names, ...TOPIC_NAMES]);
  const text = message('usage.unknownTopic', { topic: word, topics: TOPIC_NAMES.join(', '), ...near });
  return new PaytallyError('USAGE', text, { record: word });
}
