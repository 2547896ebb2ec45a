import { didYouMean } from '../config/input/nearestName.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { translated } from '../language/messages/messages.js';
import { command } from './command.js';
import { TOPIC_NAMES, TOPICS, type Topic } from './help/topics.js';
import { languageOfArguments } from './spokenTerminal.js';
import { fittedText } from './terminalText.js';

interface HelpOptions {
  /** Without one yargs shows the help of all commands. */
  readonly topic?: string;
}

export const helpCommand = command<HelpOptions>({
  usage: 'help [topic]',
  describe: `Explain a topic: ${TOPIC_NAMES.join(', ')}`,
  examples: [
    ['$0 help periods', 'How periods are written'],
    ['$0 export --help', 'Everything about a command'],
  ],
  options: (args) =>
    args.positional('topic', { type: 'string', describe: `One of ${TOPIC_NAMES.join(', ')}` }),
  run,
});

async function run({ topic = '' }: HelpOptions, context: Context): Promise<ExitStatus> {
  const terminal = context.openTerminal({ quiet: false, progress: false });
  if (!isTopic(topic)) {
    throw new PaytallyError('USAGE', `There is no topic "${topic}".${didYouMean(topic, TOPIC_NAMES)}`, {
      record: topic,
      remedy: `Write one of ${TOPIC_NAMES.join(', ')}; for a command: paytally ${topic} --help.`,
    });
  }
  const language = await languageOfArguments([], context);
  const text = TOPICS[topic]((english) => translated(english, language));
  terminal.result(fittedText(text, terminal.width));
  return ExitStatus.done;
}

function isTopic(text: string): text is Topic {
  return Object.hasOwn(TOPICS, text);
}
