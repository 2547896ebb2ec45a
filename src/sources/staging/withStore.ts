import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { LoadedConfig, WholeConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { liveSecrets } from '../../runtime/secrets/scrubber.js';
import {
  findAcceptanceFiles,
  removeAcceptanceFiles,
  takeOverAcceptances,
} from '../../store/acceptanceFiles.js';
import { Claims, type StoreFolder } from '../../store/claims.js';
import { claimsFolder } from '../../store/claimsFolder.js';
import { openStore, STORE_NAME } from '../../store/openStore.js';
import type { CopyDepth } from '../../store/postgres/checkOut.js';
import type { FilePlaceSettings } from '../../store/postgres/filePlace.js';
import { ownersOf, type SharedEmployer } from '../../store/postgres/leases.js';
import { isServerUrl } from '../../store/postgres/server.js';
import { useServer } from '../../store/postgres/serverUse.js';
import { type SharedPlace, withSharedStore } from '../../store/postgres/withSharedStore.js';
import type { RunRefFilter, Store } from '../../store/store.js';

/** The settings that determine the location of the store. */
export interface StoreConfig extends Pick<LoadedConfig, 'folder' | 'secretOf'> {
  readonly config: Pick<WholeConfig, 'store'> & Partial<Pick<WholeConfig, 'employers' | 'files'>>;
}

export interface StorePlace {
  readonly loaded: StoreConfig;
  /** Absolute. */
  readonly storeFolder: string;
  /** Ids of the employers whose rows are needed. @default all of the configuration */
  readonly employerIds?: readonly string[] | undefined;
  /** Only a run that writes its files writes the store. */
  readonly mode: 'read' | 'write';
  /** With PostgreSQL: the part of the rows that is needed. @default what the newest runs need, or all */
  readonly depth?: CopyDepth | undefined;
  readonly nowMs: () => number;
}

/** The folder of the configured store; with PostgreSQL that of working copies. */
export function storeFolderOf({ folder, config }: Pick<StoreConfig, 'folder' | 'config'>): string {
  return isServerUrl(config.store) ? claimsFolder(folder) : resolve(folder, config.store);
}

/** The configured PostgreSQL database; undefined if the store is a file, or another one was requested. */
export function sharedPlaceOf({
  loaded,
  storeFolder,
  employerIds,
  mode,
  depth,
  nowMs,
}: StorePlace): SharedPlace | undefined {
  const { folder, config } = loaded;
  if (!isServerUrl(config.store) || storeFolder !== claimsFolder(folder)) return undefined;
  const employers = Object.entries(config.employers ?? {}).map(
    ([employerKey, { employerId, client }]): SharedEmployer => ({ employerKey, employerId, client }),
  );
  return {
    url: config.store,
    folder: storeFolder,
    base: folder,
    files: filePlaceOf(loaded),
    employers: employers.filter(({ employerId }) => employerIds?.includes(employerId) ?? true),
    mode,
    ...(depth === undefined ? {} : { depth }),
    now: () => new Date(nowMs()),
  };
}

/** IDs of the employers that have a run, or else the newest runs or a purge; undefined if no run has this ID. */
export async function findOwners(
  place: StorePlace,
  of: string | Pick<RunRefFilter, 'employerKeys' | 'limit'>,
): Promise<readonly string[] | undefined> {
  const shared = sharedPlaceOf(place);
  return shared && useServer(shared.url, ({ server }) => ownersOf(server, of));
}

function filePlaceOf({ folder, config: { files }, secretOf }: StoreConfig): FilePlaceSettings {
  if (files === undefined) return { path: join(claimsFolder(folder), 'files') };
  if ('path' in files) return { path: resolve(folder, files.path) };
  const secret = async () => {
    const read = await secretOf(files.s3.secret);
    liveSecrets.add(read);
    return read;
  };
  return { s3: { ...files.s3, secret } };
}

/** Opens the store, passes it to `use`, and always closes it. */
export async function withStore<Result>(
  place: StorePlace,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  await takeOverFiles(place);
  return withOpenStore(place, use);
}

/** If the store cannot be written now, what the files have accepted does not count until the next command. */
async function takeOverFiles(place: StorePlace): Promise<void> {
  const { loaded, storeFolder } = place;
  if (sharedPlaceOf(place) === undefined && !existsSync(join(storeFolder, STORE_NAME))) return;
  const files = findAcceptanceFiles(storeFolder, (key) => loaded.config.employers?.[key]?.employerId);
  if (files.length === 0) return;
  const employerIds = files.map(({ days }) => days.employerId);
  const writing: StorePlace = { ...place, employerIds, mode: 'write', depth: undefined };
  const isDone = await withOpenStore(writing, async (store) => takeOverAcceptances(store, files)).then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof PaytallyError) return false;
      throw failure;
    },
  );
  if (isDone) removeAcceptanceFiles(files);
}

async function withOpenStore<Result>(
  place: StorePlace,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { loaded, storeFolder, mode, nowMs } = place;
  const shared = sharedPlaceOf(place);
  if (shared !== undefined) return withSharedStore(shared, use);
  const isConfigured = storeFolder === storeFolderOf(loaded);
  const base = isConfigured ? loaded.folder : dirname(storeFolder);
  const home = mode === 'write' ? announced(claimsFolder(base), { folder: storeFolder, base }) : undefined;
  try {
    const store = openStore(join(storeFolder, STORE_NAME), { mode, now: () => new Date(nowMs()), base });
    try {
      return await use(store);
    } finally {
      store.close();
    }
  } finally {
    home?.close();
  }
}

/**
 * The next start checks next to the configuration, so a store elsewhere must be recorded there. An unwritable folder is
 * not an error; then the next command that opens the store completes the unfinished work.
 */
export function announced(home: string, store: StoreFolder): Claims | undefined {
  if (home === store.folder) return undefined;
  const claims = new Claims(home);
  try {
    claims.trackStore(store);
    return claims;
  } catch {
    return undefined;
  }
}

/**
 * Files that a command writes without a store: `use` receives the claims of a folder, which are released afterwards.
 */
export async function withClaims<Result>(
  folder: string,
  use: (claims: Claims) => Promise<Result>,
): Promise<Result> {
  const claims = new Claims(claimsFolder(folder));
  try {
    return await use(claims);
  } finally {
    claims.close();
  }
}
