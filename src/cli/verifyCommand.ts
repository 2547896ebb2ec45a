import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { englishText, formatMessage } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { translated } from '../i18n/messages/messages.js';
import { terminalTexts } from '../i18n/text.js';
import { withLedger } from '../ledger/history.js';
import { type Verified, verifyStore } from '../ledger/verify.js';
import { CONFIG_OPTION, command, OUTPUT_OPTIONS, optionalText, type ParsedOptions } from './command.js';
import { openSession } from './commandSession.js';
import { failureJson, failureText } from './failure.js';
import { commandLine, suggestNextCommand } from './nextCommand.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  run: optionalText('Id of a run; default: the chain'),
  ...OUTPUT_OPTIONS,
};

export const verifyCommand = command({
  usage: 'verify [run]',
  describe:
    'Whether files, stored reads and chain are still what was recorded; a changed byte is found and named',
  examples: [['$0 verify', 'Every final, correction and purge']],
  json: '{ "runs": [{ "runId", "ok", "problems": [{ "what", "path"? }] }] }, with "error" beside it where something differs',
  parameters: PARAMETERS,
  run: verify,
});

async function verify(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const { verified, failure: other } = await withLedger(context, session, (store) =>
    verifyStore(store, loaded, options.run, context.signal),
  );
  const failure = verifyFailure(verified) ?? other;
  if (options.json) {
    const error = failure === undefined ? {} : { error: failureJson(failure) };
    terminal.result(JSON.stringify({ ...error, runs: verified.map(verifiedJson) }));
  } else
    terminal.result(
      verifyText(verified, loaded.language) ||
        translated('Nothing to verify: no run counts yet.', loaded.language),
    );
  if (verified.length === 0) {
    const command = commandLine(['export', 'last-month', '--final'], options);
    suggestNextCommand({ when: 'now', command }, { terminal, context, options });
  }
  if (failure === undefined) return ExitStatus.done;
  terminal.alert(failureText(failure));
  return failure.exitStatus;
}

function verifyFailure(verified: readonly Verified[]): PaytallyError | undefined {
  const [first, ...more] = verified.filter(({ ok }) => !ok);
  const [problem] = first?.problems ?? [];
  if (first === undefined || problem === undefined) return undefined;
  const text = message('ledger.verifyFailed', {
    runId: first.runId,
    count: more.length,
    problem: problem.what,
  });
  return new PaytallyError('VERIFY_FAILED', text, { record: problem.path ?? first.runId });
}

/** With the English text of each problem, its id and values. */
function verifiedJson({ problems, ...verified }: Verified): object {
  const shown = problems.map(({ what, path }) => ({
    what: englishText(what),
    ...(path && { path }),
    ...what,
  }));
  return { ...verified, problems: shown };
}

/** What became of each run, and below it what differs and where. */
function verifyText(verified: readonly Verified[], language: Language): string {
  const say = terminalTexts(language);
  return verified
    .flatMap(({ runId, ok, problems, purged }) => [
      `${runId}: ${say(ok ? (purged ? 'verifiedPurged' : 'verifiedSound') : 'verifiedDiffers')}`,
      ...problems.map(({ what, path }) => {
        const problem = formatMessage(what, language);
        return `  ${path === undefined ? problem : say('problemAt', { what: problem, path })}`;
      }),
    ])
    .join('\n');
}
