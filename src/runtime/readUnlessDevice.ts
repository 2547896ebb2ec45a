import { readFile, stat } from 'node:fs/promises';

/** The content of a file or a pipe. @throws Error of the system; with the code ENODEV for a device, which never ends */
export async function readUnlessDevice(path: string): Promise<Buffer> {
  if ((await stat(path)).isCharacterDevice()) throw Object.assign(new Error(path), { code: 'ENODEV' });
  return readFile(path);
}
