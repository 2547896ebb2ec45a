import { readdir, readFile } from 'node:fs/promises';
import { PaytallyError } from '../../errors.js';

/** What template loading needs of a file system, so that tests (and the sample check) can stand in for it. */
export interface TemplateFiles {
  /** undefined where there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Names in a folder, sorted; empty where there is no such folder. */
  list(folder: string): Promise<string[]>;
}

/** Templates on disk. Whatever is there but cannot be read is an error, not an absence. */
export const diskTemplateFiles: TemplateFiles = {
  read: (path) => orAbsent(path, undefined, () => readFile(path)),
  list: async (folder) => (await orAbsent(folder, [], () => readdir(folder))).sort(),
};

async function orAbsent<T, N>(path: string, absent: N, read: () => Promise<T>): Promise<T | N> {
  try {
    return await read();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return absent;
    throw new PaytallyError('TEMPLATE_INVALID', `The template file ${path} cannot be read: ${code}.`, {
      record: path,
      remedy: 'Give this user the right to read it, or name another template.',
      cause,
    });
  }
}
