import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { type ExplainedEmployee, explainEmployee, explainStored } from '../export/explain.js';
import { openRunHost } from '../export/runHost.js';
import type { RunHost, RunRequest } from '../run.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import {
  type ConfigOption,
  many,
  type OutputOptions,
  once,
  PERIOD_HELP,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { explanationText } from './explain/explanationText.js';
import { languageToday } from './ledger/languageToday.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { withToldLedger } from './ledger/withToldLedger.js';
import { spokenTerminal } from './spokenTerminal.js';

interface ExplainOptions extends OutputOptions, ConfigOption {
  readonly period: string;
  readonly employee: string;
  readonly date: string | undefined;
  readonly employer: readonly string[];
  readonly run: string | undefined;
}

export const explainCommand = command<ExplainOptions>({
  usage: 'explain <period>',
  describe: 'From a number of an employee back to entries, offsets, breaks, rules and rounding',
  examples: [
    ['$0 explain 2026-10 --employee Peeters', 'The whole month'],
    ['$0 explain 2026-10 --employee 007 --date 2026-10-25', 'One day, by payroll number'],
  ],
  json: '{ "explanations": [{ "employer", "person", "tzdata", "explanation": { "period", "policy", "totals", "days", "entries", "findings" } }] }',
  options: withExplainOptions,
  run: explain,
});

function withExplainOptions(args: Argv): Argv {
  const named = withConfigOption(args)
    .positional('period', { type: 'string', demandOption: true, describe: PERIOD_HELP })
    .option('employee', {
      type: 'string',
      demandOption: true,
      describe: 'Id, payroll number, or (part of) a name',
      coerce: once('employee'),
    })
    .option('date', {
      type: 'string',
      describe: 'One day of the period, YYYY-MM-DD; default: all of them',
      coerce: once('date'),
    })
    .option('employer', many('Employer key (repeatable)', 'all'))
    .option('run', {
      type: 'string',
      describe: 'RUN: from a stored run, offline',
      coerce: once('run'),
    });
  return withOutputOptions(named);
}

async function explain(options: ExplainOptions, context: Context): Promise<ExitStatus> {
  if (options.run !== undefined) return explainRun(options, options.run, context);
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const terminal = spokenTerminal(context, options, loaded);
  const request: RunRequest = {
    loaded,
    periodText: options.period,
    state: 'draft',
    read: 'once',
    templates: [],
    out: context.cwd,
    storeFolder: resolve(loaded.folder, loaded.config.store),
    accepted: new Map(),
    effect: 'check',
  };
  const host = await openRunHost(context, loaded, terminal, options);
  try {
    const explained = await explainEach(host, request, keys, options);
    terminal.result(
      options.json
        ? JSON.stringify({ explanations: explained.map(withoutReader) })
        : explained.map((one) => explanationText(one, terminal.width)).join('\n\n'),
    );
    return ExitStatus.done;
  } finally {
    terminal.progress(undefined);
    await host.close();
  }
}

/** From a run that the store has: without service and secret. */
async function explainRun(options: ExplainOptions, runId: string, context: Context): Promise<ExitStatus> {
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const terminal = spokenTerminal(context, options, loaded);
  const { packageFolder, version, signal } = context;
  const question = { who: options.employee, date: options.date };
  const explained = await withToldLedger(context, { loaded, storeFolder }, terminal, (store) =>
    explainStored(store, runId, { loaded, packageFolder, version, signal }, question),
  );
  const language = languageToday(loaded, explained.employer);
  const toldToday = { ...explained, reader: { ...explained.reader, language } };
  terminal.result(
    options.json
      ? JSON.stringify({ explanations: [withoutReader(explained)] })
      : explanationText(toldToday, terminal.width),
  );
  return ExitStatus.done;
}

/** A person of several employers is explained for each; somebody whom none of them knows is an error. */
async function explainEach(
  host: RunHost,
  request: RunRequest,
  keys: readonly string[],
  { employee, date }: ExplainOptions,
): Promise<ExplainedEmployee[]> {
  const explained: ExplainedEmployee[] = [];
  let unknown: PaytallyError | undefined;
  for (const key of keys) {
    try {
      explained.push(await explainEmployee(host, request, key, { who: employee, date }));
    } catch (failure) {
      if (!(failure instanceof PaytallyError) || failure.code !== 'EMPLOYEE_UNKNOWN') throw failure;
      unknown ??= failure;
    }
  }
  if (explained.length === 0 && unknown !== undefined) throw unknown;
  return explained;
}

/** What programs read: the language and the notation are the configuration's. */
function withoutReader({ reader: _, ...explained }: ExplainedEmployee): Omit<ExplainedEmployee, 'reader'> {
  return explained;
}
