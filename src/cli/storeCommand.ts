import { resolve } from 'node:path';
import { moveStore } from '../app/ledger/movedStore.js';
import { openSession } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { ExitStatus } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import { isServerUrl } from '../store/postgres/server.js';
import { CONFIG_OPTION, command, OUTPUT_OPTIONS, type ParsedOptions, requiredText } from './command.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  action: { choices: ['move'], demandOption: true, describe: 'store.option.action' } as const,
  target: requiredText('store.option.target', 'store'),
  ...OUTPUT_OPTIONS,
};

export const storeCommand = command({
  usage: 'store <action> <target>',
  examples: [
    ['$0 store move postgres://payroll@db.example.com/paytally', 'store.example.toServer'],
    ['$0 store move .paytally', 'store.example.toFile'],
  ],
  json: '{ "from", "to", "employers", "runs", "links" }',
  parameters: PARAMETERS,
  run: move,
});

async function move(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const { loaded, terminal } = await openSession(options, context);
  const target = isServerUrl(options.target) ? options.target : resolve(context.cwd, options.target);
  const moved = await moveStore(loaded, target, {
    nowMs: () => context.clock.nowMs(),
    signal: context.signal,
    onEmployer: (employer) => terminal.message(message('server.moved', { employer })),
  });
  const { from, to, employers, runs, links } = moved;
  terminal.result(
    options.json
      ? JSON.stringify({ from, to, employers, runs, links })
      : sayIn(loaded.language)('server.moveDone', { employers, runs, links, target: to }),
  );
  return ExitStatus.done;
}
