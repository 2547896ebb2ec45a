import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { withClaims } from '../../sources/staging/withStore.js';
import { replaceFile } from '../../store/replaceFile.js';

/** A file to write: its absolute path, and its content. */
export type FileToWrite = readonly [path: string, content: string | Uint8Array];

/**
 * Writes all files in this order. Restores the previous ones if one cannot be written, or if the check fails
 * afterwards.
 * @param folder of the configuration
 */
export async function writeTogether(
  folder: string,
  files: readonly FileToWrite[],
  check: () => Promise<unknown>,
): Promise<void> {
  const before: (readonly [path: string, bytes: Uint8Array | undefined])[] = [];
  const replace = ([path, content]: FileToWrite) =>
    withClaims(folder, (claims) => replaceFile(path, Buffer.from(content), claims));
  try {
    for (const file of files) {
      before.push([file[0], existsSync(file[0]) ? await readFile(file[0]) : undefined]);
      await replace(file);
    }
    await check();
  } catch (failure) {
    for (const [path, bytes] of before.reverse()) {
      if (bytes === undefined) await rm(path, { force: true });
      else await replace([path, bytes]);
    }
    throw failure;
  }
}
