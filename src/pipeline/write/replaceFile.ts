import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pid } from 'node:process';
import { makeFolder } from '../../store/makeFolder.js';
import { sweepReplacements } from '../../store/sweepReplacements.js';
import { hasCode, notWritten } from '../notWritten.js';

/**
 * Puts new content in a file's place: the old file stands there until the new one is complete on the disk. Mode 0600;
 * a link keeps pointing where it does.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  const temporary = join(folder, `.${basename(target)}.${pid}.${randomBytes(6).toString('hex')}.part`);
  try {
    makeFolder(folder);
    sweepReplacements(folder);
    await fill(await open(temporary, 'wx', 0o600), content);
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw hasCode(cause) ? notWritten(folder, cause) : cause;
  }
}

async function fill(handle: FileHandle, content: Uint8Array): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
