import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { hasCode } from '../../runtime/notWritten.js';
import type { Terminal } from '../../runtime/terminal.js';
import { isServerUrl } from '../../store/postgres/server.js';
import { replaceFile } from '../../store/replaceFile.js';
import type { Store } from '../../store/store.js';

/** An employer, by its key and by its id at the service. */
export interface ChainOwner {
  readonly employerKey: string;
  readonly employerId: string;
}

/** Where the newest digests of a run's employer are. */
export interface WitnessPlaces {
  readonly loaded: LoadedConfig;
  /** The output folder, absolute. */
  readonly out: string;
}

/** The path of the file with an employer's newest digest in the output folder, outside the store. */
export function chainPath(out: string, employerKey: string): string {
  return join(out, `${employerKey}.chain`);
}

/** The path of its second copy next to the configuration, for any output folder. */
export function witnessPath({ path }: Pick<LoadedConfig, 'path'>, employerId: string): string {
  const folder = `.${basename(path, extname(path))}.witness`;
  return join(dirname(path), folder, `${encodeURIComponent(employerId)}.chain`);
}

/** Both of them. With PostgreSQL only the one in the output folder, because the configuration is on many computers. */
export function witnessPaths(
  { loaded, out }: WitnessPlaces,
  { employerKey, employerId }: ChainOwner,
): readonly string[] {
  if (isServerUrl(loaded.config.store)) return [chainPath(out, employerKey)];
  return [chainPath(out, employerKey), witnessPath(loaded, employerId)];
}

/**
 * Writes the newest digest; an employer without links gets no file. The run is recorded by now: what cannot be written
 * is warned of. The next command that opens the store tries the output folder again, the next final both.
 */
export async function writeWitnesses(
  terminal: Pick<Terminal, 'alert'>,
  places: WitnessPlaces,
  owner: ChainOwner,
  store: Store,
): Promise<void> {
  const last = store.ledger.links(owner.employerId).at(-1);
  if (last === undefined) return;
  for (const path of witnessPaths(places, owner)) {
    if (readDigest(path) === last.digest) continue;
    await replaceFile(path, Buffer.from(`${last.digest}\n`), store.journal).catch((failure: unknown) => {
      if (!(failure instanceof PaytallyError)) throw failure;
      const text = message('ledger.checksumLater', { path });
      terminal.alert(message('terminal.warning', { text, remedy: failure.remedyText }));
    });
  }
}

/** A digest outside the store that the store does not know. */
export interface LostDigest {
  readonly path: string;
  readonly digest: string;
}

/** Digests in the files that the store does not know, neither as a link nor as one recorded as lost. */
export function findLostDigests(paths: readonly string[], { ledger }: Store): readonly LostDigest[] {
  return paths.flatMap((path) => {
    const digest = readDigest(path);
    return digest === undefined || ledger.knows(digest) ? [] : [{ path, digest }];
  });
}

/**
 * The error for a file with a digest that the store does not know: the store is a copy from before that run, and data
 * that looks new to it may have been paid.
 */
export function findOlderStore(
  paths: readonly string[],
  employerKey: string,
  store: Store,
): PaytallyError | undefined {
  const [lost] = findLostDigests(paths, store);
  if (lost === undefined) return undefined;
  const { path } = lost;
  return new PaytallyError('STORE_OLDER', message('ledger.storeOlder', { employer: employerKey, path }), {
    record: path,
  });
}

interface RunFiles {
  readonly employer: string;
  readonly state: string;
  readonly files: readonly { readonly path: string }[];
}

/** The same for the folders of a run, and for the copy next to the configuration. */
export function findOlderStoreOfRun(
  store: Store,
  { loaded }: { readonly loaded: LoadedConfig },
  { employer, state, files }: RunFiles,
): PaytallyError | undefined {
  // Drafts are in a subfolder of the finals' folder.
  const folders = files.map(({ path }) => (state === 'draft' ? dirname(dirname(path)) : dirname(path)));
  const paths = [...new Set(folders)].map((out) => chainPath(out, employer));
  return findOlderStore([...paths, ...witnessesBeside(loaded, [employer]).keys()], employer, store);
}

/** Files outside some stores with an employer's newest digest, by path, with the employer's key. */
export function witnessesOf(stores: readonly Store[], loaded: LoadedConfig): ReadonlyMap<string, string> {
  const named = stores.flatMap(({ ledger }) => ledger.chainFiles());
  return new Map([
    ...named.map(({ path }) => [path, basename(path, extname(path))] as const),
    ...witnessesBeside(loaded, Object.keys(loaded.config.employers)),
  ]);
}

/** The same for every folder in the chains, and for the copies of all employers next to the configuration. */
export function findOlderStoreOfAll(
  store: Store,
  { loaded }: { readonly loaded: LoadedConfig },
): PaytallyError | undefined {
  for (const [path, key] of witnessesOf([store], loaded)) {
    const older = findOlderStore([path], key, store);
    if (older !== undefined) return older;
  }
  return undefined;
}

/** The contents of the files that `findOlderStoreOfAll` reads. */
export function digestsOutside(store: Store, loaded: LoadedConfig): readonly string[] {
  return [...witnessesOf([store], loaded).keys()].flatMap((path) => readDigest(path) ?? []);
}

/** A folder that cannot be read counts as empty. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The written files, by path, with the employer's key. */
export function witnessesBeside(
  loaded: LoadedConfig,
  employerKeys: readonly string[],
): ReadonlyMap<string, string> {
  // With a shared store the witness is only in the output folder.
  if (isServerUrl(loaded.config.store)) return new Map();
  const written = new Set(namesIn(dirname(witnessPath(loaded, ''))));
  return new Map(
    employerKeys.flatMap((key) => {
      const path = witnessPath(loaded, loaded.config.employers[key]?.employerId ?? '');
      return written.has(basename(path)) ? [[path, key] as const] : [];
    }),
  );
}

/** The path may not be a folder: writing reports that. */
const NO_FILE: readonly string[] = ['ENOENT', 'ENOTDIR'];

/** The content of such a file; undefined if it does not exist. */
export function readDigest(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (failure) {
    if (hasCode(failure) && NO_FILE.includes(failure.code)) return undefined;
    throw failure;
  }
}
