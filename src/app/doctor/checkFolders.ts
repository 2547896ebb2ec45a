import { existsSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PaytallyError } from '../../errors.js';
import { listed, message } from '../../i18n/message.js';
import { hasCode, notWritten } from '../../runtime/notWritten.js';
import { type StorePlace, sharedPlaceOf, withClaims, withStore } from '../../sources/staging/withStore.js';
import { type TemporaryFiles, temporaryName } from '../../store/claims.js';
import { networkShareOf } from '../../store/networkShare.js';
import { STORE_NAME } from '../../store/openStore.js';
import { serverName } from '../../store/postgres/server.js';
import { pendingServerMigrations } from '../../store/postgres/sharedSchema.js';
import { pendingMigrations } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { type Check, type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

type StoreQuestion = Omit<StorePlace, 'mode'>;

interface FoundStore {
  /** The path of the file, or the address of the database without user and password. */
  readonly path: string;
  readonly isThere: boolean;
  readonly migrations: readonly number[];
}

/** Shows the place of the store, and the migrations that the next command would run. Changes nothing. */
export async function findStore(place: StoreQuestion): Promise<FoundStore> {
  const shared = sharedPlaceOf({ ...place, mode: 'read' });
  if (shared !== undefined)
    return { path: serverName(shared.url), ...(await pendingServerMigrations(shared.url)) };
  const path = join(place.storeFolder, STORE_NAME);
  return { path, isThere: existsSync(path), migrations: pendingMigrations(path) };
}

/**
 * The folder and file of the store, or its database.
 * @throws PaytallyError STORE_UNUSABLE, STORE_NEWER, STORE_BUSY
 */
export async function checkStore(question: StoreQuestion): Promise<DoctorFinding[]> {
  const { loaded, storeFolder: folder } = question;
  const probe = await probeStoreFolder(folder, loaded.folder);
  const { path, isThere, migrations } = await findStore(question);
  const findings: DoctorFinding[] = [];
  if (!isThere) findings.push(ok('store', message('doctor.notThere', { path })));
  else if (migrations.length > 0) findings.push(upgradeOf(path, migrations));
  else {
    await withStore({ ...question, mode: 'read' }, async (store) => {
      findings.push(stateOf(store, path), ...leftoversOf(store));
    });
  }
  return [...findings, ...onShare(folder, probe), ...littleSpace('store', folder, probe)];
}

/** The migrations that the next command will run on an older store. Opening it would run them now. */
function upgradeOf(path: string, migrations: readonly number[]): DoctorFinding {
  const [first = 0] = migrations;
  const changes = listed(
    migrations.map((version) => message('doctor.store.migration', { version: String(version) })),
  );
  return warning(
    'store',
    message('doctor.store.upgrade', { path, from: first - 1, to: migrations.at(-1) ?? 0, changes }),
  );
}

function stateOf(store: Store, path: string): DoctorFinding {
  const damage = store.damage();
  const [first] = damage;
  if (first === undefined) {
    return ok('store', message('doctor.store.sound', { path, count: store.runs().length }));
  }
  const text = message('doctor.store.damaged', { path, damage: damage.join('; ') });
  return problemFinding('store', new PaytallyError('STORE_UNUSABLE', text, { record: path }));
}

/** Leftover files that opening the store could not delete. */
function leftoversOf({ journal }: Store): DoctorFinding[] {
  return journal.leftovers().map((path) => warning('store', message('doctor.store.leftover', { path })));
}

function onShare(folder: string, { exists }: FolderProbe): DoctorFinding[] {
  const share = exists ? networkShareOf(folder) : undefined;
  if (share === undefined) return [];
  return [warning('store', message('doctor.store.share', { folder, share }))];
}

async function probeStoreFolder(folder: string, home: string): Promise<FolderProbe> {
  try {
    return await probeFolder(folder, home);
  } catch (error) {
    if (!(error instanceof PaytallyError)) throw error;
    const text = message('doctor.store.notWritable', { reason: error.text });
    throw new PaytallyError('STORE_UNUSABLE', text, { record: folder, cause: error });
  }
}

const LITTLE_BYTES = 100 * 1024 * 1024;

/** @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function checkOutput(folder: string, home: string): Promise<DoctorFinding[]> {
  const probe = await probeFolder(folder, home);
  const text = probe.exists
    ? message('doctor.output.writable', { folder })
    : message('doctor.notThere', { path: folder });
  return [ok('output', text), ...littleSpace('output', folder, probe)];
}

/** A month of a large employer needs some megabytes; with less than a hundred, the disk will soon be full. */
function littleSpace(check: Check, folder: string, { freeBytes }: FolderProbe): DoctorFinding[] {
  if (freeBytes >= LITTLE_BYTES) return [];
  const free = Math.floor(freeBytes / 1024 / 1024);
  return [warning(check, message('doctor.littleSpace', { folder, free }))];
}

interface FolderProbe {
  /** False if the folder must still be created in its nearest existing parent. */
  readonly exists: boolean;
  readonly freeBytes: number;
}

const PROBE = Buffer.alloc(4096);

/**
 * Checks whether a folder is writable by creating and deleting a file. Does not create a missing folder.
 * @param home folder of the configuration
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
async function probeFolder(folder: string, home: string): Promise<FolderProbe> {
  try {
    const nearest = await nearestFolder(folder);
    await withClaims(home, (claims) => probe(join(nearest, temporaryName('paytally')), claims));
    const { bavail, bsize } = await statfs(nearest);
    return { exists: nearest === folder, freeBytes: bavail * bsize };
  } catch (cause) {
    throw hasCode(cause) ? notWritten(folder, cause) : cause;
  }
}

async function probe(path: string, claims: TemporaryFiles): Promise<void> {
  let isClaimed = true;
  try {
    claims.track([path]);
  } catch {
    // The folder of the configuration may be read-only, which does not matter here.
    isClaimed = false;
  }
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.writeFile(PROBE).finally(() => handle.close());
  } finally {
    await rm(path, { force: true });
    if (isClaimed) claims.untrack([path]);
  }
}

async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(folder) !== folder) return undefined;
    throw error;
  });
  if (found === undefined) return nearestFolder(dirname(folder));
  if (found.isDirectory()) return folder;
  throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR', path: folder });
}
