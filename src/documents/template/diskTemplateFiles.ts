import { readdir, readFile } from 'node:fs/promises';
import { PaytallyError } from '../../errors.js';
import type { TemplateFiles } from './templateFiles.js';

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
