import { type Config, configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { retentionStart } from '../domain/period/retention.js';
import { type LocalDate, parseLocalDate } from '../domain/time/localDate.js';
import { zoneByName } from '../domain/time/tzdata.js';
import { localDateAt } from '../domain/time/zone.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import type { Language } from '../language/language.js';
import { translated } from '../language/messages/messages.js';
import { terminalTexts } from '../language/terminal/terminalTexts.js';
import { carryOutPurge, type PlannedPurge, type Purged, planPurge } from '../people/purgePeople.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import {
  type ConfigOption,
  many,
  type OutputOptions,
  once,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { withToldLedger } from './ledger/withToldLedger.js';
import { spokenTerminal } from './spokenTerminal.js';

interface PurgeOptions extends OutputOptions, ConfigOption {
  readonly before: string | undefined;
  readonly person: string | undefined;
  readonly reason: string | undefined;
  readonly employer: readonly string[];
}

export const purgeCommand = command<PurgeOptions>({
  usage: 'purge',
  describe: 'Take records of people out of the store; totals and the chain stay',
  examples: [
    ['$0 purge --before 2021-01-01', 'Everybody, from runs whose days all lie before 2021'],
    ['$0 purge', 'Everybody, from runs that are older than "retention" in the configuration'],
    ['$0 purge --person 007', 'One person, from all runs'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state": "purge", "purged" }] }',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .option('before', {
          type: 'string',
          describe: 'DATE: only runs whose days all lie before it',
          coerce: once('before'),
        })
        .option('person', {
          type: 'string',
          describe: 'WHO: one person; id, payroll number, or (part of) a name',
          coerce: once('person'),
        })
        .option('reason', { type: 'string', describe: 'Why; it stays in the ledger', coerce: once('reason') })
        .option('employer', many('Employer key (repeatable)', 'all')),
    ),
  run: purge,
});

async function purge(options: PurgeOptions, context: Context): Promise<ExitStatus> {
  const { before, person, reason } = options;
  const date = before === undefined ? undefined : dateOf(before);
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const startedAt = new Date(context.clock.nowMs());
  const { user } = context;
  const terminal = spokenTerminal(context, options, loaded);
  const purged = await withToldLedger(context, { loaded, storeFolder }, terminal, async (store) => {
    const planned: PlannedPurge[] = [];
    let unknown: PaytallyError | undefined;
    for (const employerKey of keys) {
      const config = configOf(loaded, employerKey);
      const { employerId } = config.employer;
      const { retention } = config;
      const today = todayOf(config, startedAt);
      const limit = date ?? (person === undefined ? oldest(config, today) : undefined);
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
  if (options.json) terminal.result(JSON.stringify({ runs: purged }));
  else terminal.result(textOf(purged, loaded.language));
  return ExitStatus.done;
}

function todayOf({ employer: { zone } }: Config, now: Date): LocalDate {
  return localDateAt(Math.floor(now.getTime() / 1000), zoneByName(zone ?? 'Etc/UTC'));
}

/** Without a day or a person, what the employer need not keep any more goes. @throws PaytallyError USAGE */
function oldest({ retention, employerKey }: Config, today: LocalDate): LocalDate {
  if (retention !== undefined) return retentionStart(retention, today);
  throw new PaytallyError('USAGE', `Nothing says whose records of ${employerKey} go, or how old they are.`, {
    record: '--before',
    remedy: 'Add --before DATE or --person WHO, or set "retention" in the configuration.',
  });
}

function textOf(all: readonly Purged[], language: Language): string {
  if (all.length === 0) return translated('There was nothing to purge.', language);
  const say = terminalTexts(language);
  return all
    .map(({ employer, runId, purged }) =>
      say(purged.length === 1 ? 'onePurged' : 'manyPurged', { employer, run: runId, count: purged.length }),
    )
    .join('\n');
}

function dateOf(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date !== undefined) return date;
  throw new PaytallyError('USAGE', `--before ${text}: this is not a day.`, {
    record: text,
    remedy: 'Write the day as YYYY-MM-DD.',
  });
}
