import { relative } from 'node:path';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { type HistoryRun, historyOf, runOfHistory } from '../pipeline/ledger/history.js';
import { withLedger } from '../pipeline/ledger/storeOf.js';
import { chosenEmployers } from './chosenEmployers.js';
import { command } from './command.js';
import {
  type ConfigOption,
  many,
  type OutputOptions,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { textTable } from './terminalText.js';

interface HistoryOptions extends OutputOptions, ConfigOption {
  readonly run: string | undefined;
  readonly employer: readonly string[];
}

export const historyCommand = command<HistoryOptions>({
  usage: 'history [run]',
  describe: 'The runs in the store: finals, corrections and purges with their digests, and drafts',
  examples: [
    ['$0 history', 'All runs, the newest first'],
    ['$0 history 20261103T060000-1a2b3c', 'One run, with its files'],
  ],
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('run', { type: 'string', describe: 'Id of a run' })
        .option('employer', many('Employer key (repeatable)', 'all')),
    ),
  run: history,
});

async function history(options: HistoryOptions, context: Context): Promise<ExitStatus> {
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const wanted =
    options.employer.length > 0
      ? new Set(chosenEmployers(options.employer, Object.keys(loaded.config.employers)))
      : undefined;
  const terminal = context.openTerminal(options);
  await withLedger(context, storeFolder, async (store) => {
    const all = historyOf(store).filter(({ employer }) => wanted?.has(employer) ?? true);
    const runs = options.run === undefined ? all : [runOfHistory(all, options.run)];
    if (options.json) terminal.result(JSON.stringify({ runs }));
    else
      terminal.result(
        options.run === undefined ? listing(runs) : runs.map((run) => details(run, context.cwd)).join('\n'),
      );
  });
  return ExitStatus.done;
}

function listing(runs: readonly HistoryRun[]): string {
  if (runs.length === 0) return 'No runs yet.';
  const rows = runs.map(({ runId, employer, period, state, files }) => [
    runId,
    employer,
    `${period.from} to ${period.to}`,
    state,
    `${files.length} ${files.length === 1 ? 'file' : 'files'}`,
  ]);
  return textTable([['run', 'employer', 'period', 'state', 'files'], ...rows]);
}

function details(
  { runId, employer, period, state, startedAt, digest, previousDigest, files }: HistoryRun,
  cwd: string,
): string {
  return [
    `${runId}: ${employer}, ${period.from} to ${period.to}, ${state}`,
    `  started   ${startedAt}`,
    ...(digest === undefined
      ? []
      : [`  digest    ${digest}`, `  previous  ${previousDigest ?? 'none: the first'}`]),
    ...files.map(({ path, sha256 }) => `  file      ${relative(cwd, path) || path} (SHA-256 ${sha256})`),
  ].join('\n');
}
