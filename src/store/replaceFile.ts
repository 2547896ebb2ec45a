import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode, notWritten } from '../runtime/notWritten.js';
import { type TemporaryFiles, temporaryName } from './claims.js';
import { makeFolder } from './makeFolder.js';

/** The mode of files without personal data or secrets. */
export const OPEN_MODE = 0o644;

/**
 * Replaces a file's content: the old file remains until the new one is complete on disk. A symbolic link is kept.
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
  /** The path within the folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Creates a folder with all of its files, if there is none or an empty one; the files are not confidential.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function writeNewFolder(
  path: string,
  files: readonly NewFile[],
  temporaries: TemporaryFiles,
): Promise<void> {
  await written(path, temporaries, async (temporary) => {
    await mkdir(temporary, { mode: 0o755 });
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
    // What cannot be removed now stays tracked; the cause is what people need.
    await rm(temporary, { force: true, recursive: true }).catch(() => undefined);
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
