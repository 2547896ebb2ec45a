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
 * The path of a file with the content given, for the loader of the system, which loads from the disk only. It stays in
 * a folder that only its owner can open, under its digest, and is written again if its content is another one.
 * @param name ends in the digest's place: `sqlite.node` becomes `sqlite-DIGEST.node`
 */
export function unpackedPath(name: string, content: Uint8Array, folder = cacheFolder()): string {
  const file = name.replace(/(?=\.\w+$)/, `-${digestOf(content).slice(0, 16)}`);
  try {
    return unpack(folder, file, content);
  } catch {
    // No home folder, or one that can't be written: a new folder, for this process only.
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

/** Whether it is a file of the owner's, no link, with this content. */
function isIntact(path: string, content: Uint8Array): boolean {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || (getuid !== undefined && stat.uid !== getuid())) return false;
    return stat.size === content.length && digestOf(readFileSync(path)) === digestOf(content);
  } catch {
    return false;
  }
}

/** Where programs of this system keep what they can make again. */
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
