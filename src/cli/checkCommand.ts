import type { Argv } from 'yargs';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import type { EmployerResult } from './boardText.js';
import { command } from './command.js';
import { once } from './commonOptions.js';
import { runEmployers } from './runEmployers.js';
import { type RunOptions, withRunOptions } from './runOptions.js';

interface CheckOptions extends RunOptions {
  readonly watch: boolean;
  /** Seconds, as written. */
  readonly every: string;
}

export const checkCommand = command<CheckOptions>({
  usage: 'check <period>',
  describe: 'Read and check a period like export; write nothing',
  examples: [
    ['$0 check this-month', 'What is still open, unreviewed or contradictory'],
    ['$0 check 2026-10 --final', 'Whether a final run would go through'],
    ['$0 check 2026-10 --watch', 'After corrections: what is left, again and again'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "requests", "tzdata", "findings" }] } (paytally help json)',
  options: (args: Argv) =>
    withRunOptions(args)
      .option('watch', {
        type: 'boolean',
        default: false,
        describe: 'Look again and again until nothing is left; Ctrl-C ends it',
      })
      .option('every', {
        type: 'string',
        default: '60',
        describe: 'watch: seconds between two looks, at least 10',
        coerce: (value: unknown) => once('every')(value) ?? '60',
      }),
  run: (options: CheckOptions, context: Context): Promise<ExitStatus> =>
    options.watch ? watch(options, context) : runEmployers(options, context, 'check'),
});

const LEAST_SECONDS = 10;
const MOST_SECONDS = 3600;

/**
 * Ends once nothing is left that a correction of the data settles: what the service cannot answer, and days that are
 * final already, end it too.
 */
async function watch(options: CheckOptions, context: Context): Promise<ExitStatus> {
  const seconds = /^\d{1,4}$/.test(options.every) ? Number(options.every) : 0;
  if (options.json || seconds < LEAST_SECONDS || seconds > MOST_SECONDS) {
    const record = options.json ? '--json' : '--every';
    throw new PaytallyError('USAGE', `--watch goes with neither --json nor --every ${options.every}.`, {
      record,
      remedy: `Leave out --json; --every takes ${LEAST_SECONDS} to ${MOST_SECONDS} seconds.`,
    });
  }
  const terminal = context.openTerminal(options);
  for (;;) {
    let isSettled = false;
    const status = await runEmployers(options, context, 'check', (results) => {
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
