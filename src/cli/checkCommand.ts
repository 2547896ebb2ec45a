import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { Terminal } from '../runtime/terminal.js';
import { booleanOption, command, type ParsedOptions, textWithDefault } from './command.js';
import { numberWithin } from './numberWithin.js';
import { runEmployers } from './runEmployers.js';
import { RUN_PARAMETERS } from './runOptions.js';
import type { EmployerResult } from './runResults.js';

const PARAMETERS = {
  ...RUN_PARAMETERS,
  watch: booleanOption('Look again and again until nothing is left; Ctrl-C ends it'),
  every: textWithDefault('watch: seconds between two looks, at least 10', '60'),
};

type CheckOptions = ParsedOptions<typeof PARAMETERS>;

export const checkCommand = command({
  usage: 'check <period>',
  describe: 'Read and check a period like export; write nothing',
  examples: [
    ['$0 check this-month', 'What is still open, unreviewed or contradictory'],
    ['$0 check 2026-10 --final', 'Whether a final run would go through'],
    ['$0 check 2026-10 --watch', 'After corrections: what is left, again and again'],
  ],
  json: '{ "runs": [{ "runId", "employer", "period", "state", "files", "control", "exceptions", "requests", "tzdata", "findings" }] } (paytally help json)',
  parameters: PARAMETERS,
  run: (options, context) =>
    options.watch ? watch(options, context) : runEmployers(options, context, 'check'),
});

const SECONDS = { option: '--every', min: 10, max: 3600 };

/**
 * Checks until the data has no open questions that a correction resolves. A failure of the service and days that are
 * final end it too.
 */
async function watch(options: CheckOptions, context: Context): Promise<ExitStatus> {
  if (options.json) throw new PaytallyError('USAGE', message('commands.watchWithJson'), { record: '--json' });
  const seconds = numberWithin(options.every, SECONDS);
  for (;;) {
    let terminal: Terminal | undefined;
    let isSettled = false;
    const status = await runEmployers(options, context, 'check', (results, ofSession) => {
      isSettled = results.every(isBeyondCorrection);
      terminal = ofSession;
    });
    if (status !== ExitStatus.data || isSettled) return status;
    terminal?.message(message('terminal.watch.again', { seconds }));
    await context.clock.sleep(seconds * 1000, context.signal);
  }
}

/** The employer's days can be paid, or were. */
function isBeyondCorrection(result: EmployerResult): boolean {
  if (!('failure' in result)) return true;
  return result.failure instanceof PaytallyError && result.failure.code === 'ALREADY_FINAL';
}
