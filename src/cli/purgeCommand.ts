import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { type LocalDate, parseLocalDate } from '../domain/time/localDate.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { withLedger } from '../pipeline/ledger/storeOf.js';
import { type Purged, purgeEmployer } from '../pipeline/people/purgePeople.js';
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
    ['$0 purge --person 007', 'One person, from all runs'],
  ],
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
  if (before === undefined && person === undefined) {
    throw new PaytallyError('USAGE', 'Nothing says whose records go, or how old they are.', {
      record: '--before',
      remedy: 'Add --before DATE, --person WHO, or both.',
    });
  }
  const date = before === undefined ? undefined : dateOf(before);
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const startedAt = new Date(context.clock.nowMs());
  const { user } = context;
  const purged = await withLedger(context, storeFolder, async (store) => {
    const done: Purged[] = [];
    let unknown: PaytallyError | undefined;
    for (const employerKey of keys) {
      const { employerId } = configOf(loaded, employerKey).employer;
      const request = { employerKey, employerId, before: date, who: person, reason, user, startedAt };
      try {
        const one = purgeEmployer(store, request);
        if (one !== undefined) done.push(one);
      } catch (failure) {
        if (!(failure instanceof PaytallyError) || failure.code !== 'EMPLOYEE_UNKNOWN') throw failure;
        unknown ??= failure;
      }
    }
    if (done.length === 0 && unknown !== undefined) throw unknown;
    return done;
  });
  const terminal = context.openTerminal(options);
  if (options.json) terminal.result(JSON.stringify({ runs: purged }));
  else terminal.result(purged.map(lineOf).join('\n') || 'There was nothing to purge.');
  return ExitStatus.done;
}

function lineOf({ employer, runId, purged }: Purged): string {
  const runs = purged.length === 1 ? '1 run' : `${purged.length} runs`;
  return `${employer}: purged ${runs}, recorded as ${runId}. Files that were written stay where they are.`;
}

function dateOf(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date !== undefined) return date;
  throw new PaytallyError('USAGE', `--before ${text}: this is not a day.`, {
    record: text,
    remedy: 'Write the day as YYYY-MM-DD.',
  });
}
