import { resolve } from 'node:path';
import { openSession } from '../actions/actionSession.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { type Say, sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import { type LostRun, RunsWouldBeLost, restoreStore } from '../ledger/savedStore.js';
import { saveOrder } from './backupCommand.js';
import {
  CONFIG_OPTION,
  command,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  repeated,
  requiredText,
} from './command.js';
import { failureJson, failureText } from './failure.js';
import { commandLine, suggestNextCommand } from './nextCommand.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  file: requiredText('restore.option.file', 'file'),
  accept: repeated('restore.option.accept', 'accept'),
  ...OUTPUT_OPTIONS,
};

export const restoreCommand = command({
  usage: 'restore <file>',
  examples: [
    ['$0 restore /backup/paytally.sqlite', 'restore.example.file'],
    [
      '$0 restore /backup/paytally.sqlite --accept "STORE_OLDER=the disk failed on 3 November"',
      'restore.example.accept',
    ],
  ],
  json: '{ "restored": { "path", "from", "runs" }, "lost": [{ "runId", "employer", "period", "state", "startedAt", "digest", "path" }], "error"? }',
  parameters: PARAMETERS,
  run: restore,
});

async function restore(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const reason = acceptedReason(options.accept);
  const say = sayIn(loaded.language);
  const outcome = await restoreStore(resolve(context.cwd, options.file), reason, saveOrder(session, context))
    .catch((failure: unknown) => {
      if (failure instanceof RunsWouldBeLost) return failure;
      throw failure;
    })
    .finally(() => terminal.progress(undefined));
  if (outcome instanceof RunsWouldBeLost) {
    const { lost } = outcome;
    const error = failureJson(outcome);
    terminal.result(options.json ? JSON.stringify({ error, lost, runs: [] }) : lostText(lost, say));
    terminal.alert(failureText(outcome, loaded.language));
    return outcome.exitStatus;
  }
  const { lost, ...restored } = outcome;
  const done = say('terminal.restore.done', { path: restored.path, runs: restored.runs });
  const text = lost.length === 0 ? done : [done, lostText(lost, say)].join('\n');
  terminal.result(options.json ? JSON.stringify({ restored, lost }) : text);
  suggestNextCommand(
    { when: 'now', command: commandLine(['verify'], options) },
    { terminal, context, options },
  );
  return ExitStatus.done;
}

/** A line for each run. */
function lostText(lost: readonly LostRun[], say: Say): string {
  const lines = lost.map(({ runId, employer, period, state, digest, path }) =>
    runId === null || period === null
      ? say('terminal.restore.lostDigest', { employer, digest, path: path ?? '' })
      : say('terminal.restore.lostRun', {
          employer,
          run: runId,
          from: period.from,
          to: period.to,
          state: state ?? '',
        }),
  );
  return [say('terminal.restore.lost', { count: lost.length }), ...lines.map((line) => `  ${line}`)].join(
    '\n',
  );
}

/** @throws PaytallyError USAGE for anything but STORE_OLDER with a reason */
function acceptedReason(texts: readonly string[]): string | undefined {
  const reasons = texts.map((text) => {
    const reason = /^STORE_OLDER=(.*)$/s.exec(text)?.[1]?.trim();
    if (reason !== undefined && reason !== '') return reason;
    throw new PaytallyError('USAGE', message('backup.acceptOlder', { given: text }), { record: text });
  });
  return reasons.at(-1);
}
