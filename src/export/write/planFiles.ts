import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countRows, type OutputFile } from '../../render/outputFile.js';
import { eachFile } from './eachFile.js';
import { refuseClashes, type WrittenFile } from './writeFiles.js';

/** A file that an export would write. */
export interface PlannedFile extends WrittenFile {
  /** Set where another file stands there, which the export would replace. */
  readonly replaces?: true;
}

/** What `writeFiles` would write: rendered to the last byte, and thrown away. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function planFiles(
  folder: string,
  files: readonly OutputFile[],
  signal: AbortSignal,
): Promise<PlannedFile[]> {
  refuseClashes(folder, files);
  return eachFile(files, async (file): Promise<PlannedFile> => {
    const { name, content } = file;
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      signal.throwIfAborted();
      digest.update(chunk);
      bytes += chunk.length;
    }
    const path = join(folder, name);
    const replaced = existsSync(path) ? { replaces: true as const } : {};
    return { path, rows: countRows(file), bytes, sha256: digest.digest('hex'), ...replaced };
  });
}
