import { open, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FolderDelivery, SftpDelivery } from '../config/schema/deliverySchema.js';
import { message, type Text } from '../i18n/message.js';
import {
  type DeliveryReceipt,
  findTraces,
  MAYBE_FETCHED,
  resolveInterrupted,
  type StagedDelivery,
  type StagedFile,
  stateByTraces,
  storedProblem,
  type Trace,
} from '../store/stagedFiles.js';
import type { Store } from '../store/store.js';
import { DeliveryFailure, failedDelivery } from './deliveryFailure.js';
import { type FileToStage, type StagedContent, stageContents } from './outgoingFile.js';
import { localCopies, remotePath, type SftpTarget } from './sftp/sftpTarget.js';
import { inspectServerFiles, removeFromServer, renameOnServer, stageOnServer } from './sftp/sftpUpload.js';

/** A prepared attempt: the files to record first, and the action. */
export interface PreparedAttempt {
  readonly staged: readonly StagedFile[];
  /** @throws DeliveryFailure; temporary files may be left */
  readonly send: () => Promise<void>;
  /** After sending: a payroll API's receipt. */
  readonly receipt?: () => DeliveryReceipt | undefined;
}

/** @throws DeliveryFailure if the folder does not exist: it is never created */
export async function prepareFolderAttempt(
  { path }: Pick<FolderDelivery, 'path'>,
  configFolder: string,
  listed: readonly FileToStage[],
): Promise<PreparedAttempt> {
  const folder = resolve(configFolder, path);
  const inode = await folderInode(folder);
  const inFolder = (name: string) => join(folder, name);
  const files = stageContents(listed, { stagedAt: inFolder, namedAt: inFolder });
  const staged = files.map((file) => stagedFile(file, inode));
  const send = async () => {
    await stageInFolder(folder, files);
    await renameStaged(
      staged,
      () => renameInFolder(folder, files),
      () => findTraces(staged),
    );
  };
  return { staged, send };
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
  return { staged, send };
}

function stagedFile({ content: _, ...file }: StagedContent, inode: number | undefined): StagedFile {
  return { ...file, inode };
}

/** Renames the files; if that fails, the files found decide the outcome. */
async function renameStaged(
  files: readonly StagedFile[],
  rename: () => Promise<void>,
  look: () => Promise<readonly Trace[] | undefined> | readonly Trace[] | undefined,
): Promise<void> {
  try {
    await rename();
  } catch (failure) {
    const traces = await look();
    const standing = traces === undefined ? 'unknown' : stateByTraces(files, traces);
    if (standing === 'sent') return;
    if (standing === 'failed') throw failure;
    throw new DeliveryFailure('unknown', MAYBE_FETCHED, { cause: failure });
  }
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
  files: readonly StagedFile[],
  use: () => Promise<Result>,
): Promise<Result> {
  return 'password' in target
    ? use()
    : withTemporaryFiles(store, localCopies(target.localFolder, files), use);
}

/** Creates files that are removed at the end, or at the next start if this process is killed. */
export async function withTemporaryFiles<Result>(
  { journal }: Pick<Store, 'journal'>,
  paths: readonly string[],
  use: () => Promise<Result>,
): Promise<Result> {
  journal.track(paths);
  try {
    return await use();
  } finally {
    for (const path of paths) await rm(path, { force: true });
    journal.untrack(paths);
  }
}

/**
 * The identity of a folder on its disk: an unmounted share is a different folder at the same path.
 * @throws DeliveryFailure `failed` if it does not exist: it is never created
 */
async function folderInode(folder: string): Promise<number> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw folderFailure(folder, cause);
  });
  if (found.isDirectory()) return found.ino;
  throw folderFailure(folder, Object.assign(new Error(), { code: 'ENOTDIR' }));
}

/** Writes every file under its temporary name, flushed to the disk. @throws DeliveryFailure `failed` */
async function stageInFolder(folder: string, files: readonly StagedContent[]): Promise<void> {
  try {
    for (const { temporary, content } of files) await writeNewFile(temporary, content);
    await flush(folder);
  } catch (cause) {
    throw folderFailure(folder, cause);
  }
}

/** Gives every file its name, replacing existing files. @throws DeliveryFailure after which some may have theirs */
async function renameInFolder(folder: string, files: readonly StagedContent[]): Promise<void> {
  try {
    for (const { temporary, path } of files) await rename(temporary, path);
    await flush(folder);
  } catch (cause) {
    throw folderFailure(folder, cause);
  }
}

/** Writes files, whose temporary files the caller has to remove. @throws DeliveryFailure `failed` */
export async function writeToFolder(folder: string, files: readonly StagedContent[]): Promise<void> {
  await stageInFolder(folder, files);
  await renameInFolder(folder, files);
}

async function writeNewFile(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** So that names survive a power failure; some shares and Windows do not support it. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function folderFailure(folder: string, cause: unknown): DeliveryFailure {
  return failedDelivery(message('delivery.folderFailed', { folder, reason: reasonOf(cause) }), { cause });
}

const REASON_BY_CODE = {
  ENOENT: 'missing',
  ENOTDIR: 'notFolder',
  EACCES: 'noRight',
  EPERM: 'noRight',
  EROFS: 'readOnly',
  ENOSPC: 'full',
  EDQUOT: 'quota',
  EISDIR: 'isFolder',
} as const;

function reasonOf(cause: unknown): Text {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  if (!Object.hasOwn(REASON_BY_CODE, code)) return code;
  return message(`delivery.folder.${REASON_BY_CODE[code as keyof typeof REASON_BY_CODE]}`);
}
