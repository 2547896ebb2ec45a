import { type Purged, purgeRecords } from '../app/people/purgePeople.js';
import { openSession, withRunHistory } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  parseDay,
} from './command.js';
import { printable } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  before: optionalText('purge.option.before', 'date'),
  person: optionalText('purge.option.person', 'person'),
  reason: optionalText('purge.option.reason', 'reason'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

export const purgeCommand = command({
  usage: 'purge',
  examples: [
    ['$0 purge --before 2021-01-01', 'purge.example.before'],
    ['$0 purge', 'purge.example.retention'],
    ['$0 purge --person 007', 'purge.example.person'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state": "purge", "person", "purged" }] }',
  parameters: PARAMETERS,
  run: purge,
});

const WRITES = { writes: true };

async function purge(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const { before, person, reason } = options;
  const date = before === undefined ? undefined : parseDay('--before', before);
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const order = { before: date, who: person, reason, user: context.user, nowMs: context.clock.nowMs() };
  const purged = await withRunHistory(
    context,
    session,
    (store) => purgeRecords(store, loaded, session.employers, order),
    WRITES,
  );
  terminal.result(options.json ? JSON.stringify({ runs: purged }) : purgedText(purged, loaded.language));
  return ExitStatus.done;
}

function purgedText(all: readonly Purged[], language: Language): string {
  const say = sayIn(language);
  if (all.length === 0) return say('terminal.purge.nothing');
  return all
    .map(({ employer, runId: run, person, purged: { length: count } }) =>
      person === null
        ? say('terminal.purge.done', { employer, run, count })
        : say('terminal.purge.ofPerson', { employer, run, count, name: printable(person.name) }),
    )
    .join('\n');
}
