import { ERRORS, ExitStatus } from '../errors.js';
import { type Say, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { paint } from '../runtime/paint.js';
import { wrapped } from '../runtime/wrapText.js';
import { labelColumns } from './terminalText.js';

/** The input of a topic's text. */
interface Page {
  readonly say: Say;
  readonly paragraph: (text: string, indent?: string) => string;
  readonly columns: (rows: readonly (readonly [label: string, text: string])[]) => string;
}

/** Texts of `paytally help TOPIC` by title; commands are the same in every language. */
const TOPICS = {
  periods: ({ say, paragraph, columns }) => [
    say('help.topic.periods'),
    columns([
      ['2026-10', say('help.topic.periods.month')],
      ['2026-Q4, 2026, 2026-W44', say('help.topic.periods.others')],
      ['2026-10-01..2026-10-31', say('help.topic.periods.days')],
      ['last-month, this-month, last-week', say('help.topic.periods.relative')],
      [say('help.value.name'), say('help.topic.periods.calendar')],
      [`${say('help.value.name')}@2026-10-14`, say('help.topic.periods.calendarAt')],
    ]),
    paragraph(say('help.topic.periods.calendars')),
    `  calendars:
    four-weekly: { anchor: 2026-01-05, days: 28 }
    twenty-sixth: { fromDay: 26 }        # ${say('help.topic.periods.twentySixth')}`,
    paragraph(say('help.topic.periods.dates')),
  ],

  'exit-status': ({ say, paragraph, columns }) => [
    say('help.topic.exitStatus'),
    columns(Object.values(ExitStatus).map((status) => [String(status), statusText(status, say)])),
    paragraph(say('help.topic.exitStatus.several')),
  ],

  json: ({ say, paragraph }) => [
    say('help.topic.json'),
    paragraph(say('help.topic.json.stdout')),
    `export, check
  { "runs": [{ "runId", "employer", "period": { "from", "to" }, "state": "draft"|"final",
    "files": [{ "path", "template", "rows", "bytes", "sha256" }],
    "control": { "fetchedEntries", "fetchedMinutes", "exportedEntries", "exportedMinutes",
      "excluded": [{ "reason", "entries", "minutes" }] },
    "exceptions": { "CODE": n }, "requests", "tzdata",
    "changes": { "earlierPeriod"?, "samePeriod"? } }] }
${paragraph(say('help.topic.json.changes'), '  ')}
${paragraph(say('help.topic.json.estimates'), '  ')}
${say('help.topic.json.failure')}
  { "error": { "code", "message", "remedy", "record"?, "id"?, "values"? }, "runs": [] }
${say('help.topic.json.failedRun')}
  { "employer", "period", "state": "failed", "error" }
${paragraph(say('help.topic.json.single'), '  ')}`,
    paragraph(say('help.topic.json.control')),
    paragraph(say('help.topic.json.others')),
  ],

  environment: ({ say, columns }) => [
    say('help.topic.environment'),
    columns([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is typed in the configuration
      ['${NAME}', say('help.topic.environment.reference')],
      ['clientSecret: { env: NAME }', say('help.topic.environment.secret')],
      ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', say('help.topic.environment.proxy')],
      ['LC_ALL, LC_MESSAGES, LANG', say('help.topic.environment.language')],
      ['NO_COLOR', say('help.topic.environment.noColor')],
      ['PAYTALLY_REQUESTS', say('help.topic.environment.requests')],
      ['TERM=dumb', say('help.topic.environment.dumb')],
    ]),
  ],

  'template-names': ({ say, paragraph, columns }) => [
    say('help.topic.templateNames'),
    columns([
      ['paytally templates', say('help.topic.templateNames.list')],
      ['paytally templates show NAME', say('help.topic.templateNames.show')],
      ['paytally templates new NAME --from OTHER', say('help.topic.templateNames.new')],
      ['paytally templates check PATH', say('help.topic.templateNames.check')],
    ]),
    paragraph(say('help.topic.templateNames.paths')),
    paragraph(say('help.topic.templateNames.variables')),
    `  variables: { datev-lodas: { consultant: "278041", client: "25016" } }
  fileNames: { monthly-hours: "hours {{ run.employerName }} {{ run.periodLabel }}" }`,
  ],
} as const satisfies Readonly<Record<string, (page: Page) => readonly [title: string, ...string[]]>>;

export type Topic = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];

export function isTopic(text: string): text is Topic {
  return Object.hasOwn(TOPICS, text);
}

/** The output of `paytally help TOPIC`. */
export function topicText(topic: Topic, language: Language, width: number): string {
  const page: Page = {
    say: sayIn(language),
    paragraph: (text, indent = '') => wrapped(text, width, indent).join('\n'),
    columns: (rows) => labelColumns(rows, width, { most: 40 }),
  };
  const [title, ...parts] = TOPICS[topic](page);
  return [paint.heading(title), ...parts].join('\n\n');
}

/** The meaning of a status, and its codes. */
function statusText(status: ExitStatus, say: Say): string {
  const codes = Object.entries(ERRORS).flatMap(([code, exit]) => (exit === status ? code : []));
  const meaning = say(`help.topic.exitStatus.${status}`);
  return codes.length === 0 ? meaning : `${meaning}: ${codes.join(', ')}`;
}
