import { createHash } from 'node:crypto';
import { access, constants, open, readFile, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FolderDelivery } from '../config/schema/deliverySchema.js';
import { message, type Text } from '../i18n/message.js';
import { findTraces } from '../store/stagedFiles.js';
import { type DeliveryFailure, failedDelivery } from './deliveryFailure.js';
import type { DeliveryKind, PreparedAttempt } from './deliveryKind.js';
import {
  type FileToStage,
  filesToStage,
  renameStaged,
  type StagedContent,
  stageContents,
  stagedFile,
} from './outgoingFile.js';

/** Files that are copied into a folder: whole under temporary names first, then renamed. */
export const folderKind: DeliveryKind<FolderDelivery> = {
  target: ({ path }, folder) => resolve(folder, path),
  replaces: true,
  isPerFile: () => false,
  prepare: ({ settings, folder, item, files }) =>
    prepareFolderAttempt(settings, folder, filesToStage(settings, item, files)),
  check: async (_, { name, settings }, { folder }) => {
    const path = resolve(folder, settings.path);
    if (await isWritableFolder(path)) return message('doctor.deliveries.folder', { name, path });
    throw failedDelivery(message('delivery.folderUnusable', { delivery: name, path }));
  },
};

async function isWritableFolder(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
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
  const paths = staged.map(({ path: each }) => each);
  return { staged, send, there: () => digestsInFolder(folder, paths) };
}

/** Without the names that nothing has. @throws DeliveryFailure for a file that cannot be read: it could be replaced */
async function digestsInFolder(
  folder: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const content = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw folderFailure(folder, cause);
    });
    if (content !== undefined) found.set(path, createHash('sha256').update(content).digest('hex'));
  }
  return found;
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

/**
 * Gives every file its name, replacing existing files. @throws DeliveryFailure after which some files may be renamed
 */
async function renameInFolder(folder: string, files: readonly StagedContent[]): Promise<void> {
  try {
    for (const { temporary, path } of files) await rename(temporary, path);
    await flush(folder);
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (!isMissing) throw folderFailure(folder, cause);
    // Of the folder and the temporary file, one is gone.
    await folderInode(folder);
    throw failedDelivery(message('delivery.folderTaken', { folder }), { cause });
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
