import { type Config, configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { retentionStart } from '../domain/period/retention.js';
import { type LocalDate, parseLocalDate } from '../domain/time/localDate.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { todayOf } from '../export/runHost.js';
import type { Language } from '../i18n/language.js';
import { translated } from '../i18n/messages/messages.js';
import { terminalTexts } from '../i18n/text.js';
import { carryOutPurge, type PlannedPurge, type Purged, planPurge } from '../people/purgePeople.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
} from './command.js';
import { openSession, withRunHistory } from './commandSession.js';

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
  json: '{ "runs": [{ "runId", "employer", "period", "state": "purge", "purged" }] }',
  parameters: PARAMETERS,
  run: purge,
});

async function purge(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const { before, person, reason } = options;
  const date = before === undefined ? undefined : parseDay(before);
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const startedAt = new Date(context.clock.nowMs());
  const { user } = context;
  const purged = await withRunHistory(context, session, async (store) => {
    const planned: PlannedPurge[] = [];
    let unknown: PaytallyError | undefined;
    for (const employerKey of session.employers) {
      const config = configOf(loaded, employerKey);
      const { employerId } = config.employer;
      const { retention } = config;
      const today = todayOf({ context }, config.employer.zone);
      const limit = date ?? (person === undefined ? retentionLimit(config, today) : undefined);
      const whose = { employerKey, employerId, before: limit, who: person };
      try {
        const one = planPurge(store, { ...whose, reason, retention, today, user, startedAt });
        if (one !== undefined) planned.push(one);
      } catch (failure) {
        if (!(failure instanceof PaytallyError) || failure.code !== 'EMPLOYEE_UNKNOWN') throw failure;
        unknown ??= failure;
      }
    }
    if (planned.length === 0 && unknown !== undefined) throw unknown;
    return planned.map((one): Purged => carryOutPurge(store, one));
  });
  terminal.result(options.json ? JSON.stringify({ runs: purged }) : purgedText(purged, loaded.language));
  return ExitStatus.done;
}

/** Without a day or a person, what the employer need not keep any more goes. @throws PaytallyError USAGE */
function retentionLimit({ retention, employerKey }: Config, today: LocalDate): LocalDate {
  if (retention !== undefined) return retentionStart(retention, today);
  throw new PaytallyError('USAGE', `Nothing says whose records of ${employerKey} go, or how old they are.`, {
    record: '--before',
    remedy: 'Add --before DATE or --person WHO, or set "retention" in the configuration.',
  });
}

function purgedText(all: readonly Purged[], language: Language): string {
  if (all.length === 0) return translated('There was nothing to purge.', language);
  const say = terminalTexts(language);
  return all
    .map(({ employer, runId, purged }) =>
      say(purged.length === 1 ? 'onePurged' : 'manyPurged', { employer, run: runId, count: purged.length }),
    )
    .join('\n');
}

function parseDay(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date !== undefined) return date;
  throw new PaytallyError('USAGE', `--before ${text}: this is not a day.`, {
    record: text,
    remedy: 'Write the day as YYYY-MM-DD.',
  });
}
