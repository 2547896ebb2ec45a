import { join, resolve } from 'node:path';
import { openSession } from '../app/actions/actionSession.js';
import { verifyStore } from '../app/ledger/verify.js';
import type { LoadedConfig } from '../config/config.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { message } from '../i18n/message.js';
import { sharedPlaceOf, storeFolderOf, withStore } from '../sources/staging/withStore.js';
import { MOVED } from '../store/ledgerChain.js';
import { STORE_NAME } from '../store/openStore.js';
import { copyFromServer, copyIntoServer } from '../store/postgres/moveStore.js';
import { isServerUrl, serverName } from '../store/postgres/server.js';
import type { Store } from '../store/store.js';
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

/**
 * Verifies the store, copies it, verifies the copy and compares the chains. The source refuses finals from the start of
 * the copy.
 */
async function move(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  const { loaded, terminal } = await openSession(options, context);
  const isToServer = isServerUrl(options.target);
  if (isToServer === isServerUrl(loaded.config.store))
    throw new PaytallyError('USAGE', message('server.moveSameKind'), { record: 'store' });
  const target = isToServer ? options.target : resolve(context.cwd, options.target);
  const name = isToServer ? serverName(target) : target;
  const copy = { ...loaded, config: { ...loaded.config, store: target } };
  const shared = sharedPlaceOf(wholePlace(isToServer ? copy : loaded, context));
  if (shared === undefined) throw new Error('neither store is a database');
  const before = await inspect(loaded, context, (store) =>
    store.scheduleState.beginNotice(`${MOVED}${name}`),
  );
  const tell = (employer: string) => terminal.message(message('server.moved', { employer }));
  if (isToServer)
    await copyIntoServer(join(storeFolderOf(loaded), STORE_NAME), shared, shared.employers, tell);
  else await copyFromServer(join(target, STORE_NAME), shared, tell);
  const after = await inspect(copy, context);
  if (after.digests.join('\n') !== before.digests.join('\n'))
    throw new PaytallyError('VERIFY_FAILED', message('server.moveDiffers'), { record: name });
  const from = isToServer ? storeFolderOf(loaded) : serverName(loaded.config.store);
  const { employers, runs, digests } = after;
  terminal.result(
    options.json
      ? JSON.stringify({ from, to: name, employers, runs, links: digests.length })
      : sayIn(loaded.language)('server.moveDone', { employers, runs, links: digests.length, target: name }),
  );
  return ExitStatus.done;
}

function wholePlace(loaded: LoadedConfig, { clock }: Context) {
  return { loaded, storeFolder: storeFolderOf(loaded), mode: 'write', nowMs: () => clock.nowMs() } as const;
}

/**
 * The digests of a verified store, and counts. @param mark called once it is verified
 * @throws PaytallyError VERIFY_FAILED if something differs from the record
 */
async function inspect(
  loaded: LoadedConfig,
  context: Context,
  mark: (store: Store) => void = () => undefined,
) {
  return withStore(wholePlace(loaded, context), async (store) => {
    const { verified, failure } = await verifyStore(store, loaded, {}, context.signal);
    if (failure !== undefined) throw failure;
    const run = verified.find(({ ok }) => !ok)?.runId;
    if (run !== undefined)
      throw new PaytallyError('VERIFY_FAILED', message('server.moveUnsound', { run }), { record: run });
    mark(store);
    const links = store.ledger.links();
    const employers = new Set(links.map(({ employerId }) => employerId)).size;
    return { digests: links.map(({ digest }) => digest).sort(), employers, runs: store.runs().length };
  });
}
