import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { historyOf, runOfHistory } from '../pipeline/ledger/history.js';
import { withLedger } from '../pipeline/ledger/storeOf.js';
import { type Verified, verifyChain, verifyDraft } from '../pipeline/ledger/verify.js';
import { command } from './command.js';
import {
  type ConfigOption,
  type OutputOptions,
  withConfigOption,
  withOutputOptions,
} from './commonOptions.js';
import { failureJson, failureText } from './failureText.js';
import { ledgerPlace } from './ledger/ledgerOptions.js';
import { warnOfOlderStore } from './ledger/warnOfOlderStore.js';
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
  const verified = await withLedger(context, storeFolder, async (store): Promise<readonly Verified[]> => {
    warnOfOlderStore(store, terminal);
    if (options.run === undefined) return verifyChain(store, () => true, context.signal);
    const run = runOfHistory(historyOf(store), options.run);
    return run.state === 'draft'
      ? [await verifyDraft(store, run)]
      : verifyChain(store, ({ runId }) => runId === run.runId, context.signal);
  });
  const failure = failureOf(verified);
  if (options.json) {
    const error = failure === undefined ? {} : { error: failureJson(failure) };
    terminal.result(JSON.stringify({ ...error, runs: verified }));
  } else terminal.result(verified.map(lineOf).join('\n') || 'Nothing to verify: no run counts yet.');
  if (failure === undefined) return ExitStatus.done;
  terminal.alert(failureText(failure));
  return failure.exitStatus;
}

function failureOf(verified: readonly Verified[]): PaytallyError | undefined {
  const [first, ...more] = verified.filter(({ ok }) => !ok);
  const [problem] = first?.problems ?? [];
  if (first === undefined || problem === undefined) return undefined;
  const further = more.length === 0 ? '' : ` (and ${more.length} more runs)`;
  return new PaytallyError('VERIFY_FAILED', `Run ${first.runId}: ${problem.what}${further}.`, {
    record: problem.path ?? first.runId,
  });
}

function lineOf({ runId, ok, problems, purged }: Verified): string {
  const state = ok ? (purged ? 'sound, purged' : 'sound') : 'differs';
  return [
    `${runId}: ${state}`,
    ...problems.map(({ what, path }) => `  ${what}${path === undefined ? '' : `: ${path}`}`),
  ].join('\n');
}
