import { resolve } from 'node:path';
import { outcomeJson } from '../app/export/outcome.js';
import { currentLanguage, openSession, withRunHistory } from '../app/session/openSession.js';
import { rerun } from '../app/storedRuns/rerun.js';
import { listDifferences } from '../app/storedRuns/rerunDifferences.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
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
