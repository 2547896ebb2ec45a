import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DeliveryFailure } from '../deliveryFailure.js';
import { safeName } from '../safeName.js';
import type { SealedFile } from '../seal/encryption.js';

const LEFTOVER = /^\.paytally-[0-9a-f]{12}\.part$/;
const LEFT_AFTER_MS = 3_600_000;

/**
 * Copies files into a folder: each stands there complete or not at all. A file of the same name is replaced.
 * @throws DeliveryFailure `failed`
 */
export async function deliverToFolder(folder: string, files: readonly SealedFile[]): Promise<void> {
  const staged: { readonly temporary: string; readonly path: string }[] = [];
  try {
    await sweep(folder);
    for (const { name, content } of files) {
      const temporary = join(folder, `.paytally-${randomBytes(6).toString('hex')}.part`);
      staged.push({ temporary, path: join(folder, safeName(name)) });
      await fill(temporary, content);
    }
    for (const { temporary, path } of staged) await rename(temporary, path);
  } catch (cause) {
    for (const { temporary } of staged) await rm(temporary, { force: true }).catch(() => undefined);
    throw new DeliveryFailure(
      'failed',
      `${folder}: ${reasonOf(cause)}.`,
      'Check that the folder exists, is mounted, has room, and may be written by this user.',
      cause,
    );
  }
}

/** Whether every file stands there as it should: what decides after a process was killed. */
export async function standsInFolder(folder: string, files: readonly SealedFile[]): Promise<boolean> {
  const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
  const found = await Promise.all(
    files.map(async ({ name, content }) => {
      const there = await readFile(join(folder, safeName(name))).catch(() => undefined);
      return there !== undefined && digest(there) === digest(content);
    }),
  );
  return found.every(Boolean);
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

/** What a process that was killed left behind. */
async function sweep(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => LEFTOVER.test(each))) {
    const path = join(folder, name);
    const left = await stat(path).catch(() => undefined);
    if (left !== undefined && Date.now() - left.mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
  }
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
