import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { Terminal } from '../runtime/terminal.js';
import { booleanOption, command, numberWithin, type ParsedOptions, textWithDefault } from './command.js';
import { runEmployers } from './runEmployers.js';
import { RUN_PARAMETERS } from './runOptions.js';
import type { EmployerResult } from './runResults.js';

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

const { deliver: _deliver, mail: _mail, supersede: _supersede, ...SHARED } = RUN_PARAMETERS;

const PARAMETERS = {
  ...SHARED,
  final: booleanOption('check.option.final'),
  'dry-run': { ...RUN_PARAMETERS['dry-run'], hidden: true },
  watch: booleanOption('check.option.watch'),
  every: textWithDefault('check.option.every', '60', 'seconds'),
};

/** Options that only `export` has are disabled. */
const NEVER = { deliver: false, mail: false, supersede: undefined };

type CheckOptions = ParsedOptions<typeof PARAMETERS>;

export const checkCommand = command({
  usage: 'check <period>',
  examples: [
    ['$0 check this-month', 'check.example.month'],
    ['$0 check 2026-10 --final', 'check.example.final'],
    ['$0 check 2026-10 --watch', 'check.example.watch'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "requests", "tzdata", "findings" }] }',
  parameters: PARAMETERS,
  run: (options, context) =>
    options.watch ? watch(options, context) : runEmployers({ ...options, ...NEVER }, context, 'check'),
});

const SECONDS = { option: '--every', min: 10, max: 3600 };

/**
 * Checks until no open items remain that a change of the data would resolve. A failure of the service or final days
 * also end it.
 */
async function watch(options: CheckOptions, context: Context): Promise<ExitStatus> {
  if (options.json) throw new PaytallyError('USAGE', message('commands.watchWithJson'), { record: '--json' });
  const seconds = numberWithin(options.every, SECONDS);
  for (;;) {
    let terminal: Terminal | undefined;
    let isSettled = false;
    const status = await runEmployers({ ...options, ...NEVER }, context, 'check', (results, ofSession) => {
      isSettled = results.every(isBeyondCorrection);
      terminal = ofSession;
    });
    if (status !== ExitStatus.data || isSettled) return status;
    terminal?.message(message('terminal.watch.again', { seconds }));
    await context.clock.sleep(seconds * 1000, context.signal);
  }
}

/** Whether the employer's days can be paid, or have been paid. */
function isBeyondCorrection(result: EmployerResult): boolean {
  if (!('failure' in result)) return true;
  return result.failure instanceof PaytallyError && result.failure.code === 'ALREADY_FINAL';
}
