import { command } from './command.js';
import { runEmployers } from './runEmployers.js';
import { RUN_PARAMETERS } from './runOptions.js';

export const exportCommand = command({
  usage: 'export <period>',
  examples: [
    ['$0 export last-month', 'export.example.draft'],
    ['$0 export 2026-10 --final --accept "UNREVIEWED=agreed by phone"', 'export.example.final'],
    ['$0 export 2026-10 --template employee-days --out files --json', 'export.example.script'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "changes", "requests", "tzdata" }] }',
  parameters: RUN_PARAMETERS,
  run: (options, context) => runEmployers(options, context, options.dryRun ? 'plan' : 'write'),
});
