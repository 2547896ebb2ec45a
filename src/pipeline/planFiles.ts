import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { OutputFile } from '../render/outputFile.js';
import type { WrittenFile } from './writeFiles.js';

/** What `writeFiles` would write: rendered to the last byte, and thrown away. */
export async function planFiles(
  folder: string,
  files: readonly OutputFile[],
  signal: AbortSignal,
): Promise<WrittenFile[]> {
  const planned: WrittenFile[] = [];
  for (const { name, rows, content } of files) {
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      signal.throwIfAborted();
      digest.update(chunk);
      bytes += chunk.length;
    }
    planned.push({ path: join(folder, name), rows, bytes, sha256: digest.digest('hex') });
  }
  return planned;
}
