import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from '../context.js';
import { tzdataVersion } from '../domain/time/tzdata.js';
import { ExitStatus } from '../errors.js';
import { outcomeJson } from '../pipeline/outcome.js';
import { type RerunOutcome, rerun } from '../pipeline/run/rerun.js';
import { command } from './command.js';
import {
  type ConfigOption,
  type OutputOptions,
  once,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
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
  const again = await withToldLedger(context, storeFolder, terminal, (store) =>
    rerun({ context }, store, options.run, places),
  );
  const { outcome, kind } = again;
  for (const line of differences(again, context.version)) terminal.alert(line);
  if (options.json) terminal.result(JSON.stringify({ runs: [{ ...outcomeJson(outcome), state: kind }] }));
  else terminal.result(summaryOf(outcome, context.cwd));
  return ExitStatus.done;
}

/** Files that are not what was recorded, why, and the rows where the original is still there. */
function differences({ outcome, recorded, madeBy }: RerunOutcome, version: string): string[] {
  const lines = outcome.files.flatMap((file, index) => {
    const was = recorded[index];
    if (was === undefined || was.sha256 === file.sha256) return [];
    const rows = existsSync(was.path) ? rowsThatDiffer(readFileSync(was.path), readFileSync(file.path)) : [];
    return [`${file.path} differs from what was recorded of ${was.path}.`, ...rows];
  });
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

const SHOWN = 10;
/** A page may be one line. */
const SHOWN_CHARACTERS = 200;

/** Lines that only one of two text files has, the old one's first; nothing for files that are no text. */
function rowsThatDiffer(was: Uint8Array, is: Uint8Array): string[] {
  if (was.includes(0) || is.includes(0)) return [];
  const [old, now] = [was, is].map((bytes) => textOf(bytes).split(/\r?\n/));
  const gone = without(old ?? [], now ?? []).map((line) => `  - ${line}`);
  const added = without(now ?? [], old ?? []).map((line) => `  + ${line}`);
  const lines = [...gone, ...added];
  const more = lines.length - SHOWN;
  const shown = lines.slice(0, SHOWN).map(cut);
  return [...shown, ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** UTF-8, else a file of one byte per letter. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function cut(line: string): string {
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS)} …`;
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
