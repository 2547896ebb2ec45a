import type { Context } from '../context.js';
import type { ExitStatus } from '../errors.js';
import { command } from './command.js';
import { runEmployers } from './runEmployers.js';
import { type RunOptions, withRunOptions } from './runOptions.js';

export const exportCommand = command<RunOptions>({
  usage: 'export <period>',
  describe: 'Read a period, check it, compute it and write the files',
  examples: [
    ['$0 export last-month', 'The draft that the configuration describes'],
    ['$0 export 2026-10 --final --accept "UNREVIEWED=agreed by phone"', 'The final run'],
    ['$0 export 2026-10 --template employee-days --out files --json', 'For scripts'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "changes", "requests", "tzdata" }] } (paytally help json)',
  options: withRunOptions,
  run: (options: RunOptions, context: Context): Promise<ExitStatus> =>
    runEmployers(options, context, options.dryRun ? 'plan' : 'write'),
});
