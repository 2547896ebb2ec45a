import { didYouMean } from '../config/input/nearestName.js';
import type { Context } from '../context.js';
import { ERRORS, ExitStatus, PaytallyError } from '../errors.js';
import { translated } from '../i18n/messages/messages.js';
import { command, optionalText } from './command.js';
import { argumentLanguage } from './commandSession.js';
import { fittedText, wrapped } from './terminalText.js';

/** A sentence in the language of the reader; what is typed stays outside of it. */
type Localize = (english: string) => string;

/** A whole paragraph, which no terminal's width breaks where there is none. */
const PARAGRAPH_WIDTH = 118;

function paragraph(text: string, indent = ''): string {
  return wrapped(text, PARAGRAPH_WIDTH, indent).join('\n');
}

/** Texts of `paytally help TOPIC`. */
const TOPICS = {
  periods: (say) => `${say('Periods, as they are typed')}

  2026-10                    ${say('a month')}
  2026-Q4, 2026, 2026-W44    ${say('a quarter, a year, an ISO week')}
  2026-10-01..2026-10-31     ${say('these days, both included')}
  last-month, this-month, last-week
                             ${say("seen from today in the employer's zone")}
  NAME                       ${say('the last period of a pay calendar of the configuration that ended before today')}
  NAME@2026-10-14            ${say('the period of that calendar which holds the date')}

${say('Pay calendars are configured by name:')}

  calendars:
    four-weekly: { anchor: 2026-01-05, days: 28 }
    twenty-sixth: { fromDay: 26 }        # ${say('26th to 25th')}

${say('The dates are always printed.')}`,

  'exit-status': (say) => `${say('Exit status of the program')}

${Object.values(ExitStatus)
  .map((status) => statusLine(status, say))
  .join('\n')}

${say('With several employers the status is that of the first failure in the order of the configuration.')}`,

  json: (say) => `--json

${say('stdout then carries one object; messages stay on stderr.')}

export, check
  { "runs": [{ "runId", "employer", "period": { "from", "to" }, "state": "draft"|"final",
    "files": [{ "path", "template", "rows", "bytes", "sha256" }],
    "control": { "fetchedEntries", "fetchedMinutes", "exportedEntries", "exportedMinutes",
      "excluded": [{ "reason", "entries", "minutes" }] },
    "exceptions": { "CODE": n }, "requests", "tzdata",
    "changes": { "earlierPeriod"?, "samePeriod"? } }] }
${paragraph(say('Each of "changes" is { "runId", "period", "came"?, "went"?, "zero-hours"?, "hours"?, "code"? }; it is left out where there is nothing to compare with.'), '  ')}
${paragraph(say('With --estimate-from there are "estimateFrom", and "estimatedMinutes" in "control". "check" adds "findings" to each run.'), '  ')}
${say('a failure before any employer runs')}
  { "error": { "code", "message", "remedy", "record"? }, "runs": [] }
${say('a failed run among the runs')}
  { "employer", "period", "state": "failed", "error" }
${paragraph(say('Where a single employer was chosen, the same error stands at the top too.'), '  ')}

${paragraph(say('Fetched = exported + excluded, in entries and in minutes, always. The reasons are a closed list: cancelled, open, agency (no employee), outside-period, filtered, invalid, estimated.'))}

${say('What the other commands print is in their --help.')}`,

  environment: (say) => `${say('Environment, and what is read from it')}

  \${NAME}                              ${say('in the configuration: reads a variable; one that is not set is an error')}
  clientSecret: { env: NAME }          ${say('reads the secret from it')}
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY    ${say("the way to the service through an office's proxy")}
  LC_ALL, LC_MESSAGES, LANG            ${say('the language where there is no configuration')}
  NO_COLOR                             ${say('set to anything: no colours, and no escape sequences')}
  PAYTALLY_REQUESTS                    ${say('a folder where runs with different stores count their requests together')}
  TERM=dumb                            ${say('no progress line')}`,

  templates: (say) => `${say('Templates, and how to name one')}

  paytally templates                           ${say('the built-in ones, for people and for payroll systems')}
  paytally templates show NAME                 ${say('columns, variables, a few rows; of a workbook what it is filled with')}
  paytally templates new NAME --from OTHER     ${say('a copy to change')}
  paytally templates check PATH                ${say('whether it is valid, and still gives the golden files beside it')}

${paragraph(say('A name is a built-in template. A path (with a slash, or ending in .yaml or .xlsx) is one of your own: a folder with a template.yaml, that file, or a workbook that you drew. Variables stand in the configuration:'))}

  variables: { datev-lodas: { consultant: "278041", client: "25016" } }
  fileNames: { monthly-hours: "hours {{ run.employerName }} {{ run.periodLabel }}" }`,
} as const satisfies Readonly<Record<string, (say: Localize) => string>>;

type Topic = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];

const MEANINGS: Readonly<Record<ExitStatus, string>> = {
  0: 'done',
  1: 'a bug in paytally: the only case that prints a stack',
  2: 'usage or configuration',
  3: 'credentials or permission',
  4: 'the service could not answer',
  5: 'the data blocks the export; nothing was written',
  6: 'an output could not be written',
  7: 'mail, or another delivery that failed',
  130: 'interrupted',
};

/** A status, what it means, and the codes that end with it. */
function statusLine(status: ExitStatus, say: Localize): string {
  const codes = Object.entries(ERRORS).flatMap(([code, exit]) => (exit === status ? code : []));
  const names = codes.length === 0 ? '' : `: ${codes.join(', ')}`;
  return `  ${String(status).padEnd(5)}${say(MEANINGS[status])}${names}`;
}

export const helpCommand = command({
  usage: 'help [topic]',
  describe: `Explain a topic: ${TOPIC_NAMES.join(', ')}`,
  examples: [
    ['$0 help periods', 'How periods are written'],
    ['$0 export --help', 'Everything about a command'],
  ],
  parameters: { topic: optionalText(`One of ${TOPIC_NAMES.join(', ')}`) },
  run: explainTopic,
});

/** Without a topic yargs shows the help of all commands. */
async function explainTopic(
  { topic = '' }: { readonly topic: string | undefined },
  context: Context,
): Promise<ExitStatus> {
  const terminal = context.openTerminal({ quiet: false, progress: false });
  if (!isTopic(topic)) {
    throw new PaytallyError('USAGE', `There is no topic "${topic}".${didYouMean(topic, TOPIC_NAMES)}`, {
      record: topic,
      remedy: `Write one of ${TOPIC_NAMES.join(', ')}; for a command: paytally ${topic} --help.`,
    });
  }
  const language = await argumentLanguage([], context);
  const text = TOPICS[topic]((english) => translated(english, language));
  terminal.result(fittedText(text, terminal.width));
  return ExitStatus.done;
}

function isTopic(text: string): text is Topic {
  return Object.hasOwn(TOPICS, text);
}
