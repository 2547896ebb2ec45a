import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withClaims } from '../read/staging/withStore.js';
import { hasCode, notWritten } from '../runtime/notWritten.js';
import { type TemporaryFiles, temporaryName } from '../store/claims.js';

export interface FolderProbe {
  /** False where the folder is still to be made, in the nearest one above that exists. */
  readonly exists: boolean;
  readonly freeBytes: number;
}

const PROBE = Buffer.alloc(4096);

/**
 * Whether files can be written to a folder, found out by writing one and taking it away again. A folder that is not
 * there is not made.
 * @param home folder of the configuration
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function probeFolder(folder: string, home: string): Promise<FolderProbe> {
  try {
    const nearest = await nearestFolder(folder);
    await withClaims(home, (claims) => probe(join(nearest, temporaryName('paytally')), claims));
    const { bavail, bsize } = await statfs(nearest);
    return { exists: nearest === folder, freeBytes: bavail * bsize };
  } catch (cause) {
    throw hasCode(cause) ? notWritten(folder, cause) : cause;
  }
}

async function probe(path: string, claims: TemporaryFiles): Promise<void> {
  let isClaimed = true;
  try {
    claims.track([path]);
  } catch {
    // Where the configuration lies may not be written; that is no matter here.
    isClaimed = false;
  }
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.writeFile(PROBE).finally(() => handle.close());
  } finally {
    await rm(path, { force: true });
    if (isClaimed) claims.untrack([path]);
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
