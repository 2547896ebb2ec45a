import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { didYouMean } from '../inputErrors/nearestName.js';
import { command } from './command.js';
import { TOPIC_NAMES, TOPICS, type Topic } from './help/topics.js';

interface HelpOptions {
  readonly topic: string | undefined;
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

async function run({ topic }: HelpOptions, context: Context): Promise<ExitStatus> {
  const terminal = context.openTerminal({ quiet: false, progress: false });
  if (topic === undefined) {
    terminal.result(
      ['Topics of "paytally help TOPIC":', ...TOPIC_NAMES.map((name) => `  ${name}`), '', COMMANDS].join(
        '\n',
      ),
    );
    return ExitStatus.done;
  }
  if (!isTopic(topic)) {
    throw new PaytallyError('USAGE', `There is no topic "${topic}".${didYouMean(topic, TOPIC_NAMES)}`, {
      record: topic,
      remedy: `Write one of ${TOPIC_NAMES.join(', ')}; for a command: paytally ${topic} --help.`,
    });
  }
  terminal.result(TOPICS[topic]());
  return ExitStatus.done;
}

const COMMANDS = '"paytally --help" lists the commands, "paytally COMMAND --help" explains one.';

function isTopic(text: string): text is Topic {
  return Object.hasOwn(TOPICS, text);
}
