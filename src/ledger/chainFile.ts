import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { LoadedConfig } from '../config/config.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { RunHost, RunRequest } from '../run.js';
import { hasCode } from '../runtime/notWritten.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import { isServerUrl } from '../store/postgres/server.js';
import { replaceFile } from '../store/replaceFile.js';
import type { Store } from '../store/store.js';

/** An employer, by its key and by its id at the service. */
export interface ChainOwner {
  readonly employerKey: string;
  readonly employerId: string;
}

/** The path of an employer's newest digest beside the files, outside the store. */
export function chainPath(out: string, employerKey: string): string {
  return join(out, `${employerKey}.chain`);
}

/** The path of its second copy beside the configuration, whichever folder the files are in. */
export function witnessPath({ path }: Pick<LoadedConfig, 'path'>, employerId: string): string {
  const folder = `.${basename(path, extname(path))}.witness`;
  return join(dirname(path), folder, `${encodeURIComponent(employerId)}.chain`);
}

/** Both of them. With PostgreSQL only the one beside the files: the configuration is on many computers. */
export function witnessPaths(
  { loaded, out }: Pick<RunRequest, 'loaded' | 'out'>,
  { employerKey, employerId }: ChainOwner,
): readonly string[] {
  if (isServerUrl(loaded.config.store)) return [chainPath(out, employerKey)];
  return [chainPath(out, employerKey), witnessPath(loaded, employerId)];
}

/**
 * Writes the newest digest; an employer without links gets no file. If the configuration's folder is not writable, no
 * witness is written, and a warning says so.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function writeWitnesses(
  { terminal }: Pick<RunHost, 'terminal'>,
  request: Pick<RunRequest, 'loaded' | 'out'>,
  owner: ChainOwner,
  store: Store,
): Promise<void> {
  const last = store.ledger.links(owner.employerId).at(-1);
  const [beside, ...others] = witnessPaths(request, owner);
  if (last === undefined || beside === undefined) return;
  const write = async (path: string): Promise<void> => {
    if (readDigest(path) !== last.digest)
      await replaceFile(path, Buffer.from(`${last.digest}\n`), store.journal);
  };
  await write(beside);
  for (const path of others) {
    await write(path).catch((failure: unknown) => {
      if (!(failure instanceof PaytallyError)) throw failure;
      terminal.alert(message('terminal.warning', { text: failure.text, remedy: failure.remedyText }));
    });
  }
}

/** A digest outside the store that the store does not know. */
export interface LostDigest {
  readonly path: string;
  readonly digest: string;
}

/** Digests in the files that the store does not know, neither as a link nor as one recorded as lost. */
export function findLostDigests(
  paths: readonly string[],
  links: readonly LedgerLink[],
): readonly LostDigest[] {
  return paths.flatMap((path) => {
    const digest = readDigest(path);
    const isKnown =
      digest === undefined || links.some((link) => link.digest === digest || link.lost.includes(digest));
    return isKnown ? [] : [{ path, digest }];
  });
}

/**
 * What is wrong where a file names a digest that the store does not know: the store is a copy from before that run,
 * and what it takes for new may have been paid.
 */
export function findOlderStore(
  paths: readonly string[],
  employerKey: string,
  links: readonly LedgerLink[],
): PaytallyError | undefined {
  const [lost] = findLostDigests(paths, links);
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

/** The same for the folders of some runs, and for the copy beside the configuration. */
export function findOlderStoreOfRuns(
  store: Store,
  { loaded }: { readonly loaded: LoadedConfig },
  runs: readonly RunFiles[],
  employerKeys: readonly string[],
): PaytallyError | undefined {
  const links = store.ledger.links();
  const asked = new Map<string, string>();
  for (const { employer, state, files } of runs) {
    for (const { path } of files) {
      // Drafts lie in a folder within that of the finals.
      const out = state === 'draft' ? dirname(dirname(path)) : dirname(path);
      asked.set(chainPath(out, employer), employer);
    }
  }
  for (const key of isServerUrl(loaded.config.store) ? [] : employerKeys) {
    const employerId = loaded.config.employers[key]?.employerId;
    if (employerId !== undefined) asked.set(witnessPath(loaded, employerId), key);
  }
  for (const [path, employer] of asked) {
    const older = findOlderStore([path], employer, links);
    if (older !== undefined) return older;
  }
  return undefined;
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
