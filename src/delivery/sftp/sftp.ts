import { resolve } from 'node:path';
import { liveSecret } from '../../config/liveSecret.js';
import type { SftpDelivery } from '../../config/schema/deliverySchema.js';
import { message } from '../../i18n/message.js';
import {
  MAYBE_FETCHED,
  resolveInterrupted,
  type StagedDelivery,
  storedProblem,
} from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import { DeliveryFailure, failedDelivery } from '../deliveryFailure.js';
import type { DeliveryEffects, DeliveryKind, PreparedAttempt } from '../deliveryKind.js';
import {
  type FileToStage,
  filesToStage,
  renameStaged,
  type StagedContent,
  type StagedPaths,
  stageContents,
  stagedFile,
  withTemporaryFiles,
} from '../outgoingFile.js';
import { passwordSftpSteps } from './passwordSftp.js';
import { localCopies, remotePath, type SftpSteps, type SftpTarget } from './sftpTarget.js';
import { systemSftpSteps } from './systemSftp.js';

/**
 * Files that are uploaded to a server: whole under temporary names first, then renamed. A drop box that allows neither
 * gets each file under its name at once, as a separate delivery.
 */
export const sftpKind: DeliveryKind<SftpDelivery> = {
  target: ({ user, host, port, path }) => `${user}@${host}${port === 22 ? '' : `:${port}`}:${path}`,
  replaces: true,
  isPerFile: ({ direct }) => direct,
  prepare: async ({ effects, settings, folder, storeFolder, item, files, store, signal }) => {
    const target = await resolveSftpTarget(effects, settings, folder, storeFolder, signal);
    return prepareServerAttempt(settings, target, filesToStage(settings, item, files), store);
  },
  check: async (effects, { name, settings }, { folder }) => {
    const target = await resolveSftpTarget(effects, settings, folder, folder);
    const { failure } = await stepsFor(target).reach();
    if (failure !== undefined) throw failure;
    const { host, user, path } = settings;
    return message('doctor.deliveries.server', { name, host, user, path });
  },
};

/**
 * An account on an SFTP server. The key stays in its file, which the system's `sftp` reads.
 * @param localFolder for copies of files, in which `sftp` runs
 * @throws PaytallyError SECRET_MISSING, SECRET_INVALID, CONFIG_INVALID
 */
export async function resolveSftpTarget(
  effects: DeliveryEffects,
  { key, password, fingerprint, knownHosts, timeoutSeconds, ...settings }: SftpDelivery,
  folder: string,
  localFolder: string,
  signal?: AbortSignal,
): Promise<SftpTarget> {
  const { host: server, port, user, path, stage, direct } = settings;
  const place = { host: server, port, user, path, stage, direct, timeoutMs: timeoutSeconds * 1000, signal };
  if (password !== undefined)
    return { ...place, password: await liveSecret(effects, password, folder), fingerprint };
  const known = knownHosts === undefined ? undefined : resolve(folder, knownHosts);
  return { ...place, key: resolve(folder, key ?? ''), knownHosts: known, localFolder };
}

export function prepareServerAttempt(
  { path, stage = path }: Pick<SftpDelivery, 'path' | 'stage'>,
  target: SftpTarget,
  listed: readonly FileToStage[],
  store: Pick<Store, 'journal'>,
): PreparedAttempt {
  const files = stageContents(listed, {
    stagedAt: (name) => remotePath(stage, name),
    namedAt: (name) => remotePath(path, name),
  });
  if (target.direct) return { staged: [], send: () => putOnServer(target, files, store) };
  const staged = files.map((file) => stagedFile(file, undefined));
  const send = () =>
    withLocalCopies(store, target, staged, async () => {
      await stageOnServer(target, files);
      await renameStaged(
        staged,
        () => renameOnServer(target, files),
        () => inspectServerFiles(target, staged),
      );
    });
  return {
    staged,
    send,
    there: () => withLocalCopies(store, target, staged, () => digestsThere(target, staged)),
  };
}

/** The digests of the files that have these names now, by path. @throws DeliveryFailure */
async function digestsThere(
  target: SftpTarget,
  files: readonly StagedPaths[],
): Promise<ReadonlyMap<string, string>> {
  const steps = stepsFor(target);
  const sizes = await steps.look(files.map(({ path }) => path));
  if (sizes !== undefined) return steps.digests(files.filter(({ path }) => sizes.has(path)));
  const { failure } = await steps.reach();
  throw failure ?? failedDelivery(message('delivery.sftp.lost', { server: target.host }));
}

/** Without a trace on the server, only its answers count. @throws DeliveryFailure */
async function putOnServer(
  target: SftpTarget,
  files: readonly StagedContent[],
  store: Pick<Store, 'journal'>,
): Promise<void> {
  const { failure } = await withLocalCopies(store, target, files, () => stepsFor(target).putDirect(files));
  if (failure !== undefined) throw failure;
}

/**
 * Checks a server for files left by an attempt: the state is recorded before a temporary file, which is its proof, is
 * removed.
 * @param target undefined if the delivery is not configured any more
 */
