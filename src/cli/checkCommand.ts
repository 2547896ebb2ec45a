import type { Context } from '../context.js';
import type { ExitStatus } from '../errors.js';
import { command } from './command.js';
import { runEmployers } from './runEmployers.js';
import { type RunOptions, withRunOptions } from './runOptions.js';

export const checkCommand = command<RunOptions>({
  usage: 'check <period>',
  describe: 'Read and check a period like export; write nothing',
  examples: [
    ['$0 check this-month', 'What is still open, unreviewed or contradictory'],
    ['$0 check 2026-10 --final', 'Whether a final run would go through'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "requests", "tzdata", "findings" }] } (paytally help json)',
  options: withRunOptions,
  run: (options: RunOptions, context: Context): Promise<ExitStatus> =>
    runEmployers(options, context, 'check'),
});
