import { join } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { sharedPlaceOf, storeFolderOf, withStore } from '../../sources/staging/withStore.js';
import { MOVED } from '../../store/ledgerChain.js';
import { STORE_NAME } from '../../store/openStore.js';
import { copyFromServer, copyIntoServer } from '../../store/postgres/moveStore.js';
import { isServerUrl, serverName } from '../../store/postgres/server.js';
import type { Store } from '../../store/store.js';
import { verifyStore } from './verify.js';

interface MoveEffects {
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  /** Called for each employer that was copied. */
  readonly onEmployer: (employerId: string) => void;
}

/** A copied store: its places as people read them, and what it has. */
interface MovedStore {
  readonly from: string;
  readonly to: string;
  readonly employers: number;
  readonly runs: number;
  readonly links: number;
}

/**
 * Verifies the store, copies it, verifies the copy and compares the chains. The source refuses finals from the start of
 * the copy.
 * @param target a folder, absolute, or the address of a PostgreSQL database
 * @throws PaytallyError USAGE for a store of the same kind, VERIFY_FAILED
 */
export async function moveStore(
  loaded: LoadedConfig,
  target: string,
  effects: MoveEffects,
): Promise<MovedStore> {
  const isToServer = isServerUrl(target);
  if (isToServer === isServerUrl(loaded.config.store))
    throw new PaytallyError('USAGE', message('server.moveSameKind'), { record: 'store' });
  const to = isToServer ? serverName(target) : target;
  const copy = { ...loaded, config: { ...loaded.config, store: target } };
  const shared = sharedPlaceOf(wholePlace(isToServer ? copy : loaded, effects));
  if (shared === undefined) throw new Error('neither store is a database');
  const before = await inspect(loaded, effects, (store) => store.scheduleState.beginNotice(`${MOVED}${to}`));
  const file = join(isToServer ? storeFolderOf(loaded) : target, STORE_NAME);
  if (isToServer) await copyIntoServer(file, shared, shared.employers, effects.onEmployer);
  else await copyFromServer(file, shared, effects.onEmployer);
  const after = await inspect(copy, effects);
  if (after.digests.join('\n') !== before.digests.join('\n'))
    throw new PaytallyError('VERIFY_FAILED', message('server.moveDiffers'), { record: to });
  const from = isToServer ? storeFolderOf(loaded) : serverName(loaded.config.store);
  const { employers, runs, digests } = after;
  return { from, to, employers, runs, links: digests.length };
}

function wholePlace(loaded: LoadedConfig, { nowMs }: Pick<MoveEffects, 'nowMs'>) {
  return { loaded, storeFolder: storeFolderOf(loaded), mode: 'write', nowMs } as const;
}

/**
 * The digests of a verified store, and counts. @param mark called once it is verified
 * @throws PaytallyError VERIFY_FAILED if something differs from the record
 */
async function inspect(
  loaded: LoadedConfig,
  effects: MoveEffects,
  mark: (store: Store) => void = () => undefined,
) {
  return withStore(wholePlace(loaded, effects), async (store) => {
    const { verified, failure } = await verifyStore(store, loaded, {}, effects.signal);
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
