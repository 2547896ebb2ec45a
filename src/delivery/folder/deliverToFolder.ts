import { open, rename, stat } from 'node:fs/promises';
import { DeliveryFailure } from '../deliveryFailure.js';
import type { FilledFile } from '../stagedFile.js';

/**
 * Tells a folder from all others on its disk: a share that is not mounted is another folder at the same path.
 * @throws DeliveryFailure `failed` where there is none: it is never made
 */
export async function inodeOfFolder(folder: string): Promise<number> {
  const found = await stat(folder).catch((cause: unknown) => {
    throw notDelivered(folder, cause);
  });
  if (found.isDirectory()) return found.ino;
  throw notDelivered(folder, Object.assign(new Error(), { code: 'ENOTDIR' }));
}

/** Writes every file under its temporary name, flushed to the disk. @throws DeliveryFailure `failed` */
export async function stageInFolder(folder: string, files: readonly FilledFile[]): Promise<void> {
  try {
    for (const { temporary, content } of files) await fill(temporary, content);
    await flush(folder);
  } catch (cause) {
    throw notDelivered(folder, cause);
  }
}

/** Gives every file its name, over what was there. @throws DeliveryFailure after which some may have theirs */
export async function nameInFolder(folder: string, files: readonly FilledFile[]): Promise<void> {
  try {
    for (const { temporary, path } of files) await rename(temporary, path);
    await flush(folder);
  } catch (cause) {
    throw notDelivered(folder, cause);
  }
}

/** Writes files, whose temporary names are the caller's to remove. @throws DeliveryFailure `failed` */
export async function writeToFolder(folder: string, files: readonly FilledFile[]): Promise<void> {
  await stageInFolder(folder, files);
  await nameInFolder(folder, files);
}

async function fill(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** So that names survive a loss of power; some shares and Windows have no such thing. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function notDelivered(folder: string, cause: unknown): DeliveryFailure {
  return new DeliveryFailure(
    'failed',
    `${folder}: ${reasonOf(cause)}.`,
    'Check that the folder exists, is mounted, has room, and may be written by this user.',
    cause,
  );
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such folder',
    ENOTDIR: 'it is no folder',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'it is a read-only file system',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the quota of the disk is used up',
    EISDIR: 'a folder stands where a file should be',
  };
  return reasons[code] ?? code;
}
