import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { currentLanguage, openSession, withRunHistory } from '../app/actions/actionSession.js';
import { outcomeJson } from '../app/export/outcome.js';
import { type RerunOutcome, rerun } from '../app/storedRuns/rerun.js';
import type { Context } from '../context.js';
import { findDifferingRows } from '../documents/differingRows.js';
import { tzdataVersion } from '../domain/time/tzdata.js';
import { ExitStatus } from '../errors.js';
import { type AnyMessage, type Message, message } from '../i18n/message.js';
import { CONFIG_OPTION, command, OUTPUT_OPTIONS, type ParsedOptions, requiredText } from './command.js';
import { runSummary } from './summary.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  run: requiredText('option.run', 'run'),
  out: requiredText('option.folder', 'folder'),
  ...OUTPUT_OPTIONS,
};

export const rerunCommand = command({
  usage: 'rerun <run>',
  examples: [['$0 rerun 20261103T060000-1a2b3c --out again', 'rerun.example.final']],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "requests", "tzdata" }] }',
  parameters: PARAMETERS,
  run: rerunFiles,
});

async function rerunFiles(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const places = { loaded, packageFolder: context.packageFolder, out: resolve(context.cwd, options.out) };
  const again = await withRunHistory(context, session, (store) => rerun(context, store, options.run, places));
  const { outcome, kind } = again;
  for (const line of await listDifferences(again, context.version)) terminal.alert(line);
  const language = currentLanguage(loaded, outcome.employer);
  terminal.result(
    options.json
      ? JSON.stringify({ runs: [{ ...outcomeJson(outcome), state: kind }] })
      : runSummary({ ...outcome, language }, context.cwd),
  );
  return ExitStatus.done;
}

/** Files that differ from the record, the reason, and the rows if the original still exists. */
async function listDifferences(
  { outcome, recorded, madeBy }: RerunOutcome,
  version: string,
): Promise<(AnyMessage | string)[]> {
  const lines: (AnyMessage | string)[] = [];
  for (const [index, file] of outcome.files.entries()) {
    const was = recorded[index];
    if (was === undefined || was.sha256 === file.sha256) continue;
    const rows = existsSync(was.path) ? await findDifferingRows(was.path, file.path) : [];
    lines.push(message('terminal.rerun.differs', { path: file.path, recorded: was.path }), ...rows);
  }
  return lines.length === 0 ? [] : [...describeOtherProgram(madeBy, version), ...lines];
}

/** Names the version of the program, of its time zone data, or both, if they differ from those of the run. */
function describeOtherProgram(madeBy: RerunOutcome['madeBy'], version: string): Message[] {
  if (madeBy === undefined) return [];
  const { version: made, tzdata } = madeBy;
  return [
    ...(made === version ? [] : [message('terminal.rerun.otherVersion', { made, now: version })]),
    ...(tzdata === tzdataVersion
      ? []
      : [message('terminal.rerun.otherTzdata', { made: tzdata, now: tzdataVersion })]),
  ];
}
