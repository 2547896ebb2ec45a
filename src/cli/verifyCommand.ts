import { withLedger } from '../app/ledger/history.js';
import { changedRuns, type Verified, verifyStore } from '../app/ledger/verify.js';
import { openSession } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { englishText, formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import {
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  parseDay,
} from './command.js';
import { failureJson, failureText } from './failure.js';
import { commandLine, suggestNextCommand } from './nextCommand.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  run: optionalText('verify.option.run', 'run'),
  since: optionalText('verify.option.since', 'date'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

export const verifyCommand = command({
  usage: 'verify [run]',
  examples: [
    ['$0 verify', 'verify.example.all'],
    ['$0 verify --since 2026-11-01 --employer bakery', 'verify.example.since'],
  ],
  json: '{ "runs": [{ "runId", "ok", "problems": [{ "what", "path"? }] }], "error"? }',
  parameters: PARAMETERS,
  run: verify,
});

async function verify(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const scope = {
    runId: options.run,
    employers: options.employer.length > 0 ? session.employers : undefined,
    since: options.since === undefined ? undefined : new Date(parseDay('--since', options.since)),
    onRun: (count: number) => terminal.progress(message('terminal.verify.progress', { count })),
  };
  const { verified, failure: other } = await withLedger(context, session, (store) =>
    verifyStore(store, loaded, scope, context.signal),
  ).finally(() => terminal.progress(undefined));
  const failure = changedRuns(verified) ?? other;
  if (options.json) {
    const error = failure === undefined ? {} : { error: failureJson(failure) };
    terminal.result(JSON.stringify({ ...error, runs: verified.map(verifiedJson) }));
  } else terminal.result(verifyText(verified, loaded.language));
  if (verified.length === 0) {
    const command = commandLine(['export', 'last-month', '--final'], options);
    suggestNextCommand({ when: 'now', command }, { terminal, context, options });
  }
  if (failure === undefined) return ExitStatus.done;
  terminal.alert(failureText(failure, loaded.language));
  return failure.exitStatus;
}

/** The JSON form, with the English text, ID and values of each problem. */
function verifiedJson({ problems, ...verified }: Verified): object {
  const shown = problems.map(({ what, path }) => ({
    what: englishText(what),
    ...(path && { path }),
    ...what,
  }));
  return { ...verified, problems: shown };
}

/** Each run with its changes and their places, and the number of changed runs. */
function verifyText(verified: readonly Verified[], language: Language): string {
  const say = sayIn(language);
  if (verified.length === 0) return say('terminal.verify.nothing');
  const lines = verified.flatMap(({ runId, ok, problems, purged }) => [
    say('terminal.labelled', {
      label: runId,
      value: say(`terminal.verify.${ok ? (purged ? 'purged' : 'unchanged') : 'changed'}`),
    }),
    ...problems.map(({ what, path }) => {
      const problem = formatMessage(what, language);
      return `  ${path === undefined ? problem : say('terminal.labelled', { label: problem, value: path })}`;
    }),
  ]);
  const changed = verified.filter(({ ok }) => !ok).length;
  return [...lines, say('terminal.verify.conclusion', { count: verified.length, changed })].join('\n');
}
