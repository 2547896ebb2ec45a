import { relative, resolve } from 'node:path';
import { type ActionSession, openSession } from '../actions/actionSession.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import { backupStore, type SaveProgress } from '../ledger/savedStore.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  OUTPUT_OPTIONS,
  type ParsedOptions,
  requiredText,
} from './command.js';

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
  return ExitStatus.done;
}

/** The places of a backup or restore, and the display of its progress. */
export function saveOrder({ loaded, storeFolder, terminal }: ActionSession, { clock, signal }: Context) {
  const progress: SaveProgress = {
    onCopied: (share) =>
      terminal.progress(message('terminal.backup.copied', { percent: Math.floor(share * 100) })),
    onVerified: (count) => terminal.progress(message('terminal.verify.progress', { count })),
  };
  return { loaded, storeFolder, nowMs: () => clock.nowMs(), signal, progress };
}
