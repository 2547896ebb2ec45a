import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FolderDelivery, SftpDelivery } from '../../config/schema/deliverySchema.js';
import type { StagedDelivery, StagedFile, Trace } from '../../store/deliveryItems.js';
import { MAYBE_FETCHED, outcomeOfInterrupted, standingBy, tracesInFolder } from '../../store/stagedFiles.js';
import type { Store } from '../../store/store.js';
import { DeliveryFailure } from '../deliveryFailure.js';
import { inodeOfFolder, nameInFolder, stageInFolder } from '../folder/deliverToFolder.js';
import { nameOnServer, removeFromServer, stageOnServer, tracesOnServer } from '../sftp/deliverBySftp.js';
import { localCopies, remotePath, type SftpTarget } from '../sftp/sftpTarget.js';
import { type FilledFile, filledFiles, type ListedFile } from '../stagedFile.js';

/** An attempt that can begin: the files to record before, and what then happens. */
export interface ReadyAttempt {
  readonly staged: readonly StagedFile[];
  /** @throws DeliveryFailure; temporary files may be left */
  readonly send: () => Promise<void>;
}

/** @throws DeliveryFailure where there is no such folder: it is never made */
export async function readyForFolder(
  { path }: Pick<FolderDelivery, 'path'>,
  configFolder: string,
  listed: readonly ListedFile[],
): Promise<ReadyAttempt> {
  const folder = resolve(configFolder, path);
  const inode = await inodeOfFolder(folder);
  const inFolder = (name: string) => join(folder, name);
  const files = filledFiles(listed, { stagedAt: inFolder, namedAt: inFolder });
  const staged = files.map((file) => stagedFile(file, inode));
  const send = async () => {
    await stageInFolder(folder, files);
    await named(
      staged,
      () => nameInFolder(folder, files),
      () => tracesInFolder(staged),
    );
  };
  return { staged, send };
}

export function readyForServer(
  { path, stage = path }: Pick<SftpDelivery, 'path' | 'stage'>,
  target: SftpTarget,
  listed: readonly ListedFile[],
  store: Pick<Store, 'journal'>,
): ReadyAttempt {
  const files = filledFiles(listed, {
    stagedAt: (name) => remotePath(stage, name),
    namedAt: (name) => remotePath(path, name),
  });
  const staged = files.map((file) => stagedFile(file, undefined));
  const send = () =>
    withCopies(store, target, staged, async () => {
      await stageOnServer(target, files);
      await named(
        staged,
        () => nameOnServer(target, files),
        () => tracesOnServer(target, staged),
      );
    });
  return { staged, send };
}

function stagedFile({ content: _, ...file }: FilledFile, inode: number | undefined): StagedFile {
  return { ...file, inode };
}

/** Gives the files their names; where that fails, what is found of them says what became of it. */
async function named(
  files: readonly StagedFile[],
  rename: () => Promise<void>,
  look: () => Promise<readonly Trace[] | undefined> | readonly Trace[] | undefined,
): Promise<void> {
  try {
    await rename();
  } catch (failure) {
    const traces = await look();
    const standing = traces === undefined ? 'unknown' : standingBy(files, traces);
    if (standing === 'sent') return;
    if (standing === 'failed') throw failure;
    throw new DeliveryFailure('unknown', ...MAYBE_FETCHED, failure);
  }
}

/**
 * Looks for the files of an attempt that may be left on a server: the state is recorded before a temporary file, which
 * is its proof, is removed.
 * @param target undefined where the delivery is not configured any more
 */
export async function settleOnServer(
  store: Store,
  target: SftpTarget | undefined,
  staged: StagedDelivery,
  now: Date,
): Promise<void> {
  // All of its files have got their names.
  if (staged.state === 'sent') return store.outbox.forgetStaged(staged);
  const { id, files } = staged;
  const traces = target && (await withCopies(store, target, files, () => tracesOnServer(target, files)));
  const outcome = outcomeOfInterrupted(staged, traces, now);
  if (id !== undefined && outcome !== undefined) store.outbox.settle(id, outcome);
  if (target === undefined || traces === undefined) return;
  const left = files.filter((_, index) => traces[index] === 'staged');
  const removal = await removeFromServer(target, left);
  // A command that was on its way when its connection was lost has come after the look.
  const isFailed = (outcome ?? staged).state === 'failed';
  if (id !== undefined && isFailed && removal === 'vanished')
    store.outbox.settle(id, { state: 'unknown', problem: MAYBE_FETCHED.join(' ') });
  if (removal !== 'kept') store.outbox.forgetStaged(staged);
}

/** The system's `sftp` needs copies of the files, which must not outlive this process. */
function withCopies<Result>(
  store: Pick<Store, 'journal'>,
  target: SftpTarget,
  files: readonly StagedFile[],
  use: () => Promise<Result>,
): Promise<Result> {
  return 'password' in target ? use() : withoutTrace(store, localCopies(target.localFolder, files), use);
}

/** Makes files that are removed at the end, and by the next start where this process is killed. */
export async function withoutTrace<Result>(
  { journal }: Pick<Store, 'journal'>,
  paths: readonly string[],
  use: () => Promise<Result>,
): Promise<Result> {
  journal.willLeave(paths);
  try {
    return await use();
  } finally {
    for (const path of paths) await rm(path, { force: true });
    journal.areGone(paths);
  }
}
