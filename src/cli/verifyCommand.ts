import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { translated } from '../language/messages/messages.js';
import { withLedger } from '../ledger/history.js';
import { type Verified, verifyStore } from '../ledger/verify.js';
import { command } from './command.js';
import {
  type ConfigOption,
  type OutputOptions,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { failureJson, failureText } from './failureText.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { verifyText } from './ledger/verifyText.js';
import { commandLine, tellNext } from './nextCommand.js';
import { spokenTerminal } from './spokenTerminal.js';

interface VerifyOptions extends OutputOptions, ConfigOption {
  readonly run: string | undefined;
}

export const verifyCommand = command<VerifyOptions>({
  usage: 'verify [run]',
  describe:
    'Whether files, stored reads and chain are still what was recorded; a changed byte is found and named',
  examples: [['$0 verify', 'Every final, correction and purge']],
  json: '{ "runs": [{ "runId", "ok", "problems": [{ "what", "path"? }] }] }, with "error" beside it where something differs',
  options: (args) =>
    withOutputOptions(
      withConfigOption(args).positional('run', {
        type: 'string',
        describe: 'Id of a run; default: the chain',
      }),
    ),
  run: verify,
});

async function verify(options: VerifyOptions, context: Context): Promise<ExitStatus> {
  const { loaded, storeFolder } = await ledgerPlace(options, context);
  const terminal = spokenTerminal(context, options, loaded);
  const { verified, failure: other } = await withLedger(context, { loaded, storeFolder }, (store) =>
    verifyStore(store, loaded, options.run, context.signal),
  );
  const failure = failureOf(verified) ?? other;
  if (options.json) {
    const error = failure === undefined ? {} : { error: failureJson(failure) };
    terminal.result(JSON.stringify({ ...error, runs: verified }));
  } else
    terminal.result(
      verifyText(verified, loaded.language) ||
        translated('Nothing to verify: no run counts yet.', loaded.language),
    );
  if (verified.length === 0) {
    const command = commandLine(['export', 'last-month', '--final'], options);
    tellNext({ when: 'now', command }, { terminal, context, options });
  }
  if (failure === undefined) return ExitStatus.done;
  terminal.alert(failureText(failure));
  return failure.exitStatus;
}

function failureOf(verified: readonly Verified[]): PaytallyError | undefined {
  const [first, ...more] = verified.filter(({ ok }) => !ok);
  const [problem] = first?.problems ?? [];
  if (first === undefined || problem === undefined) return undefined;
  const message =
    more.length === 0
      ? `Run ${first.runId} differs: ${problem.what}.`
      : `Run ${first.runId} and ${more.length} more differ: ${problem.what}.`;
  return new PaytallyError('VERIFY_FAILED', message, { record: problem.path ?? first.runId });
}
