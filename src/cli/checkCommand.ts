import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { booleanOption, command, type ParsedOptions, textWithDefault } from './command.js';
import { runEmployers } from './runEmployers.js';
import { RUN_PARAMETERS } from './runOptions.js';
import type { EmployerResult } from './runResults.js';

const { deliver: _deliver, mail: _mail, supersede: _supersede, ...SHARED } = RUN_PARAMETERS;

const PARAMETERS = {
  ...SHARED,
  final: booleanOption('check.option.final'),
  'dry-run': { ...RUN_PARAMETERS['dry-run'], hidden: true },
  watch: booleanOption('check.option.watch'),
  every: textWithDefault('check.option.every', '60', 'seconds'),
};

/** What `export` takes beyond `check` stays off. */
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

const MIN_SECONDS = 10;
const MAX_SECONDS = 3600;

/**
 * Ends once nothing is left that a correction of the data settles: what the service cannot answer, and days that are
 * final already, end it too.
 */
async function watch(options: CheckOptions, context: Context): Promise<ExitStatus> {
  const seconds = /^\d{1,4}$/.test(options.every) ? Number(options.every) : 0;
  if (options.json || seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
    const record = options.json ? '--json' : '--every';
    throw new PaytallyError('USAGE', `--watch goes with neither --json nor --every ${options.every}.`, {
      record,
      remedy: `Leave out --json; --every takes ${MIN_SECONDS} to ${MAX_SECONDS} seconds.`,
    });
  }
  const terminal = context.openTerminal(options);
  for (;;) {
    let isSettled = false;
    const status = await runEmployers({ ...options, ...NEVER }, context, 'check', (results) => {
      isSettled = results.every(isBeyondCorrection);
    });
    if (status !== ExitStatus.data || isSettled) return status;
    terminal.message(`\nLooking again in ${seconds} s; Ctrl-C ends it.\n`);
    await context.clock.sleep(seconds * 1000, context.signal);
  }
}

/** The employer's days can be paid, or were. */
function isBeyondCorrection(result: EmployerResult): boolean {
  if (!('failure' in result)) return true;
  return result.failure instanceof PaytallyError && result.failure.code === 'ALREADY_FINAL';
}
