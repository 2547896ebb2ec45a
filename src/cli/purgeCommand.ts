import { openSession, withRunHistory } from '../app/actions/actionSession.js';
import { todayOf } from '../app/export/runHost.js';
import { carryOutPurge, type PlannedPurge, type Purged, planPurge } from '../app/people/purgePeople.js';
import { type Config, configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { retentionStart } from '../domain/period/retention.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  parseDay,
} from './command.js';

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

const WRITES = { writes: true };

async function purge(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const { before, person, reason } = options;
  const date = before === undefined ? undefined : parseDay('--before', before);
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const startedAt = new Date(context.clock.nowMs());
  const { user } = context;
  const purged = await withRunHistory(
    context,
    session,
    async (store) => {
      const planned: PlannedPurge[] = [];
      let unknown: PaytallyError | undefined;
      for (const employerKey of session.employers) {
        const config = configOf(loaded, employerKey);
        const { employerId } = config.employer;
        const { retention } = config;
        const today = todayOf(context, config.employer.zone);
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
      const done = planned.map((one): Purged => carryOutPurge(store, one));
      for (const { purged: runs } of done) for (const runId of runs) await store.shared?.dropFiles(runId);
      return done;
    },
    WRITES,
  );
  terminal.result(options.json ? JSON.stringify({ runs: purged }) : purgedText(purged, loaded.language));
  return ExitStatus.done;
}

/**
 * Without a day or a person, records that the employer no longer has to keep are deleted. @throws PaytallyError USAGE
 */
function retentionLimit({ retention, employerKey }: Config, today: LocalDate): LocalDate {
  if (retention !== undefined) return retentionStart(retention, today);
  throw new PaytallyError('USAGE', message('commands.purgeUnlimited', { employer: employerKey }), {
    record: '--before',
  });
}

function purgedText(all: readonly Purged[], language: Language): string {
  const say = sayIn(language);
  if (all.length === 0) return say('terminal.purge.nothing');
  return all
    .map(({ employer, runId: run, purged: { length: count } }) =>
      say('terminal.purge.done', { employer, run, count }),
    )
    .join('\n');
}
