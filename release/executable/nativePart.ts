import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { env, getuid, pid, platform } from 'node:process';

/**
 * The path of a file with the given content, for the system's loader, which loads only from disk. The file is kept in a
 * folder that only its owner can open, under its digest, and is rewritten if its content differs.
 * @param name the digest is inserted before the extension: `sqlite.node` becomes `sqlite-DIGEST.node`
 */
export function unpackedPath(name: string, content: Uint8Array, folder = cacheFolder()): string {
  const file = name.replace(/(?=\.\w+$)/, `-${digestOf(content).slice(0, 16)}`);
  try {
    return unpack(folder, file, content);
  } catch {
    // No home folder, or one that is not writable: uses a new folder for this process only.
    const own = mkdtempSync(join(tmpdir(), 'paytally-'));
    process.once('exit', () => rmSync(own, { recursive: true, force: true }));
    return unpack(own, file, content);
  }
}

function unpack(folder: string, file: string, content: Uint8Array): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || (getuid !== undefined && stat.uid !== getuid()))
    throw new Error(`not ours: ${folder}`);
  if (platform !== 'win32' && (stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  const path = join(folder, file);
  if (isIntact(path, content)) return path;
  const temporary = join(folder, `${file}.${pid}.tmp`);
  rmSync(temporary, { force: true });
  writeFileSync(temporary, content, { mode: 0o500, flag: 'wx' });
  renameSync(temporary, path);
  return path;
}

/** Whether the path is a regular file of this user, not a link, with this content. */
function isIntact(path: string, content: Uint8Array): boolean {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || (getuid !== undefined && stat.uid !== getuid())) return false;
    return stat.size === content.length && digestOf(readFileSync(path)) === digestOf(content);
  } catch {
    return false;
  }
}

/** The folder for caches on this system. */
function cacheFolder(): string {
  const [variable, usual] =
    platform === 'win32'
      ? [env.LOCALAPPDATA, 'AppData/Local']
      : [env.XDG_CACHE_HOME, platform === 'darwin' ? 'Library/Caches' : '.cache'];
  const base = variable !== undefined && isAbsolute(variable) ? variable : join(homedir(), usual);
  return join(base, 'paytally');
}

function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
