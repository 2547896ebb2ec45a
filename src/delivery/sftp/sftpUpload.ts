import { message } from '../../i18n/message.js';
import { DeliveryFailure, failedDelivery } from '../deliveryFailure.js';
import type { StagedContent, StagedPaths } from '../outgoingFile.js';
import { passwordSftpSteps } from './passwordSftp.js';
import type { SftpSteps, SftpTarget } from './sftpTarget.js';
import { systemSftpSteps } from './systemSftp.js';

/**
 * Uploads every file under its temporary name and compares the sizes. `removeFromServer` removes the temporary files
 * that remain.
 * @throws DeliveryFailure `unknown` only if a third party removed a temporary file
 */
export async function stageOnServer(target: SftpTarget, files: readonly StagedContent[]): Promise<void> {
  const { failure, sizes } = await stepsFor(target).put(files);
  if (failure !== undefined) throw failure;
  const short = files.find(({ temporary, bytes }) => sizes.get(temporary) !== bytes);
  if (short === undefined) return;
  if (!sizes.has(short.temporary))
    throw new DeliveryFailure(
      'unknown',
      message('delivery.sftp.taken', { path: short.path, host: target.host }),
    );
  throw failedDelivery(message('delivery.sftp.incomplete', { path: short.path, host: target.host }));
}

/** Gives every file its name, replacing existing files. @throws DeliveryFailure after which some may have theirs */
export async function renameOnServer(target: SftpTarget, files: readonly StagedPaths[]): Promise<void> {
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

/** Checks that an account can be used and its folders exist; nothing is uploaded. @throws DeliveryFailure */
export async function checkSftpAccess(target: SftpTarget): Promise<void> {
  const { failure } = await stepsFor(target).reach();
  if (failure !== undefined) throw failure;
}

function stepsFor(target: SftpTarget): SftpSteps {
  return 'password' in target ? passwordSftpSteps(target) : systemSftpSteps(target);
}