export async function settleServerFiles(
  store: Store,
  target: SftpTarget | undefined,
  staged: StagedDelivery,
  now: Date,
): Promise<void> {
  // All of its files have their final names.
  if (staged.state === 'sent') return store.outbox.forgetStaged(staged);
  const { id, files } = staged;
  const traces =
    target && (await withLocalCopies(store, target, files, () => inspectServerFiles(target, files)));
  const outcome = resolveInterrupted(staged, traces, now);
  if (id !== undefined && outcome !== undefined) store.outbox.settle(id, outcome);
  if (target === undefined || traces === undefined) return;
  const left = files.filter((_, index) => traces[index] === 'staged');
  const removal = await removeFromServer(target, left);
  // A command in transit when its connection was lost may be executed after the check.
  const isFailed = (outcome ?? staged).state === 'failed';
  if (id !== undefined && isFailed && removal === 'vanished')
    store.outbox.settle(id, { state: 'unknown', problem: storedProblem(MAYBE_FETCHED) });
  if (removal !== 'kept') store.outbox.forgetStaged(staged);
}

/** The system's `sftp` needs copies of the files, which must not outlive this process. */
function withLocalCopies<Result>(
  store: Pick<Store, 'journal'>,
  target: SftpTarget,
  files: readonly StagedPaths[],
  use: () => Promise<Result>,
): Promise<Result> {
  return 'password' in target
    ? use()
    : withTemporaryFiles(store, localCopies(target.localFolder, files), use);
}

/**
 * Uploads every file under its temporary name and compares the sizes. `removeFromServer` removes the temporary files
 * that remain.
 * @throws DeliveryFailure `unknown` only if a third party removed a temporary file
 */
async function stageOnServer(target: SftpTarget, files: readonly StagedContent[]): Promise<void> {
  const steps = stepsFor(target);
  const { failure, sizes } = await steps.put(files);
  if (failure !== undefined) throw failure;
  const short = files.find(({ temporary, bytes }) => sizes.get(temporary) !== bytes);
  if (short === undefined) return;
  const denied = (await steps.reach()).failure;
  if (denied !== undefined) {
    await steps.remove(files.map(({ temporary }) => temporary));
    const values = { host: target.host, answer: denied.text };
    throw failedDelivery(message('delivery.sftp.dropBox', values), { cause: denied });
  }
  if (!sizes.has(short.temporary))
    throw new DeliveryFailure(
      'unknown',
      message('delivery.sftp.taken', { path: short.path, host: target.host }),
    );
  throw failedDelivery(message('delivery.sftp.incomplete', { path: short.path, host: target.host }));
}

/**
 * Gives every file its name, replacing existing files. @throws DeliveryFailure after which some files may be renamed
 */
async function renameOnServer(target: SftpTarget, files: readonly StagedPaths[]): Promise<void> {
  const { failure } = await stepsFor(target).rename(files);
  if (failure !== undefined) throw failure;
}

/**
 * The state of each file on the server: its temporary name, its final name with the same content, or neither.
 * @returns undefined if the server cannot be inspected
 */
export async function inspectServerFiles(
  target: SftpTarget,
  files: readonly StagedPaths[],
): Promise<readonly ('staged' | 'named' | 'missing')[] | undefined> {
  const steps = stepsFor(target);
  const sizes = await steps.look(files.flatMap(({ temporary, path }) => [temporary, path]));
  if (sizes === undefined) return undefined;
  const isAnyMissing = files.some(({ temporary, path }) => !sizes.has(temporary) && !sizes.has(path));
  // A server that shows nothing proves nothing.
  if (isAnyMissing && (await steps.reach()).failure !== undefined) return undefined;
  const isNamed = ({ temporary, path, bytes }: StagedPaths) =>
    !sizes.has(temporary) && sizes.get(path) === bytes;
  // An equal size may be that of an older file.
  const named = files.filter(isNamed);
  const digests = named.length === 0 ? new Map() : await steps.digests(named);
  return files.map(({ temporary, path, sha256 }) => {
    if (sizes.has(temporary)) return 'staged';
    return digests.get(path) === sha256 ? 'named' : 'missing';
  });
}

/**
 * Removes files that were found under their temporary names.
 * @returns `vanished` if one disappeared before it could be removed: a third party fetched it, or it was renamed
 * after all
 */
export async function removeFromServer(
  target: SftpTarget,
  files: readonly StagedPaths[],
): Promise<'removed' | 'vanished' | 'kept'> {
  if (files.length === 0) return 'removed';
  const steps = stepsFor(target);
  const paths = files.map(({ temporary }) => temporary);
  if ((await steps.remove(paths)).failure === undefined) return 'removed';
  const left = await steps.look(paths);
  return left === undefined || paths.every((path) => left.has(path)) ? 'kept' : 'vanished';
}

function stepsFor(target: SftpTarget): SftpSteps {
  return 'password' in target ? passwordSftpSteps(target) : systemSftpSteps(target);
}
