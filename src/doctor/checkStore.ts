import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PaytallyError } from '../errors.js';
import { type StorePlace, withStore } from '../read/staging/withStore.js';
import { networkShareOf } from '../store/networkShare.js';
import { STORE_NAME } from '../store/openStore.js';
import type { Store } from '../store/store.js';
import { littleSpace } from './checkOutput.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';
import { type FolderProbe, probeFolder } from './probeFolder.js';

type StoreQuestion = Omit<StorePlace, 'mode'>;

/** Folder and file of the store. @throws PaytallyError STORE_UNUSABLE, STORE_NEWER, STORE_BUSY */
export async function checkStore({
  loaded,
  storeFolder: folder,
  nowMs,
}: StoreQuestion): Promise<DoctorFinding[]> {
  const probe = await probeStoreFolder(folder, loaded.folder);
  const path = join(folder, STORE_NAME);
  const findings: DoctorFinding[] = [];
  if (!existsSync(path)) findings.push(ok('store', `${path} is not there yet; an export makes it`));
  else {
    await withStore({ loaded, storeFolder: folder, mode: 'read', nowMs }, async (store) => {
      findings.push(...stateOf(store), ...leftoversOf(store));
    });
  }
  return [...findings, ...onShare(folder, probe), ...littleSpace('store', folder, probe)];
}

function stateOf(store: Store): readonly DoctorFinding[] {
  const damage = store.damage();
  const [first] = damage;
  if (first === undefined) {
    const runs = store.runs().length;
    return [ok('store', `${store.path} is sound and holds ${runs} ${runs === 1 ? 'run' : 'runs'}`)];
  }
  const error = new PaytallyError('STORE_UNUSABLE', `${store.path} is damaged: ${damage.join('; ')}`, {
    record: store.path,
    remedy: 'Move the file away (exports then start a new one), or bring it back from a backup.',
  });
  return [problemFinding('store', error)];
}

/** Opening the store has taken away what it could. */
function leftoversOf({ journal }: Store): DoctorFinding[] {
  return journal
    .leftovers()
    .map((path) =>
      warning(
        'store',
        `${path} was left by a run that was killed, and cannot be removed: it may hold data of people.`,
        'Delete it yourself, or give this user the right to write in its folder; the next command then removes it.',
      ),
    );
}

function onShare(folder: string, { exists }: FolderProbe): DoctorFinding[] {
  const share = exists ? networkShareOf(folder) : undefined;
  if (share === undefined) return [];
  return [
    warning(
      'store',
      `${folder} is on a network share (${share}): slower, and unsafe where two machines write at once.`,
      'Set "store" in the configuration to a folder on a local disk.',
    ),
  ];
}

async function probeStoreFolder(folder: string, home: string): Promise<FolderProbe> {
  try {
    return await probeFolder(folder, home);
  } catch (error) {
    if (!(error instanceof PaytallyError)) throw error;
    throw new PaytallyError('STORE_UNUSABLE', `The store cannot be written: ${error.message}`, {
      record: folder,
      cause: error,
    });
  }
}
