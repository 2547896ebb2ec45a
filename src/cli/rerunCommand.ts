import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from '../context.js';
import { tzdataVersion } from '../domain/time/tzdata.js';
import { ExitStatus } from '../errors.js';
import { outcomeJson } from '../export/outcome.js';
import { type RerunOutcome, rerun } from '../export/rerun.js';
import { rowsThatDiffer } from '../render/rowsThatDiffer.js';
import { command } from './command.js';
import {
  type ConfigOption,
  type OutputOptions,
  once,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { languageToday } from './ledger/languageToday.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { withToldLedger } from './ledger/withToldLedger.js';
import { spokenTerminal } from './spokenTerminal.js';
import { summaryOf } from './summary.js';

interface RerunOptions extends OutputOptions, ConfigOption {
  readonly run: string;
  readonly out: string;
}

export const rerunCommand = command<RerunOptions>({
  usage: 'rerun <run>',
  describe: 'Make the files of a run again from the store: offline, the same bytes, nothing recorded',
  examples: [['$0 rerun 20261103T060000-1a2b3c --out again', 'The files of a final once more']],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "requests", "tzdata" }] } (paytally help json)',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args)
        .positional('run', { type: 'string', demandOption: true, describe: 'Id of a run' })
        .option('out', {
          type: 'string',
          demandOption: true,
          describe: 'Folder for the files',
          coerce: once('out'),
        }),
    ),
  run: rerunFiles,
});

async function rerunFiles(options: RerunOptions, context: Context): Promise<ExitStatus> {
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const terminal = spokenTerminal(context, options, loaded);
  const out = resolve(context.cwd, options.out);
  const places = { loaded, packageFolder: context.packageFolder, out };
  const again = await withToldLedger(context, { loaded, storeFolder }, terminal, (store) =>
    rerun({ context }, store, options.run, places),
  );
  const { outcome, kind } = again;
  for (const line of await differences(again, context.version)) terminal.alert(line);
  if (options.json) terminal.result(JSON.stringify({ runs: [{ ...outcomeJson(outcome), state: kind }] }));
  else {
    const told = { ...outcome, language: languageToday(loaded, outcome.employer) };
    terminal.result(summaryOf(told, context.cwd));
  }
  return ExitStatus.done;
}

/** Files that are not what was recorded, why, and the rows where the original is still there. */
async function differences({ outcome, recorded, madeBy }: RerunOutcome, version: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [index, file] of outcome.files.entries()) {
    const was = recorded[index];
    if (was === undefined || was.sha256 === file.sha256) continue;
    const rows = existsSync(was.path) ? await rowsThatDiffer(was.path, file.path) : [];
    lines.push(`${file.path} differs from what was recorded of ${was.path}.`, ...rows);
  }
  return lines.length === 0 ? [] : [...otherPrograms(madeBy, version), ...lines];
}

/** What is not what it was then: the program, its time zone tables, or both. */
function otherPrograms(madeBy: RerunOutcome['madeBy'], version: string): string[] {
  if (madeBy === undefined) return [];
  return [
    ...(madeBy.version === version
      ? []
      : [`The run was made by version ${madeBy.version}; this is version ${version}.`]),
    ...(madeBy.tzdata === tzdataVersion
      ? []
      : [`The run was made with the time zone tables ${madeBy.tzdata}; these are ${tzdataVersion}.`]),
  ];
}
