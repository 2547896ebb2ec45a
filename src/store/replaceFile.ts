import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode, notWritten } from '../runtime/notWritten.js';
import { type TemporaryFiles, temporaryName } from './claims.js';
import { makeFolder } from './makeFolder.js';

/** Of files that hold nothing of people and no secret. */
export const OPEN_MODE = 0o644;

/**
 * Puts new content in a file's place: the old file stands there until the new one is complete on the disk. A link keeps
 * pointing where it does.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function replaceFile(
  path: string,
  content: Uint8Array,
  temporaries: TemporaryFiles,
  mode = 0o600,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  await written(target, temporaries, async (temporary) => {
    await fill(await open(temporary, 'wx', mode), content);
    await rename(temporary, target);
  });
}

interface NewFile {
  /** In the folder itself. */
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Puts a folder with all of its files where none is, or an empty one; they need no secrecy.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function writeNewFolder(
  path: string,
  files: readonly NewFile[],
  temporaries: TemporaryFiles,
): Promise<void> {
  await written(path, temporaries, async (temporary) => {
    await mkdir(temporary);
    for (const file of files)
      await fill(await open(join(temporary, basename(file.path)), 'wx', OPEN_MODE), file.content);
    await rename(temporary, path);
  });
}

async function written(
  target: string,
  temporaries: TemporaryFiles,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(target);
  const temporary = join(folder, temporaryName(basename(target)));
  try {
    makeFolder(folder);
    temporaries.track([temporary]);
    await write(temporary);
  } catch (cause) {
    await rm(temporary, { force: true, recursive: true });
    throw hasCode(cause) ? notWritten(folder, cause) : cause;
  }
  temporaries.untrack([temporary]);
}

async function fill(handle: FileHandle, content: Uint8Array): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
