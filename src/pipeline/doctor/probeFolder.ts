import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode, notWritten } from '../notWritten.js';

export interface FolderProbe {
  /** False where the folder is still to be made, in the nearest one above that exists. */
  readonly exists: boolean;
  readonly freeBytes: number;
}

const PROBE = Buffer.alloc(4096);

/**
 * Whether files can be written to a folder, found out by writing one and taking it away again. A folder that is not
 * there is not made.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function probeFolder(folder: string): Promise<FolderProbe> {
  try {
    const nearest = await nearestFolder(folder);
    const path = join(nearest, `.paytally-${randomBytes(6).toString('hex')}.part`);
    try {
      const handle = await open(path, 'wx', 0o600);
      await handle.writeFile(PROBE).finally(() => handle.close());
    } finally {
      await rm(path, { force: true });
    }
    const { bavail, bsize } = await statfs(nearest);
    return { exists: nearest === folder, freeBytes: bavail * bsize };
  } catch (cause) {
    throw hasCode(cause) ? notWritten(folder, cause) : cause;
  }
}

async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(folder) !== folder) return undefined;
    throw error;
  });
  if (found === undefined) return nearestFolder(dirname(folder));
  if (found.isDirectory()) return folder;
  throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR', path: folder });
}
