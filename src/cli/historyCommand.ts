import { rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { configOf, type LoadedConfig } from '../config/config.js';
import { periodIfKnown, resolveEmployerPeriod } from '../config/employerPeriod.js';
import type { Context } from '../context.js';
import type { Period } from '../domain/period/period.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import type { Language } from '../language/language.js';
import { translated } from '../language/messages/messages.js';
import { terminalTexts } from '../language/terminal/terminalTexts.js';
import { overlaps } from '../ledger/finals.js';
import { findHistoryRun, type HistoryRun, historyPack, readHistory, signFile } from '../ledger/history.js';
import { replaceFile } from '../store/replaceFile.js';
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
import { historyDetails, historyListing } from './ledger/historyText.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { withToldLedger } from './ledger/withToldLedger.js';
import { commandLine, type Next, tellNext } from './nextCommand.js';
import { spokenTerminal } from './spokenTerminal.js';
import { fittedText } from './terminalText.js';

interface HistoryOptions extends OutputOptions, ConfigOption {
  readonly run: string | undefined;
  readonly period: string | undefined;
  readonly out: string;
  readonly employer: readonly string[];
  readonly sign: string | undefined;
}

export const historyCommand = command<HistoryOptions>({
  usage: 'history [run] [period]',
  describe: 'The runs in the store: finals, corrections and purges with their digests, and drafts',
  examples: [
    ['$0 history', 'All runs, the newest first'],
    ['$0 history 2026-10', 'The runs of a period'],
    ['$0 history 20261103T060000-1a2b3c', 'One run, with its files'],
    ['$0 history pack 2026 --sign ~/.ssh/id_ed25519', 'A signed archive of a year'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "startedAt", "digest", "previousDigest", "files" }] }; of "pack" { "archives": [{ "path" }] }',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('run', {
          type: 'string',
          describe: 'Id of a run; a period, for its runs; or pack, for an archive of a period',
        })
        .positional('period', { type: 'string', describe: `With pack: ${PERIOD_HELP}` })
        .option('out', {
          type: 'string',
          default: '.',
          describe: 'Folder for the archive',
          coerce: outFolder,
        })
        .option('sign', {
          type: 'string',
          describe: 'With pack: FILE of an SSH key that signs the archive (ssh-keygen -Y sign)',
          coerce: once('sign'),
        })
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
  const terminal = spokenTerminal(context, options, loaded);
  if (options.run === 'pack') return pack(options, { loaded, storeFolder }, context);
  await withToldLedger(context, { loaded, storeFolder }, terminal, async (store) => {
    const all = readHistory(store).filter(({ employer }) => wanted?.has(employer) ?? true);
    const { runs, isOne } = chosenRuns(all, options, loaded, context.clock.nowMs());
    terminal.result(options.json ? JSON.stringify({ runs }) : textOf(runs, isOne));
    tellNext(afterHistory(runs, isOne, options), { terminal, context, options });
  });
  return ExitStatus.done;

  function textOf(runs: readonly HistoryRun[], isOne: boolean): string {
    const { language } = loaded;
    if (isOne)
      return fittedText(
        runs.map((run) => historyDetails(run, context.cwd, language)).join('\n'),
        terminal.width,
      );
    if (runs.length === 0) return translated('No runs yet.', language);
    return historyListing(runs, language, terminal.width);
  }
}

/** All of them, one by its id, or those with a day of a period, as each employer counts it. */
function chosenRuns(
  all: readonly HistoryRun[],
  { run: word }: HistoryOptions,
  loaded: LoadedConfig,
  nowMs: number,
): { readonly runs: readonly HistoryRun[]; readonly isOne: boolean } {
  if (word === undefined) return { runs: all, isOne: false };
  const periods = new Map<string, Period>();
  if (!all.some(({ runId }) => runId === word)) {
    for (const key of Object.keys(loaded.config.employers)) {
      const period = periodIfKnown({ periodText: word, config: configOf(loaded, key), nowMs });
      if (period !== undefined) periods.set(key, period);
    }
  }
  if (periods.size === 0) return { runs: [findHistoryRun(all, word)], isOne: true };
  // Runs of a key that the configuration no longer has are found by the days that the others mean.
  const [usual] = periods.values();
  const runs = all.filter((run) => {
    const period = periods.get(run.employer) ?? usual;
    return period !== undefined && overlaps(run.period, period);
  });
  return { runs, isOne: false };
}

/** Of a list the newest run in full; of a run that counts whether it is still what was recorded. */
function afterHistory(
  [newest]: readonly HistoryRun[],
  isOne: boolean,
  { config, run }: HistoryOptions,
): Next | undefined {
  if (newest === undefined) {
    const command = commandLine(['export', run ?? 'last-month'], { config });
    return { when: 'now', command };
  }
  if (!isOne) return { when: 'now', command: commandLine(['history', newest.runId], { config }) };
  const isVerified = newest.state === 'final' || newest.state === 'correction';
  return isVerified ? { when: 'now', command: commandLine(['verify', newest.runId], { config }) } : undefined;
}

interface Place {
  readonly loaded: LoadedConfig;
  readonly storeFolder: string;
}

/** An archive for each employer that has something of the period. */
async function pack(
  options: HistoryOptions,
  { loaded, storeFolder }: Place,
  context: Context,
): Promise<ExitStatus> {
  const { period: periodText } = options;
  if (periodText === undefined) {
    throw new PaytallyError('USAGE', 'Nothing says of which days the archive is.', {
      record: 'history pack',
      remedy: 'Write "paytally history pack PERIOD".',
    });
  }
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const terminal = spokenTerminal(context, options, loaded);
  const files = await withToldLedger(context, { loaded, storeFolder }, terminal, async (store) => {
    const made: { employer: string; path: string; signature?: string }[] = [];
    for (const key of keys) {
      const config = configOf(loaded, key);
      const period = resolveEmployerPeriod({ periodText, config, nowMs: context.clock.nowMs() }, []);
      const { employerId } = config.employer;
      if (!store.ledger.links(employerId).some((link) => overlaps(link.period, period))) continue;
      const path = join(resolve(context.cwd, options.out), `${key}_${period.label}_history.zip`);
      // It is of the archive that stands there until now.
      await rm(`${path}.sig`, { force: true });
      await replaceFile(path, await historyPack(store, employerId, period, context.signal), store.journal);
      if (options.sign === undefined) made.push({ employer: key, path });
      else {
        const signature = await signFile(path, resolve(context.cwd, options.sign));
        made.push({ employer: key, path, signature });
      }
    }
    return made;
  });
  if (files.length === 0) {
    throw new PaytallyError('NOTHING_FINAL', `Nothing is final of ${periodText}.`, { record: periodText });
  }
  terminal.result(
    options.json ? JSON.stringify({ archives: files }) : written(files, context.cwd, loaded.language),
  );
  return ExitStatus.done;
}

function written(
  files: readonly { readonly path: string; readonly signature?: string }[],
  cwd: string,
  language: Language,
): string {
  const wrote = terminalTexts(language)('wrote');
  const paths = files.flatMap(({ path, signature }) => [path, signature ?? []].flat());
  return paths.map((path) => `${wrote} ${relative(cwd, path) || path}`).join('\n');
}

function outFolder(value: unknown): string {
  return once('out')(value) ?? '.';
}
