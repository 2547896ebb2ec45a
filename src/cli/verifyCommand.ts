import type { LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { translated } from '../language/messages/messages.js';
import { olderStoreOfRuns } from '../pipeline/ledger/chainFile.js';
import { historyOf, runOfHistory } from '../pipeline/ledger/history.js';
import { withLedger } from '../pipeline/ledger/storeOf.js';
import { type Verified, verifyChain, verifyDraft } from '../pipeline/ledger/verify.js';
import type { Store } from '../store/store.js';
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
  const { verified, unknown } = await withLedger(context, { loaded, storeFolder }, (store) =>
    verifiedStore(store, loaded, options.run, context.signal),
  );
  const failure = failureOf(verified) ?? unknown;
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

async function verifiedRuns(
  store: Store,
  runId: string | undefined,
  signal: AbortSignal,
): Promise<readonly Verified[]> {
  if (runId === undefined) return verifyChain(store, () => true, signal);
  const run = runOfHistory(historyOf(store), runId);
  return run.state === 'draft'
    ? [await verifyDraft(store, run)]
    : verifyChain(store, (link) => link.runId === run.runId, signal);
}

interface VerifiedStore {
  readonly verified: readonly Verified[];
  /** What is wrong and belongs to no run. */
  readonly unknown: PaytallyError | undefined;
}

async function verifiedStore(
  store: Store,
  loaded: LoadedConfig,
  runId: string | undefined,
  signal: AbortSignal,
): Promise<VerifiedStore> {
  try {
    const verified = await verifiedRuns(store, runId, signal);
    return { verified, unknown: unknownChain(store, loaded) };
  } catch (failure) {
    // What is stored cannot even be read as what it was.
    if (!(failure instanceof PaytallyError) || failure.code !== 'STORE_UNUSABLE') throw failure;
    const { message, record = store.path } = failure;
    return { verified: [], unknown: new PaytallyError('VERIFY_FAILED', message, { record }) };
  }
}

/** A store that has nothing of an employer, of which something is named beside the configuration. */
function unknownChain(store: Store, loaded: LoadedConfig): PaytallyError | undefined {
  const older = olderStoreOfRuns(store, { loaded }, [], Object.keys(loaded.config.employers));
  return (
    older &&
    new PaytallyError('VERIFY_FAILED', older.message, {
      record: older.record ?? loaded.path,
      remedy: older.remedy,
    })
  );
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
