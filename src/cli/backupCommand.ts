import { relative, resolve } from 'node:path';
import {
  backupStore,
  type LostRun,
  RunsWouldBeLost,
  restoreStore,
  type SaveProgress,
} from '../app/ledger/savedStore.js';
import { type ActionSession, openSession } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { type Say, sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import {
  booleanOption,
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
  file: requiredText('backup.option.file', 'file'),
  check: booleanOption('backup.option.check'),
  ...OUTPUT_OPTIONS,
};

export const backupCommand = command({
  usage: 'backup <file>',
  examples: [
    ['$0 backup /backup/paytally.sqlite', 'backup.example.file'],
    ['$0 backup /backup/paytally.sqlite --check', 'backup.example.check'],
  ],
  json: '{ "backup": { "path", "bytes", "sha256", "runs", "restoreChecked" } }',
  parameters: PARAMETERS,
  run: backup,
});

async function backup(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  const path = resolve(context.cwd, options.file);
  const saved = await backupStore(path, options.check, saveOrder(session, context)).finally(() =>
    terminal.progress(undefined),
  );
  const { bytes, runs } = saved;
  const say = sayIn(loaded.language);
  const lines = [
    say('terminal.backup.done', { path: relative(context.cwd, saved.path) || saved.path, runs, bytes }),
    ...(options.check ? [say('terminal.backup.checked')] : []),
  ];
  terminal.result(
    options.json ? JSON.stringify({ backup: { ...saved, restoreChecked: options.check } }) : lines.join('\n'),
  );
  const words = options.check ? (['status'] as const) : (['backup', options.file, '--check'] as const);
  const command = commandLine(words, { config: options.config });
  suggestNextCommand({ when: 'now', command }, { terminal, context, options });
  return ExitStatus.done;
}

/** The places of a backup or restore, and the display of its progress. */
function saveOrder({ loaded, storeFolder, terminal }: ActionSession, { clock, signal }: Context) {
  const progress: SaveProgress = {
    onCopied: (share) =>
      terminal.progress(message('terminal.backup.copied', { percent: Math.floor(share * 100) })),
    onVerified: (count) => terminal.progress(message('terminal.verify.progress', { count })),
  };
  return { loaded, storeFolder, nowMs: () => clock.nowMs(), signal, progress };
}

const RESTORE_PARAMETERS = {
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
  parameters: RESTORE_PARAMETERS,
  run: restore,
});

async function restore(
  options: ParsedOptions<typeof RESTORE_PARAMETERS>,
  context: Context,
): Promise<ExitStatus> {
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
