import { command } from './command.js';
import { runEmployers } from './runEmployers.js';
import { RUN_PARAMETERS } from './runOptions.js';

export const exportCommand = command({
  usage: 'export <period>',
  describe: 'Read a period, check it, compute it and write the files',
  examples: [
    ['$0 export last-month', 'The draft that the configuration describes'],
    ['$0 export 2026-10 --final --accept "UNREVIEWED=agreed by phone"', 'The final run'],
    ['$0 export 2026-10 --template employee-days --out files --json', 'For scripts'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "changes", "requests", "tzdata" }] } (paytally help json)',
  parameters: RUN_PARAMETERS,
  run: (options, context) => runEmployers(options, context, options.dryRun ? 'plan' : 'write'),
});
