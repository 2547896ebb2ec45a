import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/**
 * The most bytes of each kind of file that people supply: about ten times the largest real one. A larger one is another
 * file, and would take the memory of the computer.
 */
export const MOST_BYTES = {
  /** An employee mapping, absences, a payroll list or a register. */
  table: 50_000_000,
  holidays: 5_000_000,
  /** A configuration of a thousand employers needs a tenth of this. */
  configuration: 4 * 2 ** 20,
  /** A drawn workbook, a picture or a file of a template. */
  template: 64 * 2 ** 20,
  /** A key, a certificate or a secret. */
  secret: 2 ** 20,
} as const;

/**
 * The content of a file. @throws Error of the system; with the code EFBIG for a file that is larger, EISDIR for a
 * folder, and ENODEV for a pipe or a device
 */
export async function readPlainFile(path: string, mostBytes: number): Promise<Buffer> {
  const found = await stat(path);
  if (!found.isFile()) throw refusal(found.isDirectory() ? 'EISDIR' : 'ENODEV', path);
  if (found.size > mostBytes) throw refusal('EFBIG', path);
  return readFile(path);
}

/** The same for a file or a pipe, such as the output of another program. @throws as `readPlainFile` */
export async function readFileOrPipe(path: string, mostBytes: number): Promise<Buffer> {
  const found = await stat(path);
  if (found.isFile()) return readPlainFile(path, mostBytes);
  if (found.isCharacterDevice() || found.isBlockDevice()) throw refusal('ENODEV', path);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of createReadStream(path)) {
    bytes += part.length;
    if (bytes > mostBytes) throw refusal('EFBIG', path);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function refusal(code: 'EFBIG' | 'EISDIR' | 'ENODEV', path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
